/** A deployment in a container, or behind a tunnel that forwards nothing: it delivers, and nothing arrives. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { startReference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { freePort } from '../docs/free-port.ts'

const DELIVERED = ['WHK-01', 'WHK-02', 'WHK-08']
const VARIABLES = { CLIENT_SECRET: 'enclosed-secret-of-the-tests', STATES_TOKEN: 'enclosed-states-token' }

it('blocks what needs a delivery, and fails nothing, if no delivery of any kind arrives', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'deployment.yaml')
  const out = join(folder, 'report')
  const reference = await startReference({
    credentials: { clientId: 'enclosed-client', clientSecret: VARIABLES.CLIENT_SECRET },
    statesToken: VARIABLES.STATES_TOKEN,
  })
  writeFileSync(
    file,
    `
name: enclosed
baseUrl: ${reference.url}
credentials: { clientId: enclosed-client, clientSecret: "\${CLIENT_SECRET}" }
states: { url: "${reference.statesUrl}", headers: { authorization: "Bearer \${STATES_TOKEN}" } }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 1 }
`,
  )
  const closed = `http://127.0.0.1:${await freePort()}/hooks`
  const port = String(await freePort())

  const { code, stdout } = await assay(
    ['run', '-d', file, '--only', ...DELIVERED, '--webhook-url', closed, '--webhook-port', port, '-o', out],
    VARIABLES,
  )
  await reference.close()

  assert.equal(code, 3, stdout)
  const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
  const judged = requirements.filter(({ id }) => DELIVERED.includes(id))
  assert.deepEqual(
    judged.map(({ verdict, fixIn }) => [verdict, fixIn]),
    DELIVERED.map(() => ['blocked', 'environment']),
  )
  assert.match(stdout, /no delivery of any kind arrived/)
})
