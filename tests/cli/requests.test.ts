/** A deployment with other request bodies is judged through `requests` of its deployment file. */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'

const PARTNER_KEY = 'canary-partner-key-38c1'
const VARIABLES = { FRONT_SECRET: 'canary-front-secret-77d2', FRONT_PARTNER: PARTNER_KEY }

type Body = Readonly<Record<string, unknown>>

/** What the front requires of a body, and the body of the reference. undefined: it rejects the request. */
const TRANSLATIONS: readonly (readonly [RegExp, (body: Body) => Body | undefined])[] = [
  [/POST .*\/agents$/, ({ partner, ...rest }) => (keyOf(partner) === PARTNER_KEY ? rest : undefined)],
  [
    /^PATCH .*\/agents\/[^/]+$/,
    ({ paused, ...rest }) =>
      typeof paused === 'boolean' && !('isPaused' in rest) ? { isPaused: paused } : undefined,
  ],
]

const keyOf = (partner: unknown) => (partner as { readonly key?: unknown } | undefined)?.key

/** In front of the reference: a deployment whose request bodies are different. */
async function startFront(reference: Reference): Promise<Server> {
  const forward = async (request: IncomingMessage) => {
    const sent = await text(request)
    const translate = TRANSLATIONS.find(([route]) => route.test(`${request.method} ${request.url}`))?.[1]
    const body = translate && sent !== '' ? translate(JSON.parse(sent) as Body) : sent
    if (body === undefined)
      return Response.json(
        { code: 'INVALID_INPUT', reason: 'no', message: 'no', status: 400, details: {} },
        { status: 400 },
      )
    const { 'content-length': _, host: __, connection: ___, ...headers } = request.headers
    return fetch(`${new URL(reference.url).origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(sent !== '' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
  const server = createServer((request, response) => {
    const respond = async () => {
      const answer = await forward(request)
      const payload = Buffer.from(await answer.arrayBuffer())
      const { date = '', 'content-type': type = '' } = Object.fromEntries(answer.headers)
      response.writeHead(answer.status, { date, ...(type !== '' && { 'content-type': type }) }).end(payload)
    }
    void respond()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

describe('a deployment with other request bodies', () => {
  let reference: Reference
  let front: Server
  const folder = emptyFolder()

  const yaml = (requests: string, states: boolean) => {
    const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    return `
name: other bodies
baseUrl: ${origin}/2025-10-13
credentials: { clientId: front, clientSecret: "\${FRONT_SECRET}" }
${states ? `states: { url: "${origin}/_states", headers: { authorization: Bearer states-of-the-front } }` : ''}
limits: { requestsPerSecond: 1000, maxWaitSeconds: 20 }
${requests}
`
  }
  const run = async (name: string, requests: string, only: string, states = true) => {
    const file = join(folder, `${name}.yaml`)
    writeFileSync(file, yaml(requests, states))
    const out = join(folder, name)
    const ended = await assay(['run', '--deployment', file, '--only', only, '--out', out], VARIABLES)
    const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    return {
      out,
      ended,
      verdicts: Object.fromEntries(
        requirements.filter(({ id }) => only.split(',').includes(id)).map(({ id, verdict }) => [id, verdict]),
      ),
    }
  }

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'front', clientSecret: VARIABLES.FRONT_SECRET },
      statesToken: 'states-of-the-front',
    })
    front = await startFront(reference)
  })
  after(async () => {
    front.close()
    front.closeAllConnections()
    await reference.close()
  })

  const REQUESTS = `
requests:
  createAgent: { partner: { key: "\${FRONT_PARTNER}" } }
  pauseAgent: { isPaused: null, paused: true }
  resumeAgent: { isPaused: null, paused: false }
`

  it('passes with them, and fails or is blocked without', async () => {
    const only = 'AGM-01,AGM-08,AGM-09,AGM-21,AGM-23'
    const [bare, told] = [await run('bare', '', only), await run('told', REQUESTS, only)]

    assert.notEqual(bare.verdicts['AGM-01'], 'pass')
    assert.deepEqual(
      told.verdicts,
      { 'AGM-01': 'pass', 'AGM-08': 'pass', 'AGM-09': 'pass', 'AGM-21': 'pass', 'AGM-23': 'pass' },
      told.ended.stdout,
    )
    const replayed = await assay(['replay', told.out, '--out', join(folder, 'replayed')])
    assert.equal(replayed.code, 0, replayed.stdout)
    for (const directory of [told.out, join(folder, 'replayed')]) {
      for (const name of readdirSync(directory)) {
        assert.ok(!readFileSync(join(directory, name), 'utf8').includes(PARTNER_KEY), `${name} has the key`)
      }
    }
    assert.match(readFileSync(join(told.out, 'exchanges.jsonl'), 'utf8'), /«redacted:FRONT_PARTNER»/)
  })

  it('is provisioned with them too', async () => {
    const { out } = await run('provisioned', REQUESTS, 'ACT-21', false)

    assert.match(readFileSync(join(out, 'exchanges.jsonl'), 'utf8'), /partner.*«redacted:FRONT_PARTNER»/)
    const { states = [] } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    assert.deepEqual(
      states.map(({ state, by }) => `${state} by ${by}`),
      ['agent by self'],
    )
  })
})
