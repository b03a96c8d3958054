/** Deployments that one reference server hosts, in this process: the conforming one, its variants and its faults. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Deployment } from '../../fixtures/config/deployment.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import type { OperationName } from '../../spec/index.ts'

const file = fileURLToPath(new URL('../../selftest/hosted/hurried-reference.yaml', import.meta.url))

export interface Hosts {
  /**
   * @param prefix in front of the version segment: empty for the conforming one, or `/faults/<id>`
   * @param notOffered operations that its deployment file binds to null
   */
  at(prefix: string, notOffered?: readonly OperationName[]): Deployment
  close(): Promise<void>
}

export async function startHosts(): Promise<Hosts> {
  const credentials = { clientId: 'explored-client', clientSecret: 'explored-secret-of-the-tests' }
  const statesToken = 'explored-states-token'
  const server = await startSelftestServer({ credentials, statesToken })
  const { origin } = new URL(server.url)
  return {
    at(prefix, notOffered = []) {
      const deployment = deploymentFrom(parse(readFileSync(file, 'utf8')), file, {
        ASSAY_REFERENCE_URL: `${origin}${prefix}/2025-10-13`,
        ASSAY_REFERENCE_STATES_URL: `${origin}${prefix}/_states`,
        ASSAY_REFERENCE_STATES_TOKEN: statesToken,
        ASSAY_REFERENCE_CLIENT_ID: credentials.clientId,
        ASSAY_REFERENCE_CLIENT_SECRET: credentials.clientSecret,
      })
      const none = Object.fromEntries(notOffered.map((name) => [name, null]))
      return { ...deployment, operations: { ...deployment.operations, ...none } }
    },
    close: () => server.close(),
  }
}
