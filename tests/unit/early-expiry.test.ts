/** The `Date` header comes from a gateway whose clock is ahead of the server that decides what has expired. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { expect } from '../../fixtures/expect.ts'
import { performCheck } from '../../fixtures/perform-check.ts'
import type { CheckContext } from '../../fixtures/context.ts'
import { exchangeSession } from './exchange-session.ts'

const deployment = deploymentFrom(
  {
    name: 'd',
    baseUrl: 'https://host.example/2025-10-13',
    credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
    limits: { maxWaitSeconds: 5 },
  },
  'd.yaml',
  { ID: 'id', SECRET: 'secret' },
)
const BEGINNING = Date.parse('2026-01-01T00:00:00.000Z')
const LIFETIME_MS = 4_500

/** Performs attempts at a check whose token expires, until one judges something. */
async function judge({ aheadMs = 0, expires = true }) {
  let now = BEGINNING
  const time = { now: () => now, sleep: async (ms: number) => void (now += ms) }
  const { session } = exchangeSession(time, async () => {
    now += 1
    const isExpired = expires && now - aheadMs >= BEGINNING + LIFETIME_MS
    return {
      status: isExpired ? 401 : 403,
      headers: { 'content-type': 'application/json', date: new Date(now).toUTCString() },
      body: Buffer.from(JSON.stringify({ code: isExpired ? 'UNAUTHORIZED' : 'FORBIDDEN' })),
      receivedAt: now,
    }
  })
  const expiresAt = new Date(BEGINNING + LIFETIME_MS).toISOString()
  const check = {
    key: 'ONE',
    title: 'ONE',
    requirements: ['ACT-01'] as const,
    async body({ agent, clock }: CheckContext) {
      now = BEGINNING
      // A second passes between two of these, so that the header shows the clock to the millisecond.
      for (let sent = 0; sent < 15; sent++) {
        await agent('token').actions()
        await time.sleep(99)
      }
      await clock.past(expiresAt)
      expect(await agent('token').actions()).toHaveStatus(401)
    },
  }
  const first = await performCheck(check, deployment, 1, session, 'seed')
  const second = first.obstacle && (await performCheck(check, deployment, 2, session, 'seed'))
  return { first, last: second || first }
}

describe('a check that waits for an expiry', () => {
  it('passes where the header shows the clock of the server', async () => {
    const { first } = await judge({})

    assert.equal(first.verdict, 'pass')
  })

  it('waits longer when retried, so that a gateway may be up to a second ahead', async () => {
    const { first, last } = await judge({ aheadMs: 950 })

    assert.equal(first.obstacle, 'time')
    assert.match(first.message!, /may be ahead of the clock that decides/)
    assert.equal(last.verdict, 'pass')
  })

  it('fails where nothing expires', async () => {
    const { last } = await judge({ expires: false })

    assert.equal(last.verdict, 'fail')
  })
})
