import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { RequirementId } from '../spec/index.ts'
import { fine, type Diagnosis } from './diagnosis.ts'

/**
 * Whether a host name resolves.
 *
 * @param key key of the deployment file that names the host
 * @param blocks requirements that it blocks
 */
export async function examineName(
  key: string,
  url: URL,
  blocks: readonly RequirementId[],
): Promise<Diagnosis> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const what = `DNS of ${key}`
  if (isIP(host)) return fine(what, `${host} is an address`)
  try {
    const found = await lookup(host, { all: true })
    return fine(what, `${host} is ${found.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    return {
      what,
      state: 'missing',
      detail: `${host} has no address (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      blocks,
      fixIn: 'environment',
      fix: `${key}: with a host that resolves here; or check DNS, VPN and /etc/hosts`,
    }
  }
}
