/** Create a transfer quote as an agent (contract: Endpoints 3, immediatelyExecute): when money moves. */
import { check, expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import type { CapabilityId, RequirementId, StateParams } from '../../spec/index.ts'
import { BALANCE, createTwoQuotes, expectNoOverdraft, MOST_OF_IT } from '../agent-management/overdraft.ts'
import { pendingActionAtCreation } from '../agent-management/pending-action.ts'
import { spentUnreserved } from '../agent-management/reservation.ts'
import { executeAnotherQuote, watchSpending } from '../agent-management/spending.ts'
import { readBalance, requireDebit } from './balance.ts'
import { authorized, createdQuote, lockedReceiving, withinLimits } from './created-quote.ts'
import { quoteRequest, type QuoteRequest } from './quote-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

check('QUO-82', 'creating a quote moves no money', async (context) => {
  const arranged = await context.arrange('agent', {})
  const spent = await watchSpending(context, arranged.sourceAccountId)
  const create = (changes: object) =>
    context
      .agent(arranged.accessToken)
      .createQuote(quoteRequest(arranged, { ...changes }), context.random.uuid())

  createdQuote(await create({}))
  createdQuote(await create({ immediatelyExecute: false }))

  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check(
  'QUO-105',
  'two quotes that are executed concurrently do not overdraw their source',
  async (context) => {
    const holder = await context.arrange('agent', { balance: BALANCE })
    const agent = context.agent(holder.accessToken)
    const quotes = await createTwoQuotes(context, holder)
    const spent = await watchSpending(context, holder.sourceAccountId)

    const responses = await context.concurrently(
      ...quotes.map(
        ({ quoteId }) =>
          () =>
            agent.executeQuote(quoteId),
      ),
    )

    await expectNoOverdraft(context, spent, responses)
  },
)

check(
  'QUO-105',
  'two quotes that are executed at creation, concurrently, do not overdraw their source',
  async (context) => {
    const holder = await context.arrange('agent', { balance: BALANCE })
    const agent = context.agent(holder.accessToken)
    const spent = await watchSpending(context, holder.sourceAccountId)
    const create = () =>
      agent.createQuote(
        quoteRequest(holder, { ...MOST_OF_IT, immediatelyExecute: true }),
        context.random.uuid(),
      )

    const responses = await context.concurrently(create, create)

    await expectNoOverdraft(context, spent, responses)
  },
)

const policies: readonly {
  readonly of: string
  readonly policy: StateParams['agent']
  readonly needs?: CapabilityId
}[] = [
  { of: 'the execution mode requires it', policy: { executionMode: 'APPROVAL_REQUIRED' } },
  {
    of: 'the amount is over the threshold',
    policy: { approvalThreshold: 1_000 },
    needs: 'agents.approval-threshold',
  },
]

for (const { of, policy, needs } of policies) {
  check('QUO-83', `execution at creation awaits approval if ${of}`, { needs }, async (context) => {
    const arranged = await context.arrange('agent', policy)
    const spent = await watchSpending(context, arranged.sourceAccountId)

    const response = await context
      .agent(arranged.accessToken)
      .createQuote(quoteRequest(arranged, { immediatelyExecute: true }), context.random.uuid())

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    await executeAnotherQuote(context)
    const pending = () => pendingActionAtCreation(context, response, arranged)
    expect(await spentUnreserved(context, spent, pending), 'paid by the source account').toBe(0)
  })
}

const sides: readonly {
  readonly id: RequirementId
  readonly side: string
  /** @param quote requests an ordinary quote */
  readonly lock: (quote: () => Promise<CheckedResponse>) => Promise<QuoteRequest>
}[] = [
  { id: 'QUO-81', side: 'SENDING', lock: () => Promise.resolve({ lockedCurrencySide: 'SENDING' }) },
  { id: 'QUO-102', side: 'RECEIVING', lock: async (quote) => lockedReceiving(await quote()) },
]

for (const { id, side, lock } of sides) {
  check(
    id,
    `with ${side} locked, execution at creation takes the total sending amount`,
    { waits: true },
    async ({ arrange, agent, random, poll, maxWaitMs }) => {
      const arranged = await arrange('agent', {})
      const balance = () => readBalance(arrange, arranged.sourceAccountId)
      const before = await balance()
      const create = (changes: QuoteRequest) =>
        agent(arranged.accessToken).createQuote(quoteRequest(arranged, changes), random.uuid())
      const locked = await lock(() => create({}))

      const { totalSendingAmount } = createdQuote(await create({ ...locked, immediatelyExecute: true }))

      requireDebit(await poll(balance, (now) => now < before, maxWaitMs), before)
      const after = await poll(balance, (now) => now === before - totalSendingAmount)
      expect(before - after).toBe(totalSendingAmount)
    },
  )
}

check(
  'QUO-80',
  'with immediatelyExecute the quote is executed at creation',
  async ({ arrange, agent, random, poll, maxWaitMs }) => {
    const arranged = await arrange('agent', {})
    const before = await readBalance(arrange, arranged.sourceAccountId)
    const request = quoteRequest(arranged, { immediatelyExecute: true })

    const response = await agent(arranged.accessToken).createQuote(request, random.uuid())

    withinLimits(authorized(response))
    expect(response).toSucceed()
    const executed = await poll(
      async () =>
        ['PROCESSING', 'COMPLETED', 'FAILED'].includes(String(valueAt(response.body, 'status'))) ||
        (await readBalance(arrange, arranged.sourceAccountId)) < before,
      (seen) => seen,
      maxWaitMs,
    )
    expect(executed).toBe(true)
  },
)
