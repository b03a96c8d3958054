/** Execute an existing quote (contract: Other endpoints that are referenced; Resources, Quote). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { pollPayment, waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { executeAnotherQuote, createAndExecuteQuote } from './an-execution.ts'
import { executeCreditingQuote } from './credited-account.ts'
import { executeTogether, requireDue } from './concurrent-executions.ts'
import {
  executeIfQuoted,
  executeUntilFound,
  createPlatformQuote,
  requestExecutable,
  requestQuote,
  usableQuote,
} from './platform-quote.ts'
import { authorized, lockedReceiving } from '../agent-operations/created-quote.ts'
import { ORDINARY_AMOUNT } from '../agent-operations/quote-request.ts'
import { expectQuoteNotFound } from '../agent-operations/expectations.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

check('QTE-30', 'an execution debits exactly the total from the source', async (context) => {
  const { payer, quoteId, totalSendingAmount } = await createPlatformQuote(context)
  const spent = await watchSpending(context, payer.sourceAccountId)

  const response = await executeUntilFound(context, quoteId)

  expect(response).toSucceed()
  expect(await pollPayment(context, spent, totalSendingAmount)).toBe(totalSendingAmount)
})

check('QTE-72', 'an execution in yen debits exactly the total in yen', async (context) => {
  const { payer, quoteId, totalSendingAmount } = await createPlatformQuote(context, {
    sendingCurrency: 'JPY',
    receivingCurrency: 'USD',
  })
  const spent = await watchSpending(context, payer.sourceAccountId)

  const response = await executeUntilFound(context, quoteId)

  expect(response).toSucceed()
  expect(await pollPayment(context, spent, totalSendingAmount)).toBe(totalSendingAmount)
})

check('QTE-81', 'with RECEIVING locked an execution debits exactly the total', async (context) => {
  const payer = await context.arrange('agent', {})
  const locked = lockedReceiving(await requestQuote(context, payer))
  const { quoteId, totalSendingAmount } = usableQuote(await requestExecutable(context, payer, locked))
  const spent = await watchSpending(context, payer.sourceAccountId)

  const response = await executeUntilFound(context, quoteId)

  expect(response).toSucceed()
  expect(await pollPayment(context, spent, totalSendingAmount)).toBe(totalSendingAmount)
})

check(
  'QTE-82',
  'a converted transfer credits an internal account with the receiving total',
  async (context) => {
    const { response, receive, totalReceivingAmount } = await executeCreditingQuote(context, {})

    expect(response).toSucceed()
    expect(await receive(), 'received by the account').toBe(totalReceivingAmount)
  },
)

check(
  'QTE-102',
  'a transfer that is executed at creation credits an internal account with the receiving total',
  async (context) => {
    const { response, receive, totalReceivingAmount } = await executeCreditingQuote(context, {
      atCreation: true,
    })

    expect(response).toSucceed()
    expect(await receive(), 'received by the account').toBe(totalReceivingAmount)
  },
)

check('QTE-31', 'an executed quote is no longer PENDING', async (context) => {
  const { platform, poll, maxWaitMs } = context
  const { quoteId } = await createPlatformQuote(context)

  const executed = await executeUntilFound(context, quoteId)

  expect(executed).toSucceed()
  const seen = await poll(
    () => platform.transfers.quote(quoteId),
    ({ status, body }) => status === 200 && valueAt(body, 'status') !== 'PENDING',
    maxWaitMs,
  )
  expect(seen).toSucceed()
  expect(['PROCESSING', 'COMPLETED', 'FAILED'], 'status').toContain(valueAt(seen.body, 'status'))
})

check('QTE-32', 'a second execution moves no money', async (context) => {
  const { quoteId, totalSendingAmount, spent } = await createAndExecuteQuote(context)

  await context.platform.transfers.execute(quoteId)

  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

check('QTE-33', 'two concurrent executions of a quote move money once', async (context) => {
  const { payer, quoteId, totalSendingAmount } = await createPlatformQuote(context)
  const spent = await watchSpending(context, payer.sourceAccountId)
  const execute = () => executeUntilFound(context, quoteId)

  await context.concurrently(execute, execute)

  await waitUntilPaid(context, spent, totalSendingAmount)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

const BALANCE = 200_000
const SMALLER_AMOUNT = 30_000

check(
  'QTE-45',
  'two quotes of the whole balance, executed concurrently, are not both paid',
  async (context) => {
    const payer = await context.arrange('agent', { balance: BALANCE })
    const request = () => requestQuote(context, payer, { lockedCurrencyAmount: BALANCE })
    const [first, second] = [await request(), await request()]
    const { quoteId } = usableQuote(first)
    const other = second.status < 300 ? usableQuote(second).quoteId : quoteId
    const spent = await watchSpending(context, payer.sourceAccountId)

    await context.concurrently(
      () => executeUntilFound(context, quoteId),
      () => executeUntilFound(context, other),
    )

    await context.poll(spent, (amount) => amount > 0)
    await executeAnotherQuote(context)
    expect(await spent(), 'paid by the source account').toBeLessThan(2 * BALANCE)
  },
)

check('QTE-71', 'two quotes executed concurrently debit the sum of their totals', async (context) => {
  const payer = await context.arrange('agent', {})
  const quotes = [
    usableQuote(await requestQuote(context, payer)),
    usableQuote(await requestQuote(context, payer, { lockedCurrencyAmount: SMALLER_AMOUNT })),
  ]
  const spent = await watchSpending(context, payer.sourceAccountId)

  const executed = await executeTogether(context, quotes)

  const due = await requireDue(context, executed, spent)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(due)
})

check('QTE-83', 'a quote is not paid where the balance lacks a part of its fees', async (context) => {
  const payer = await context.arrange('agent', { balance: ORDINARY_AMOUNT - 1 })
  const spent = await watchSpending(context, payer.sourceAccountId)
  const quoted = await requestQuote(context, payer)

  await executeIfQuoted(context, quoted)

  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('QTE-36', 'a quote that does not exist is not executed', async ({ platform, random }) => {
  const response = await platform.transfers.execute(`Quote:${random.uuid()}`)

  expectQuoteNotFound(response)
})

for (const changes of [{}, { immediatelyExecute: false }]) {
  check('QTE-37', `a quote created with ${JSON.stringify(changes)} moves no money`, async (context) => {
    const payer = await context.arrange('agent', {})
    const spent = await watchSpending(context, payer.sourceAccountId)
    usableQuote(await requestQuote(context, payer))

    const response = await requestQuote(context, payer, changes)

    // The contract shows immediatelyExecute for agents only, so the platform's may be rejected.
    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    await executeAnotherQuote(context)
    expect(await spent(), 'paid by the source account').toBe(0)
  })
}

check('QTE-38', 'with immediatelyExecute the creation debits the total from the source', async (context) => {
  const payer = await context.arrange('agent', {})
  const spent = await watchSpending(context, payer.sourceAccountId)

  const { totalSendingAmount } = usableQuote(
    authorized(await requestQuote(context, payer, { immediatelyExecute: true })),
  )

  expect(await pollPayment(context, spent, totalSendingAmount)).toBe(totalSendingAmount)
})

check('QTE-40', 'without funds an execution moves no money', async (context) => {
  const { payer, quoteId } = await createPlatformQuote(context)
  await context.arrange('drain-source', { agentId: payer.agentId, sourceAccountId: payer.sourceAccountId })
  const spent = await watchSpending(context, payer.sourceAccountId)

  const response = await executeUntilFound(context, quoteId)

  expect(response.status).toBeLessThan(500)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(0)
})
