/** Replicas that share their memory pass; those that do not break the rules that span requests. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import { emptyStore, type Store } from '../../reference/store.ts'
import type { Conformance } from '../../reports/conformance.ts'
import type { Exchange } from '../../spec/index.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const CREDENTIALS = { clientId: 'replicas', clientSecret: 'canary-replicas-secret-1f' }
const VARIABLES = { REPLICAS_SECRET: CREDENTIALS.clientSecret, REPLICAS_TOKEN: 'canary-replicas-token-2e' }
/** Requests under one identifier, and that each agent's quotes are its own. */
const IDEMPOTENCY = ['QUO-20', 'QUO-22', 'QUO-23', 'QUO-24', 'QUO-29', 'QUO-31']

const servers: Reference[] = []
after(() => Promise.all(servers.map((server) => server.close())))

async function judged(name: string, stores: readonly Store[]) {
  const own = await Promise.all(
    stores.map((store) =>
      startReference({ credentials: CREDENTIALS, statesToken: VARIABLES.REPLICAS_TOKEN, store }),
    ),
  )
  servers.push(...own)
  const folder = emptyFolder()
  const file = join(folder, 'deployment.yaml')
  writeFileSync(
    file,
    `
name: ${name}
baseUrl: ${own[0]!.url}
credentials: { clientId: replicas, clientSecret: "\${REPLICAS_SECRET}" }
states: { url: "${own[0]!.statesUrl}", headers: { authorization: "Bearer \${REPLICAS_TOKEN}" } }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 10 }
replicas: [${own.map(({ url }) => url).join(', ')}]
`,
  )
  const ended = await assay(
    ['run', '--deployment', file, '--only', IDEMPOTENCY.join(','), '--seed', 'replicas', '--out', folder],
    VARIABLES,
  )
  const { requirements } = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
  const exchanges = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
  const withVerdict = (wanted: string) =>
    requirements
      .filter(({ id, verdict }) => IDEMPOTENCY.includes(id) && verdict === wanted)
      .map(({ id }) => id)
  return { folder, ended, withVerdict, exchanges, own }
}

describe('replicas', () => {
  it('that share their memory pass, and each gets its part of the requests', async () => {
    const store = emptyStore()
    const { folder, ended, withVerdict, exchanges, own } = await judged('shared', [store, store])
    const sentTo = (kind: string, origin: string) =>
      exchanges.filter(({ kind: its, request }) => its === kind && request.url.startsWith(origin)).length
    const [one, other] = own.map(({ url }) => new URL(url).origin)

    assert.deepEqual(withVerdict('pass'), IDEMPOTENCY, ended.stdout)
    const [first, second] = [sentTo('contract', one!), sentTo('contract', other!)]
    assert.ok(Math.min(first, second) / Math.max(first, second) > 0.6, `${first} and ${second}`)
    assert.equal(sentTo('state', other!), 0)
    const replayed = await assay(['replay', folder, '--out', join(folder, 'replayed')])
    assert.equal(replayed.code, 0, replayed.stdout)
  })

  it('that do not share their memory of request identifiers fail by name', async () => {
    const store = emptyStore()
    const { ended, withVerdict } = await judged('forgetful', [store, { ...store, requests: new Map() }])

    assert.deepEqual(withVerdict('fail'), ['QUO-20', 'QUO-22', 'QUO-31'], ended.stdout)
    assert.deepEqual(withVerdict('warn'), ['QUO-23', 'QUO-24'])
    assert.doesNotMatch(ended.stdout, /Is your header called/)
  })

  it('that share nothing fail by name', async () => {
    const { ended, withVerdict } = await judged('apart', [emptyStore(), emptyStore()])

    assert.deepEqual(withVerdict('fail'), ['QUO-20', 'QUO-22'], ended.stdout)
  })
})
