import { createPublicKey } from 'node:crypto'
import { keyId, signingKey } from '../../certificates/keys.ts'
import { loadDeployment } from '../../fixtures/config/load-deployment.ts'
import { certify, type CertifyOptions } from '../certify.ts'
import { readEnvironment } from '../read-environment.ts'
import { signingKeyText } from '../signing-key.ts'
import type { Terminal } from '../terminal.ts'
import { assayError } from '../../errors/index.ts'
import { bundleId } from './bundle-id.ts'

/**
 * Certifies a deployment again, and logs that the new certificate supersedes the earlier one.
 *
 * @returns the exit code of `assay certify`
 * @throws AssayError where the earlier certificate is of another deployment or another key
 */
export async function renew(
  { bundle, ...options }: Omit<CertifyOptions, 'replaces'> & { readonly bundle: string },
  terminal: Terminal,
): Promise<number> {
  const { environment } = terminal
  readEnvironment(options.deployment, environment)
  const text = signingKeyText(options.key, terminal, 'renew')
  const key = signingKey(text.pem, text.from)
  const trusted = [{ id: keyId(key), key: createPublicKey(key) }]
  const { certificate, said } = bundleId('renew', bundle, trusted)
  const { baseUrl } = await loadDeployment(options.deployment, environment)
  if (baseUrl !== said.deployment.baseUrl)
    throw assayError('renewal-of-another', { certificate: said.deployment.baseUrl, file: baseUrl })
  // The text was taken out of the environment.
  if (options.key === undefined) environment.ASSAY_SIGNING_KEY = text.pem
  return certify({ ...options, replaces: certificate }, terminal)
}
