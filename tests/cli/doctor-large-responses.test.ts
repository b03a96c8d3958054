/** A doctor examines a deployment with large responses to the end: no other check releases memory for it. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { beginExamination } from '../../doctor/examination.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { Blocked } from '../../fixtures/errors.ts'

/** Just below the limit of a response. */
const LARGE = Buffer.alloc(2_000_000, ' ')
/** Together more than the checks of a run may hold. */
const REQUESTS = 40

it('examines a deployment whose responses exceed the memory of a run', async () => {
  const server = createServer((_, response) => response.end(LARGE))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const examination = beginExamination(
    deploymentFrom(
      {
        name: 'large',
        baseUrl: `http://127.0.0.1:${port}/2025-10-13`,
        credentials: { clientId: 'id', clientSecret: 'large-secret' },
        limits: { requestsPerSecond: 1000 },
      },
      'large.yaml',
      {},
    ),
  )
  try {
    for (let sent = 1; sent <= REQUESTS; sent++) {
      const response = await examination.askNowhere()
      assert.ok(!(response instanceof Blocked), `request ${sent} got no response`)
    }
  } finally {
    await examination.close()
    server.closeAllConnections()
    server.close()
  }
})
