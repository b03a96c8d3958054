/** Authorization comes before execution (contract: Quote, status). */
import { check, expect } from '../../fixtures/index.ts'
import { executeAnotherQuote, pollPayment, watchSpending } from '../agent-management/spending.ts'
import { createQuoteFor } from '../agent-management/executable-quote.ts'
import {
  authorizeIfRequired,
  createChallengedQuote,
  executeOnceAuthorized,
  arrangeScaCustomer,
} from './challenged-quote.ts'
import { awaits, expectNotExecuted } from './expectations.ts'

check('SCA-09', 'real-time funding is not executed before it is authorized', async (context) => {
  const { customer, quoteId, read } = await createChallengedQuote(context)

  await context.agent(customer.accessToken).executeQuote(quoteId)

  expectNotExecuted(await read())
})

check(
  'SCA-09',
  'if a quote from an account awaits authorization, no money moves before it',
  async (context) => {
    const customer = await arrangeScaCustomer(context)
    const { agent, quoteId } = await createQuoteFor(
      customer,
      context.agent(customer.accessToken),
      context.random,
    )
    const before = await agent.quote(quoteId)
    const spent = await watchSpending(context, customer.sourceAccountId)

    await agent.executeQuote(quoteId)

    await executeAnotherQuote(context)
    expect({ awaited: awaits(before), paid: (await spent()) > 0 }).not.toEqual({ awaited: true, paid: true })
  },
)

check('SCA-10', 'a quote from an account is executed once it is authorized', async (context) => {
  const customer = await arrangeScaCustomer(context)
  const quote = await createQuoteFor(customer, context.agent(customer.accessToken), context.random)
  await authorizeIfRequired(context, customer, quote)
  const spent = await watchSpending(context, customer.sourceAccountId)

  await executeOnceAuthorized(context, customer, quote, spent)

  const paid = await pollPayment(context, spent, quote.totalSendingAmount)
  expect(paid, 'paid by the source account').toBe(quote.totalSendingAmount)
})
