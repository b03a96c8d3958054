/** The reference server below one of its addresses, described as a person would, and the variables of its file. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reference } from '../../reference/serve.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'

export const CREDENTIALS = { clientId: 'traffic-client', clientSecret: 'traffic-secret-of-the-tests' }
export const STATES_TOKEN = 'traffic-states-token'
export const VARIABLES = {
  TRAFFIC_ID: CREDENTIALS.clientId,
  TRAFFIC_SECRET: CREDENTIALS.clientSecret,
  TRAFFIC_TOKEN: STATES_TOKEN,
}

export const startTrafficReference = (): Promise<Reference> =>
  startSelftestServer({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })

/**
 * @param below `/faults/<id>` or `/variants/<id>`; empty: the conforming server
 * @param through origin of a proxy in front of its API
 */
export function writeDeploymentFile(folder: string, origin: string, below = '', through = origin): string {
  const file = join(folder, `deployment${below.replaceAll('/', '-')}.yaml`)
  writeFileSync(
    file,
    [
      'name: recorded',
      `baseUrl: ${through}${below}/2025-10-13`,
      'credentials: { clientId: "${TRAFFIC_ID}", clientSecret: "${TRAFFIC_SECRET}" }',
      `states: { url: "${origin}${below}/_states", headers: { authorization: "Bearer \${TRAFFIC_TOKEN}" } }`,
      'limits: { requestsPerSecond: 1000, concurrency: 16 }',
    ].join('\n'),
  )
  return file
}
