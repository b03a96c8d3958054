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
  type AccountQuote,
} from './challenged-quote.ts'
import { isExecuted } from '../sandbox/paid-quote.ts'
import { approveIfPending } from './approve-if-pending.ts'
import { arrangeScaCustomer, type ScaCustomer } from './sca-customer.ts'
import { awaits, expectNotExecuted } from './expectations.ts'

check(
  'SCA-09',
  'real-time funding is not executed before it is authorized',
  { needs: 'funding.realtime' },
  async (context) => {
    const { quoteId, requester, read } = await createChallengedQuote(context)

    await requester.executeQuote(quoteId)

    expectNotExecuted(await read())
  },
)

/** Requests that execute a quote from an account. */
const EXECUTIONS: readonly {
  readonly how: string
  readonly options?: CheckOptions
  readonly execute: (
    context: CheckContext,
    quote: Pick<AccountQuote, 'quoteId' | 'requester'> & { readonly customer: ScaCustomer },
  ) => Promise<CheckedResponse>
}[] = [
  {
    how: 'its agent executes it',
    options: { operations: ['createAgentQuote', 'executeAgentQuote'] },
    execute: (_, { requester, quoteId }) => requester.executeQuote(quoteId),
  },
  {
    how: 'the platform executes it',
    options: { operations: ['executeQuote'], areas: ['cross-currency-transfers'] },
    execute: ({ platform }, { quoteId }) => platform.transfers.execute(quoteId),
  },
  {
    how: 'another one is executed at its creation',
    execute: ({ random }, { customer, requester }) =>
      requester.createQuote(quoteRequest(customer, { immediatelyExecute: true }), random.uuid()),
  },
]

for (const { how, options = {}, execute } of EXECUTIONS) {
  const title = `if a quote from an account awaits authorization, no money moves when ${how}`
  check('SCA-09', title, options, async (context) => {
    const customer = await arrangeScaCustomer(context)
    const { requester, quoteId } = await createAccountQuote(context, customer)
    const before = await requester.quote(quoteId)
    const spent = await watchSpending(context, customer.sourceAccountId)

    await execute(context, { customer, requester, quoteId })

    await executeAnotherQuote(context)
    const isPaid = (await spent()) > 0
    expect(awaits(before) && isPaid, 'money moves before the authorization').toBe(false)
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

check('SCA-52', 'an approval executes no quote that awaits authorization', async (context) => {
  const customer = await arrangeScaCustomer(context, { executionMode: 'APPROVAL_REQUIRED' })
  const quote = await createAccountQuote(context, customer)
  const before = await quote.requester.quote(quote.quoteId)
  const spent = await watchSpending(context, customer.sourceAccountId)
  const executed = await quote.requester.executeQuote(quote.quoteId)

  await approveIfPending(context, customer, quote, executed)

  await executeAnotherQuote(context)
  const after = await quote.requester.quote(quote.quoteId)
  const isPaid = isExecuted(after) && (await spent()) > 0
  expect(awaits(before) && isPaid, 'money moves before the authorization').toBe(false)
})

check('SCA-52', 'an authorization executes no quote that awaits approval', async (context) => {
  const customer = await arrangeScaCustomer(context, { executionMode: 'APPROVAL_REQUIRED' })
  const quote = await createAccountQuote(context, customer)
  const spent = await watchSpending(context, customer.sourceAccountId)

  await authorizeIfRequired(context, customer, quote)

  await executeAnotherQuote(context)
  const after = await quote.requester.quote(quote.quoteId)
  const isPaid = isExecuted(after) && (await spent()) > 0
  expect(isPaid, 'money moves before the approval').toBe(false)
})
