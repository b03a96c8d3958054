/** Authorization comes before execution (contract: Quote, status). */
import {
  check,
  expect,
  type CheckContext,
  type CheckedResponse,
  type CheckOptions,
} from '../../fixtures/index.ts'
import { executeAnotherQuote, pollPayment, watchSpending } from '../agent-management/spending.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import {
  authorizeIfRequired,
  createChallengedQuote,
  createAccountQuote,
  executeOnceAuthorized,
} from './challenged-quote.ts'
import { arrangeScaCustomer, type ScaCustomer } from './sca-customer.ts'
import { awaits, expectNotExecuted } from './expectations.ts'

check(
  'SCA-09',
  'real-time funding is not executed before it is authorized',
  { needs: 'funding.realtime' },
  async (context) => {
    const { customer, quoteId, read } = await createChallengedQuote(context)

    await context.agent(customer.accessToken).executeQuote(quoteId)

    expectNotExecuted(await read())
  },
)

/** Requests that execute a quote from an account. */
const EXECUTIONS: readonly {
  readonly how: string
  readonly options?: CheckOptions
  readonly execute: (
    context: CheckContext,
    quote: { readonly customer: ScaCustomer; readonly quoteId: string },
  ) => Promise<CheckedResponse>
}[] = [
  {
    how: 'its agent executes it',
    execute: ({ agent }, { customer, quoteId }) => agent(customer.accessToken).executeQuote(quoteId),
  },
  {
    how: 'the platform executes it',
    options: { operations: ['executeQuote'], areas: ['cross-currency-transfers'] },
    execute: ({ platform }, { quoteId }) => platform.transfers.execute(quoteId),
  },
  {
    how: 'another one is executed at its creation',
    execute: ({ agent, random }, { customer }) =>
      agent(customer.accessToken).createQuote(
        quoteRequest(customer, { immediatelyExecute: true }),
        random.uuid(),
      ),
  },
]

for (const { how, options = {}, execute } of EXECUTIONS) {
  const title = `if a quote from an account awaits authorization, no money moves when ${how}`
  check('SCA-09', title, options, async (context) => {
    const customer = await arrangeScaCustomer(context)
    const { agent, quoteId } = await createAccountQuote(context, customer)
    const before = await agent.quote(quoteId)
    const spent = await watchSpending(context, customer.sourceAccountId)

    await execute(context, { customer, quoteId })

    await executeAnotherQuote(context)
    expect({ awaited: awaits(before), paid: (await spent()) > 0 }).not.toEqual({ awaited: true, paid: true })
  })
}

check('SCA-10', 'a quote from an account is executed once it is authorized', async (context) => {
  const customer = await arrangeScaCustomer(context)
  const quote = await createAccountQuote(context, customer)
  await authorizeIfRequired(context, customer, quote)
  const spent = await watchSpending(context, customer.sourceAccountId)

  await executeOnceAuthorized(context, customer, quote, spent)

  const paid = await pollPayment(context, spent, quote.totalSendingAmount)
  expect(paid, 'paid by the source account').toBe(quote.totalSendingAmount)
})
