/** A quote past `expiresAt` cannot be executed (contract: States, Quote status and Agent action status row 4). */
import { check, expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { decidePending, executeAction, isFailed, rejection, statusesAfter } from './decided-action.ts'
import { createExecutableQuote } from './executable-quote.ts'
import { pollExecutionOutcome } from './execution-outcome.ts'
import { createPendingAction, createWatchedAction } from './pending-action.ts'
import { spentUnreserved } from './reservation.ts'
import { executeAnotherQuote, watchSpending } from './spending.ts'
import { expectPaid, expectUnexecuted } from './expectations.ts'

/** Creates and executes the quote, and waits until its action is pending. */
const REQUESTS_TO_PENDING = 5

/** Also decides on it, and reads the decision. */
const REQUESTS_TO_DECIDED = 8

/** A pending action may also have been rejected automatically when its quote expired. */
const allowedAfter = (approved: CheckedResponse) =>
  approved.status >= 400 ? [...statusesAfter(approved), 'REJECTED'] : statusesAfter(approved)

check(
  'APR-16',
  'approved after the quote expired, the action fails and no money moves',
  { waits: true },
  async (context) => {
    const quoteExpiresInSeconds = context.lifetime.seconds(REQUESTS_TO_PENDING)
    const pending = await createWatchedAction(context, { quoteExpiresInSeconds })
    await context.clock.past(pending.expiresAt)

    const approved = await context.platform.approve(pending.transactionId)

    const seen = await context.poll(pending.action, isFailed, context.maxWaitMs)
    expect(allowedAfter(approved)).toContain(valueAt(seen.body, 'status'))
    expectPaid(await spentUnreserved(context, pending.spent, async () => pending), 0)
  },
)

check('APR-30', 'a quote past its expiry is not executed', { waits: true }, async (context) => {
  const quote = await createExecutableQuote(context, { quoteExpiresInSeconds: context.lifetime.seconds() })
  const spent = await watchSpending(context, quote.holder.sourceAccountId)
  await context.clock.past(quote.expiresAt)

  const executed = await quote.agent.executeQuote(quote.quoteId)

  expectUnexecuted(await pollExecutionOutcome(context, quote, executed))
  await executeAnotherQuote(context)
  expectPaid(await spent(), 0)
})

check('APR-61', 'a paid action stays APPROVED after its quote expired', { waits: true }, async (context) => {
  const quoteExpiresInSeconds = context.lifetime.seconds(REQUESTS_TO_DECIDED)
  const { expiresAt, action } = await executeAction(context, { quoteExpiresInSeconds })

  await context.clock.past(expiresAt)

  const seen = await context.poll(action, ({ body }) => valueAt(body, 'status') !== 'APPROVED')
  expect(seen).toMatchFields({ status: 'APPROVED' })
})

check(
  'APR-61',
  'a rejected action stays REJECTED after its quote expired',
  { waits: true },
  async (context) => {
    const quoteExpiresInSeconds = context.lifetime.seconds(REQUESTS_TO_DECIDED)
    const pending = await createPendingAction(context, { quoteExpiresInSeconds })
    const { expiresAt, action } = await decidePending(context, pending, rejection)

    await context.clock.past(expiresAt)

    const seen = await context.poll(action, ({ body }) => valueAt(body, 'status') !== 'REJECTED')
    expect(seen).toMatchFields({ status: 'REJECTED' })
  },
)

check(
  'APR-63',
  'a pending action is still listed after its quote expired',
  { waits: true },
  async (context) => {
    const quoteExpiresInSeconds = context.lifetime.seconds(REQUESTS_TO_PENDING)
    const pending = await createPendingAction(context, { quoteExpiresInSeconds })

    await context.clock.past(pending.expiresAt)

    const seen = await context.poll(pending.action, ({ body }) => valueAt(body, 'id') !== pending.actionId)
    expect(seen).toMatchFields({ id: pending.actionId })
  },
)
