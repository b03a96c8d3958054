/** Create a transfer quote as an agent (contract: Endpoints 3, request header): replays after a while. */
import { check, expect, retryUntilFound, type CheckContext } from '../../fixtures/index.ts'
import { waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { quoteTerms } from './created-quote.ts'
import { createReplayableQuote } from './replayable-request.ts'

const SECOND = 1_000

/** An identifier is remembered at least until the quote expires, and the deployment file limits the wait. */
const pauseBefore = ({ clock, maxWaitMs }: CheckContext, expiresAt: number, wanted: number, share: number) =>
  Math.max(0, Math.min(wanted, share * maxWaitMs, expiresAt - clock.atLeast() - 10 * SECOND))

const pauses = [
  { id: 'QUO-34', after: 'a minute', wanted: 60 * SECOND, share: 0.5 },
  { id: 'QUO-21', after: 'five seconds', wanted: 5 * SECOND, share: 0.25 },
] as const

for (const { id, after, wanted, share } of pauses) {
  check(id, `after ${after} the same identifier gets the first quote`, { waits: true }, async (context) => {
    const { terms, replay } = await createReplayableQuote(context)
    await context.pause(pauseBefore(context, terms.expiresAt, wanted, share))

    const again = await replay()

    expect(again).toSucceed()
    expect(quoteTerms(again)).toEqual(terms)
  })
}

check('QUO-35', 'after the execution of the quote the same identifier still gets it', async (context) => {
  const { terms, replay, agent, holder } = await createReplayableQuote(context)
  const spent = await watchSpending(context, holder.sourceAccountId)
  await retryUntilFound(context, () => agent.executeQuote(terms.id))
  await waitUntilPaid(context, spent, terms.totalSendingAmount)

  const again = await replay()

  expect(again).toSucceed()
  expect(quoteTerms(again)).toEqual(terms)
})

check('QUO-36', 'a replay repeats every field of the first response', async (context) => {
  const { first, replay } = await createReplayableQuote(context)

  const again = await replay()

  expect(again.body).toEqual(first.body)
})
