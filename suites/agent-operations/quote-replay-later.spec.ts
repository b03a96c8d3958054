/** Create a transfer quote as an agent (contract: Endpoints 3, request header): replays after a while. */
import {
  Blocked,
  Mismatch,
  check,
  expect,
  retryUntilFound,
  valueAt,
  type CheckContext,
  type CheckedResponse,
} from '../../fixtures/index.ts'
import { waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { isTold } from './agreement.ts'
import { expectSameQuote } from './quote-expectations.ts'
import { FIELDS_OF_ANY_QUOTE } from './resource-fields.ts'
import { createReplayableQuote, type ReplayableRequest } from './replayable-request.ts'

const SECOND = 1_000

/** The fields of the contract that one response has, and another one does not. */
const omissions = (one: CheckedResponse, other: CheckedResponse): readonly Mismatch[] =>
  FIELDS_OF_ANY_QUOTE.map((at) => ({ at, expected: valueAt(one.body, at), actual: valueAt(other.body, at) }))
    .filter(({ expected, actual }) => isTold(expected) && !isTold(actual))
    .map((omitted) => new Mismatch({ ...omitted, of: other.body }))

/** An identifier is remembered at least until the quote expires, and the deployment file limits the wait. */
const pauseBefore = ({ clock, maxWaitMs }: CheckContext, expiresAt: number, wanted: number, share: number) =>
  Math.max(0, Math.min(wanted, share * maxWaitMs, expiresAt - clock.atLeast() - 10 * SECOND))

/**
 * The contract does not say how long an agent's token lives.
 *
 * @throws Blocked when a read with the token is rejected like the replay
 */
async function requireLiveToken({ agent }: ReplayableRequest, replayed: CheckedResponse): Promise<void> {
  if (replayed.status !== 401) return
  const read = await agent.actions()
  if (read.status !== 401) return
  throw new Blocked(
    'environment',
    `the token of the agent ended during the pause: listing its actions returned 401 too (exchange ${read.exchange})`,
    'Let the tokens of agents live for at least two minutes on this deployment, or lower limits.maxWaitSeconds: the pause is at most half of it.',
  )
}

const pauses = [
  { id: 'QUO-34', after: 'a minute', wanted: 60 * SECOND, share: 0.5 },
  { id: 'QUO-21', after: 'five seconds', wanted: 5 * SECOND, share: 0.25 },
] as const

for (const { id, after, wanted, share } of pauses) {
  check(id, `after ${after} the same identifier gets the first quote`, { waits: true }, async (context) => {
    const request = await createReplayableQuote(context)
    const { terms } = request
    await context.pause(pauseBefore(context, terms.expiresAt, wanted, share))

    const again = await request.replay()

    await requireLiveToken(request, again)
    expectSameQuote(again, terms)
  })
}

check('QUO-35', 'after the execution of the quote the same identifier still gets it', async (context) => {
  const { terms, replay, agent, holder } = await createReplayableQuote(context)
  const spent = await watchSpending(context, holder.sourceAccountId)
  await retryUntilFound(context, () => agent.executeQuote(terms.id))
  await waitUntilPaid(context, spent, terms.totalSendingAmount)

  const again = await replay()

  expectSameQuote(again, terms)
})

check('QUO-101', 'a replay omits no field of the first response', async (context) => {
  const { first, replay } = await createReplayableQuote(context)

  const again = await replay()

  expect(again).toSucceed()
  expect(omissions(first, again)).toEqual([])
})

check('QUO-36', 'a replay repeats every field of the first response', async (context) => {
  const { first, replay } = await createReplayableQuote(context)

  const again = await replay()

  expect(again.body).toEqual(first.body)
})
