/** What a deployment asks a run to wait for: Retry-After, and what expires within a day. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reference } from '../../reference/serve.ts'
import { startBetween } from './between.ts'
import { judgeThrough, startJudged } from './judge-through.ts'

/** Two attempts read the balance before the execution, and a few times after it. */
const MOST_BALANCE_READS = 8

describe('a run', () => {
  let reference: Reference

  before(async () => {
    reference = await startJudged()
  })

  after(() => reference.close())

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

    const listed = await judgeThrough(between, '{ requestsPerSecond: 500, maxWaitSeconds: 10 }', 'ACT-01')
    const executed = await judgeThrough(between, '{ requestsPerSecond: 500, maxWaitSeconds: 10 }', 'APR-04')

    await between.close()
    assert.equal(listed.ended.code, 0, listed.ended.stdout)
    assert.ok(listed.exchanges.some(({ response }) => response?.status === 429))
    assert.equal(executed.ended.code, 3, executed.ended.stdout)
    const executions = executed.exchanges.filter(({ request }) => request.url.endsWith('/execute'))
    assert.deepEqual(
      executions.map(({ response }) => response?.status),
      [429, 429],
    )
    const quotes = new Set(executions.map(({ request }) => request.url))
    assert.equal(quotes.size, 2, 'the retried check executes a quote of its own')
    const blocked = executed.conformance.requirements.find(({ id }) => id === 'APR-04')!
    assert.equal(blocked.fixIn, 'environment')
    assert.match(blocked.reason ?? '', /may move money/)
  })

  it('retries a check whose quote expired before its approval came, and waits for no payment of it', async () => {
    // The first is of a probe.
    let approvals = 0
    const between = await startBetween(reference.url, {
      latencyOf: ({ url }) => (url?.endsWith('/approve') && ++approvals === 2 ? 2_500 : 0),
    })

    const limits = '{ requestsPerSecond: 500, maxWaitSeconds: 10 }'
    const { ended, exchanges } = await judgeThrough(between, limits, 'APR-61')

    await between.close()
    assert.equal(ended.code, 0, ended.stdout)
    assert.ok(approvals > 2, `${approvals} approvals`)
    const reads = exchanges.filter(({ request }) => request.body?.includes('account-balance'))
    assert.ok(reads.length <= MOST_BALANCE_READS, `${reads.length} reads of the balance`)
  })

  it('judges a deployment that may keep everybody waiting for a day', async () => {
    const between = await startBetween(reference.url, {})

    const { ended, conformance } = await judgeThrough(
      between,
      '{ requestsPerSecond: 500, concurrency: 16, maxWaitSeconds: 86400 }',
      'agent-management',
    )

    await between.close()
    assert.equal(ended.code, 0, ended.stdout)
    assert.ok(conformance.totals.pass > 90, `${conformance.totals.pass} passed`)
  })
})
