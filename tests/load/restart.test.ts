/** A deployment that is restarted during a run refuses connections for some seconds: this blocks nothing. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as requestOf, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { it } from 'node:test'
import { startReference } from '../../reference/serve.ts'
import type { Exchange } from '../../spec/index.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const VARIABLES = { RESTARTED_ID: 'restarted', RESTARTED_SECRET: 'canary-restarted-secret-71c4' }
const STATES_TOKEN = 'canary-restarted-states-02be'
const REQUESTS_BEFORE = 40
const DOWN_MS = 2_500

/** A front that goes away once, for a while, as soon as it has forwarded enough requests. */
async function startRestarted(port: number) {
  let forwarded = 0
  const forward: Parameters<typeof createServer>[1] = (request, response) => {
    const { method, url: path, headers } = request
    const onward = requestOf({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, { ...answer.headers, connection: 'close' })
      answer.pipe(response)
      if (++forwarded === REQUESTS_BEFORE) restart()
    })
    request.pipe(onward)
  }
  const listening = (at: number) =>
    new Promise<Server>((done) => {
      const server = createServer(forward).listen(at, '127.0.0.1', () => done(server))
    })
  let server = await listening(0)
  const { port: own } = server.address() as AddressInfo
  const restart = () => {
    server.close()
    setTimeout(() => void listening(own).then((again) => (server = again)), DOWN_MS)
  }
  return { port: own, close: () => server.close(), restarted: () => forwarded > REQUESTS_BEFORE }
}

it('a restart of the deployment blocks nothing and fails nothing', async () => {
  const reference = await startReference({
    credentials: { clientId: VARIABLES.RESTARTED_ID, clientSecret: VARIABLES.RESTARTED_SECRET },
    statesToken: STATES_TOKEN,
  })
  const front = await startRestarted(Number(new URL(reference.url).port))
  const [file, out] = [join(emptyFolder(), 'deployment.yaml'), join(emptyFolder(), 'report')]
  const origin = `http://127.0.0.1:${front.port}`
  writeFileSync(
    file,
    `
name: restarted
baseUrl: ${origin}${new URL(reference.url).pathname}
credentials: { clientId: "\${RESTARTED_ID}", clientSecret: "\${RESTARTED_SECRET}" }
states: { url: "${origin}/_states", headers: { authorization: Bearer ${STATES_TOKEN} } }
limits: { requestsPerSecond: 500 }
`,
  )

  const { code, stdout } = await assay(['run', '-d', file, '--only', 'cards', '-o', out], VARIABLES)

  front.close()
  await reference.close()
  const refused = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && (JSON.parse(line) as Exchange).error?.kind === 'refused')
  assert.ok(front.restarted())
  assert.ok(refused.length > 0, 'the restart was met')
  assert.equal(code, 0, stdout)
})
