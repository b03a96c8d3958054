import type { Deployment } from '../../fixtures/config/deployment.ts'
import type { TransportError } from '../../fixtures/http/transport.ts'

/** The next step for a TLS or proxy problem; undefined: it is neither. */
export function remedyOf(
  problem: TransportError | undefined,
  { file, proxy }: Pick<Deployment, 'file' | 'proxy'>,
): string | undefined {
  if (problem?.kind === 'tls') return certificateRemedy(problem.message)
  const isOfProxy = proxy !== undefined && (problem?.kind === 'refused' || problem?.kind === 'unresolved')
  return isOfProxy
    ? `Check the proxy: \`proxy\` in ${file}, else HTTPS_PROXY and HTTP_PROXY. \`proxy: null\`, or the host in NO_PROXY, connects directly.`
    : undefined
}

/** @param said code or text of what TLS said */
export function certificateRemedy(said: string): string {
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA/.test(said)) {
    return 'tls: { cert: client.pem, key: client.key }  (the deployment requires a client certificate)'
  }
  return /SELF_SIGNED|UNABLE_TO|ISSUER/.test(said)
    ? 'tls: { ca: path/to/ca.pem }  (the certificate authority of the deployment), or NODE_EXTRA_CA_CERTS=path/to/ca.pem'
    : 'Renew or correct the certificate of the deployment, or connect to the host that it names.'
}
