import type { Deployment } from '../fixtures/config/deployment.ts'
import type { TransportError } from '../fixtures/http/transport.ts'

/**
 * The next step for a TLS or proxy problem; undefined: another problem. `assay doctor` and `assay run` both show it.
 *
 * @param address of the request
 */
export function remedyOf(
  problem: TransportError | undefined,
  { file, proxy, tls }: Pick<Deployment, 'file' | 'proxy' | 'tls'>,
  address: string,
): string | undefined {
  if (problem?.kind === 'tls') return certificateRemedy(problem.message)
  // With TLS 1.3, a server requests the client certificate after the handshake, and then closes the connection.
  if (problem?.kind === 'reset' && address.startsWith('https:') && tls?.cert === undefined)
    return `Check that the deployment runs. ${CLIENT_CERTIFICATE}`
  const isOfProxy = proxy !== undefined && (problem?.kind === 'refused' || problem?.kind === 'unresolved')
  return isOfProxy
    ? `Check the proxy: \`proxy\` in ${file}, else HTTPS_PROXY and HTTP_PROXY. \`proxy: null\`, or the host in NO_PROXY, connects directly.`
    : undefined
}

const CLIENT_CERTIFICATE =
  'If it requires a client certificate, add to the deployment file: tls: { cert: client.pem, key: client.key }'

/** TLS error codes with their remedies; the first match applies. */
const REMEDIES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA/, CLIENT_CERTIFICATE],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/,
    'The port does not serve TLS. Write http:// in the address, or use the port that serves TLS.',
  ],
  [/CERT_HAS_EXPIRED/, 'Renew the certificate of the deployment.'],
  [
    /CERT_NOT_YET_VALID/,
    'Check the clock of this machine, and the date from which the certificate is valid.',
  ],
  [/ALTNAME/, 'Use a host that the certificate names, or issue a certificate that names this host.'],
  [
    /SELF_SIGNED|UNABLE_TO|ISSUER/,
    'Trust the certificate authority of the deployment. Add to the deployment file: tls: { ca: path/to/ca.pem }, or set NODE_EXTRA_CA_CERTS=path/to/ca.pem',
  ],
]

/** @param text code or text of the TLS error */
export const certificateRemedy = (text: string): string =>
  REMEDIES.find(([pattern]) => pattern.test(text))?.[1] ??
  'Correct the TLS of the deployment: its certificate, its protocols or its ciphers.'
