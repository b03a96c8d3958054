/** Time, measured at the deployment: limits hold over all checks, waits overlap, distance is cheap. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reference } from '../../reference/serve.ts'
import { startBetween } from './between.ts'
import { judgeThrough, startJudged, type Judged } from './judge-through.ts'

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

describe('a run', () => {
  let reference: Reference

  before(async () => {
    reference = await startJudged()
  })

  after(() => reference.close())

  it('keeps to requestsPerSecond and concurrency over all checks', async () => {
    const busiest = await leastOf(async () => {
      const between = await startBetween(reference.url, { latency: 60 })
      const { ended } = await judgeThrough(
        between,
        '{ requestsPerSecond: 20, concurrency: 3 }',
        'OWN-01,OWN-03,OWN-06,OWN-10,ACT-01,ACT-02,ACT-06',
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

  it('waits for all that expires four seconds later no longer than six', async () => {
    const later = (body: string) => body.replace(/("\w*[eE]xpiresInSeconds":)2\b/g, '$16')
    const only = 'OWN-07,OWN-08,QUO-23,APR-16,APR-30,OWN-01'
    const limits = '{ requestsPerSecond: 500, concurrency: 16 }'
    const soon = await startBetween(reference.url, {})
    const late = await startBetween(reference.url, { states: later })

    const lateness = await leastOf(async () => {
      const [fast, slow] = [await judgeThrough(soon, limits, only), await judgeThrough(late, limits, only)]
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
      const here = await judgeThrough(near, limits, 'cards')
      const there = await judgeThrough(far, limits, 'cards')
      assert.equal(there.ended.code, 0, there.ended.stdout)
      return (there.milliseconds - here.milliseconds) / (longestChain(there) * LATENCY)
    }, 1.5)

    await Promise.all([near.close(), far.close()])
    assert.ok(ratio < 1.5, `${ratio} times the longest chain`)
  })
})
