/** Authorization comes before execution (contract: Quote, status). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { asLongAsAnExecutionTakes, paidInFull, watchSpending } from '../agent-management/spending.ts'
import { quoteOf } from '../agent-management/executable-quote.ts'
import {
  authorizedWhereAsked,
  awaits,
  challengedQuote,
  executedOnceAuthorized,
  scaCustomer,
} from './challenged-quote.ts'

check('SCA-09', 'real-time funding is not executed before it is authorized', async (context) => {
  const { customer, quoteId, read } = await challengedQuote(context)

  await context.agent(customer.accessToken).executeQuote(quoteId)

  const seen = await read()
  expect(['PENDING_AUTHORIZATION', 'FAILED', 'EXPIRED']).toContain(valueAt(seen.body, 'status'))
})

check(
  'SCA-09',
  'where a quote from an account awaits authorization, no money moves before',
  async (context) => {
    const customer = await scaCustomer(context)
    const { agent, quoteId } = await quoteOf(customer, context.agent(customer.accessToken), context.random)
    const before = await agent.quote(quoteId)
    const spent = await watchSpending(context, customer.sourceAccountId)

    await agent.executeQuote(quoteId)

    await asLongAsAnExecutionTakes(context)
    expect({ awaited: awaits(before), paid: (await spent()) > 0 }).not.toEqual({ awaited: true, paid: true })
  },
)

check('SCA-10', 'a quote from an account is executed once it is authorized', async (context) => {
  const customer = await scaCustomer(context)
  const quote = await quoteOf(customer, context.agent(customer.accessToken), context.random)
  await authorizedWhereAsked(context, customer, quote)
  const spent = await watchSpending(context, customer.sourceAccountId)

  await executedOnceAuthorized(context, customer, quote, spent)

  const paid = await paidInFull(context, spent, quote.totalSendingAmount)
  expect(paid, 'paid by the source account').toBe(quote.totalSendingAmount)
})
