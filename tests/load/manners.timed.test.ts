/** Load manners and time, measured at the deployment: limits hold over all checks, waits overlap, distance is cheap. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { startBetween, type Between } from './between.ts'

const credentials = { clientId: 'load-client', clientSecret: 'load-secret-of-the-test' }
const statesToken = 'load-states-token'

/** The minimum of three measurements, since other load on the machine only adds. */
async function leastOf(measure: () => Promise<number>, enough: number): Promise<number> {
  let least = await measure()
  for (let again = 0; again < 2 && least >= enough; again++) least = Math.min(least, await measure())
  return least
}

/** How many requests the check sends that sends most, with set-ups and tear-downs, shared ones too. */
function longestChain({ conformance, exchanges }: Judged): number {
  const keyOf = new Map(exchanges.map(({ id, check }) => [id, check]))
  const sent = Map.groupBy(exchanges, ({ check }) => check)
  const chains = conformance.requirements
    .flatMap(({ checks }) => checks)
    .map((check) => [...new Set(check.exchanges.map((id) => keyOf.get(id)!))])
    .map((keys) => keys.reduce((length, key) => length + sent.get(key)!.length, 0))
  return Math.max(...chains)
}

interface Judged {
  readonly conformance: Conformance
  readonly exchanges: readonly Exchange[]
}

describe('a run', () => {
  let reference: Reference

  before(async () => {
    reference = await startReference({ credentials, statesToken })
  })

  after(() => reference.close())

  /** Judges the reference through the proxy. */
  async function judge(between: Between, limits: string, only: string) {
    const folder = emptyFolder()
    const file = join(folder, 'deployment.yaml')
    const lines = [
      'name: measured',
      `baseUrl: ${between.origin}/2025-10-13`,
      'credentials: { clientId: "${LOAD_ID}", clientSecret: "${LOAD_SECRET}" }',
      `states: { url: "${between.origin}/_states", headers: { authorization: "Bearer \${LOAD_STATES}" } }`,
      `limits: ${limits}`,
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    const variables = {
      LOAD_ID: credentials.clientId,
      LOAD_SECRET: credentials.clientSecret,
      LOAD_STATES: statesToken,
    }
    const ended = await assay(['run', '--deployment', file, '--only', only, '--out', folder], variables)
    const conformance = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
    const exchanges = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange)
    const milliseconds = Date.parse(conformance.finishedAt) - Date.parse(conformance.startedAt)
    return { ended, conformance, exchanges, milliseconds }
  }

  it('keeps to requestsPerSecond and concurrency over all checks', async () => {
    const busiest = await leastOf(async () => {
      const between = await startBetween(reference.url, { latency: 60 })
      const { ended } = await judge(
        between,
        '{ requestsPerSecond: 20, concurrency: 3 }',
        'OWN-01,OWN-03,OWN-06,OWN-10,ACT-01,ACT-06',
      )
      await between.close()
      assert.equal(ended.code, 0, ended.stderr)
      assert.ok(between.arrivals.length > 40, `${between.arrivals.length} requests`)
      assert.ok(between.mostAtOnce() <= 3, `${between.mostAtOnce()} at once`)
      const within = (start: number) =>
        between.arrivals.filter((at) => at >= start && at < start + 1000).length
      return Math.max(...between.arrivals.map(within))
    }, 21)

    assert.ok(busiest <= 20, `${busiest} within a second`)
  })

  it('retries after Retry-After, and only requests that move no money', async () => {
    const counts = new Map<string, number>()
    const between = await startBetween(reference.url, {
      instead: (incoming, outgoing) => {
        const key = `${incoming.method} ${incoming.url}`
        const seen = (counts.get(key) ?? 0) + 1
        counts.set(key, seen)
        const throttled =
          (incoming.method === 'GET' && seen === 1) || incoming.url?.endsWith('/execute') === true
        if (throttled) outgoing.writeHead(429, { 'retry-after': '1' }).end()
        return throttled
      },
    })

    const listed = await judge(between, '{ requestsPerSecond: 500, maxWaitSeconds: 10 }', 'ACT-01')
    const executed = await judge(between, '{ requestsPerSecond: 500, maxWaitSeconds: 10 }', 'APR-04')

    await between.close()
    assert.equal(listed.ended.code, 0, listed.ended.stdout)
    assert.ok(listed.exchanges.some(({ response }) => response?.status === 429))
    assert.equal(executed.ended.code, 3, executed.ended.stdout)
    const executions = executed.exchanges.filter(({ request }) => request.url.endsWith('/execute'))
    assert.deepEqual(
      executions.map(({ response }) => response?.status),
      [429],
    )
    const blocked = executed.conformance.requirements.find(({ id }) => id === 'APR-04')!
    assert.equal(blocked.fixIn, 'environment')
    assert.match(blocked.reason ?? '', /may move money/)
  })

  it('judges a deployment that may keep everybody waiting for a day', async () => {
    const between = await startBetween(reference.url, {})

    const { ended, conformance } = await judge(
      between,
      '{ requestsPerSecond: 500, concurrency: 16, maxWaitSeconds: 86400 }',
      'agent-management',
    )

    await between.close()
    assert.equal(ended.code, 0, ended.stdout)
    assert.ok(conformance.totals.pass > 90, `${conformance.totals.pass} passed`)
  })

  it('waits for all that expires four seconds later no longer than six', async () => {
    const later = (body: string) => body.replace(/("\w*[eE]xpiresInSeconds":)2\b/g, '$16')
    const only = 'OWN-07,OWN-08,QUO-23,APR-16,APR-30,OWN-01'
    const limits = '{ requestsPerSecond: 500, concurrency: 16 }'
    const soon = await startBetween(reference.url, {})
    const late = await startBetween(reference.url, { states: later })

    const lateness = await leastOf(async () => {
      const [fast, slow] = [await judge(soon, limits, only), await judge(late, limits, only)]
      assert.deepEqual([fast.ended.code, slow.ended.code], [0, 0], slow.ended.stdout)
      return slow.milliseconds - fast.milliseconds
    }, 6_000)

    await Promise.all([soon.close(), late.close()])
    assert.ok(lateness > 2_500, `the states did not expire later: ${lateness} ms`)
    assert.ok(lateness < 6_000, `${lateness} ms longer`)
  })

  it('against a deployment 150 ms away takes little longer than its longest chain of requests', async () => {
    const LATENCY = 150
    const limits = '{ requestsPerSecond: 1000, concurrency: 200 }'
    const near = await startBetween(reference.url, {})
    const far = await startBetween(reference.url, { latency: LATENCY })

    // How many times its longest chain of requests the distance adds to a run.
    const ratio = await leastOf(async () => {
      const here = await judge(near, limits, 'cards')
      const there = await judge(far, limits, 'cards')
      assert.equal(there.ended.code, 0, there.ended.stdout)
      return (there.milliseconds - here.milliseconds) / (longestChain(there) * LATENCY)
    }, 1.5)

    await Promise.all([near.close(), far.close()])
    assert.ok(ratio < 1.5, `${ratio} times the longest chain`)
  })
})
