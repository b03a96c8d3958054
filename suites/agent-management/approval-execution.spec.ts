/** Which executions an agent may request (contract: Agent behaviour; States, Quote status and Agent action status). */
import {
  check,
  conforming,
  expect,
  firstPageWithItems,
  itemsOf,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { lockedReceiving } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { createExecutableQuote, createQuoteFor } from './executable-quote.ts'
import { invalidAgentCredentials } from '../invalid-credentials.ts'
import { shaped } from '../sandbox/funded.ts'
import { pollExecutionOutcome } from './execution-outcome.ts'
import { pollUnspent, requireFailed } from './funded-afterwards.ts'
import { actionsOn } from './listed-action.ts'
import { BALANCE, expectNoOverdraft, submitTwoQuotes } from './overdraft.ts'
import { createQuoteToOwnAccount, receivingTotal, type QuoteToOwnAccount } from './own-account.ts'
import { createWatchedAction, submitQuote } from './pending-action.ts'
import { requireCancelled } from './cancelled-transaction.ts'
import { spentUnreserved } from './reservation.ts'
import { executeAnotherQuote, pollPayment, waitUntilPaid, watchSpending } from './spending.ts'
import {
  expectAnyDecision,
  expectAcceptedOrUnfunded,
  expectNotPermitted,
  expectPaid,
  expectUnexecuted,
} from './expectations.ts'

/** What the account received, once something arrives or the wait is over. */
const pollReceipt = ({ poll, maxWaitMs }: CheckContext, { received }: QuoteToOwnAccount) =>
  poll(received, (amount) => amount !== 0, maxWaitMs)

check('APR-31', 'a repeated execution after the payment moves no money', async (context) => {
  const { agent, quoteId, totalSendingAmount, holder } = await createExecutableQuote(context)
  const spent = await watchSpending(context, holder.sourceAccountId)
  await agent.executeQuote(quoteId)
  await waitUntilPaid(context, spent, totalSendingAmount)

  await agent.executeQuote(quoteId)

  await executeAnotherQuote(context)
  expectPaid(await spent(), totalSendingAmount)
})

check('APR-31', 'two concurrent executions move money once', async (context) => {
  const { agent, quoteId, totalSendingAmount, holder } = await createExecutableQuote(context)
  const spent = await watchSpending(context, holder.sourceAccountId)
  const execute = () => agent.executeQuote(quoteId)

  await context.concurrently(execute, execute)

  await waitUntilPaid(context, spent, totalSendingAmount)
  await executeAnotherQuote(context)
  expectPaid(await spent(), totalSendingAmount)
})

check('APR-31', 'approving every pending action of one quote moves money once', async (context) => {
  const quote = await createExecutableQuote(context, { executionMode: 'APPROVAL_REQUIRED' })
  const { agent, quoteId, totalSendingAmount, holder } = quote
  const spent = await watchSpending(context, holder.sourceAccountId)
  const { transactionId } = await submitQuote(context, quote)

  await agent.executeQuote(quoteId)
  const waiting = await firstPageWithItems(agent, { status: 'PENDING_APPROVAL' })
  const transactions = new Set([transactionId, ...transactionsIn(waiting, quoteId)])
  await context.concurrently(...[...transactions].map((id) => () => context.platform.approve(id)))

  await waitUntilPaid(context, spent, totalSendingAmount)
  await executeAnotherQuote(context)
  expectPaid(await spent(), totalSendingAmount)
})

const withPlatform = {
  operations: ['executeQuote'],
  areas: ['cross-currency-transfers'],
} as const

check(
  'APR-31',
  'the platform does not pay a quote again that its agent executed',
  withPlatform,
  async (context) => {
    const { agent, quoteId, totalSendingAmount, holder } = await createExecutableQuote(context)
    const spent = await watchSpending(context, holder.sourceAccountId)
    await agent.executeQuote(quoteId)
    await waitUntilPaid(context, spent, totalSendingAmount)

    await context.platform.transfers.execute(quoteId)

    await executeAnotherQuote(context)
    expectPaid(await spent(), totalSendingAmount)
  },
)

check(
  'APR-31',
  'an agent does not pay a quote again that the platform executed',
  withPlatform,
  async (context) => {
    const { agent, quoteId, totalSendingAmount, holder } = await createExecutableQuote(context)
    const spent = await watchSpending(context, holder.sourceAccountId)
    await context.platform.transfers.execute(quoteId)

    await agent.executeQuote(quoteId)

    await waitUntilPaid(context, spent, totalSendingAmount)
    await executeAnotherQuote(context)
    expectPaid(await spent(), totalSendingAmount)
  },
)

check(
  'APR-31',
  'a quote that awaits approval is not paid by its approval and by the platform',
  withPlatform,
  async (context) => {
    const quote = await createExecutableQuote(context, { executionMode: 'APPROVAL_REQUIRED' })
    const { quoteId, totalSendingAmount, holder } = quote
    const spent = await watchSpending(context, holder.sourceAccountId)
    const { transactionId } = await submitQuote(context, quote)
    await context.platform.transfers.execute(quoteId)

    await context.platform.approve(transactionId)

    await waitUntilPaid(context, spent, totalSendingAmount)
    await executeAnotherQuote(context)
    expectPaid(await spent(), totalSendingAmount)
  },
)

/** Transactions of the listed actions on the quote. */
const transactionsIn = (list: CheckedResponse, quoteId: string) =>
  actionsOn(itemsOf(list), quoteId)
    .map((action) => valueAt(action, 'transaction.id'))
    .filter((id) => typeof id === 'string')

check('APR-32', 'without funds an execution fails', async (context) => {
  const quote = await createExecutableQuote(context)
  const { agentId, sourceAccountId } = quote.holder
  await context.arrange('drain-source', { agentId, sourceAccountId })
  const spent = await watchSpending(context, sourceAccountId)

  const executed = await quote.agent.executeQuote(quote.quoteId)

  expectUnexecuted(await pollExecutionOutcome(context, quote, executed))
  await executeAnotherQuote(context)
  expectPaid(await spent(), 0)
})

check(
  'APR-67',
  'two transactions that are approved concurrently do not overdraw their source',
  async (context) => {
    const holder = await context.arrange('agent', { executionMode: 'APPROVAL_REQUIRED', balance: BALANCE })
    const spent = await watchSpending(context, holder.sourceAccountId)
    const transactions = await submitTwoQuotes(context, holder)

    const responses = await context.concurrently(
      ...transactions.map((id) => () => context.platform.approve(id)),
    )

    await expectNoOverdraft(context, spent, responses)
  },
)

check(
  'APR-33',
  'without funds an execution is accepted and fails, or is rejected for lack of funds',
  async (context) => {
    const { agent, quoteId, holder } = await createExecutableQuote(context)
    const { agentId, sourceAccountId } = holder
    await context.arrange('drain-source', { agentId, sourceAccountId })

    const executed = await agent.executeQuote(quoteId)

    expectAcceptedOrUnfunded(executed)
  },
)

check('APR-34', "an agent does not execute a quote of another customer's agent", async (context) => {
  const { quoteId, holder } = await createExecutableQuote(context)
  const outsider = context.agent((await context.arrange('agent', {})).accessToken)
  const spent = await watchSpending(context, holder.sourceAccountId)

  const executed = await outsider.executeQuote(quoteId)

  expectNotPermitted(executed)
  await executeAnotherQuote(context)
  expectPaid(await spent(), 0)
})

check('APR-35', 'an agent without the permission to execute does not execute its quote', async (context) => {
  const { agent, quoteId, holder } = await createExecutableQuote(context, { permissions: ['CREATE_QUOTES'] })
  const spent = await watchSpending(context, holder.sourceAccountId)

  const executed = await agent.executeQuote(quoteId)

  expectNotPermitted(executed)
  await executeAnotherQuote(context)
  expectPaid(await spent(), 0)
})

const { none, unknown, shorter, asPassword } = invalidAgentCredentials

for (const { name, authorization, statuses } of [none, unknown, shorter, asPassword]) {
  check('APR-36', `nothing is executed with ${name}`, async (context) => {
    const { agent, quoteId, holder } = await createExecutableQuote(context)
    const spent = await watchSpending(context, holder.sourceAccountId)
    const intruder = agent.presenting(authorization(context, holder))

    const executed = await intruder.executeQuote(quoteId)

    expect(executed).toHaveStatus(...statuses)
    await executeAnotherQuote(context)
    expectPaid(await spent(), 0)
  })
}

check('APR-54', 'an execution that failed for lack of funds is not paid later', async (context) => {
  const quote = await createExecutableQuote(context)
  const { agentId, sourceAccountId } = quote.holder
  await context.arrange('drain-source', { agentId, sourceAccountId })
  requireFailed(await pollExecutionOutcome(context, quote, await quote.agent.executeQuote(quote.quoteId)))
  const funded = quote.totalSendingAmount

  const response = shaped(
    await context.platform.sandbox.fund(sourceAccountId, conforming({ amount: funded })),
  )

  expect(response).toSucceed()
  expect(await pollUnspent(context, sourceAccountId, funded), 'balance of the source account').toBe(funded)
})

async function createReceivingQuote(context: CheckContext, holder: StateValues['agent']) {
  const requester = context.agent(holder.accessToken)
  const quoted = await requester.createQuote(quoteRequest(holder), context.random.uuid())
  return createQuoteFor(context, holder, requester, lockedReceiving(quoted))
}

check('APR-57', 'an approved transfer with RECEIVING locked takes exactly the total', async (context) => {
  const holder = await context.arrange('agent', { executionMode: 'APPROVAL_REQUIRED' })
  const quote = await createReceivingQuote(context, holder)
  const spent = await watchSpending(context, holder.sourceAccountId)
  const { transactionId } = await submitQuote(context, quote)

  const approved = await context.platform.approve(transactionId)

  expect(approved).toSucceed()
  expectPaid(await pollPayment(context, spent, quote.totalSendingAmount), quote.totalSendingAmount)
})

check(
  'APR-64',
  'with RECEIVING locked an execution without approval takes exactly the total',
  async (context) => {
    const holder = await context.arrange('agent', { executionMode: 'AUTO' })
    const quote = await createReceivingQuote(context, holder)
    const spent = await watchSpending(context, holder.sourceAccountId)

    const executed = await quote.agent.executeQuote(quote.quoteId)

    expect(executed).toSucceed()
    expectPaid(await pollPayment(context, spent, quote.totalSendingAmount), quote.totalSendingAmount)
  },
)

check('APR-73', 'an execution without approval credits an account of the customer', async (context) => {
  const quote = await createQuoteToOwnAccount(context, { executionMode: 'AUTO' })
  const spent = await watchSpending(context, quote.holder.sourceAccountId)

  await quote.agent.executeQuote(quote.quoteId)

  await waitUntilPaid(context, spent, quote.totalSendingAmount)
  expect(await pollReceipt(context, quote), 'received by the account').toBe(receivingTotal(quote))
})

check(
  'APR-73',
  'an approved execution credits an account of the customer',
  { operations: ['approveTransaction'] },
  async (context) => {
    const quote = await createQuoteToOwnAccount(context, { executionMode: 'APPROVAL_REQUIRED' })
    const spent = await watchSpending(context, quote.holder.sourceAccountId)
    const { transactionId } = await submitQuote(context, quote)

    await context.platform.approve(transactionId)

    await waitUntilPaid(context, spent, quote.totalSendingAmount)
    expect(await pollReceipt(context, quote), 'received by the account').toBe(receivingTotal(quote))
  },
)

check('APR-58', 'approving a cancelled transaction moves no money', async (context) => {
  const pending = await createWatchedAction(context)
  const { transactionId, spent } = pending
  requireCancelled(await context.platform.transactions.cancel(transactionId))

  const approved = await context.platform.approve(transactionId)

  expectAnyDecision(approved)
  await executeAnotherQuote(context)
  expectPaid(await spentUnreserved(context, spent, async () => pending), 0)
})
