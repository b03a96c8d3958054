/** Transfers to another internal account of the agent's customer (contract: Resources, Quote, totalReceivingAmount). */
import { Blocked, listAll, valueAt, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { createQuoteFor, type ExecutableQuote } from './executable-quote.ts'

/** A quote to an internal account of the agent's customer. */
export interface QuoteToOwnAccount extends ExecutableQuote {
  /** What the account has received since. */
  readonly received: () => Promise<number>
}

/**
 * A quote of a new agent, from its source to an internal account of its customer in the receiving currency.
 *
 * @param policy of the agent
 * @throws Blocked when the customer has no such account, or gets no quote to it
 */
export async function createQuoteToOwnAccount(
  context: CheckContext,
  policy: StateParams['agent'] = {},
): Promise<QuoteToOwnAccount> {
  const holder = await context.arrange('agent', policy)
  const { customerId, sourceAccountId, receivingCurrency } = holder
  const page = (cursor?: string) => context.platform.internalAccounts.ofCustomer(customerId, cursor)
  const find = async () =>
    (await listAll(page)).find(
      (item) => item.id !== sourceAccountId && currencyOf(item) === receivingCurrency,
    )
  const accountId = (await context.poll(find, (item) => item !== undefined))?.id
  if (typeof accountId !== 'string') {
    throw new Blocked(
      'deployment-file',
      `the customer that was arranged has no other internal account in ${receivingCurrency}, or the list does not show it`,
      'Open such an account for the customers of the state agent. The contract does not show the fields of an internal account: show its currency as currency.',
    )
  }
  const before = await readBalance(context.arrange, accountId)
  const quote = await createQuoteFor(context, holder, context.agent(holder.accessToken), {
    destination: { destinationType: 'ACCOUNT', accountId },
  })
  return { ...quote, received: async () => (await readBalance(context.arrange, accountId)) - before }
}

/** The code of the currency of an account, which may be in its balance. */
const currencyOf = (account: unknown): unknown =>
  ['currency', 'currency.code', 'balance.currency', 'balance.currency.code']
    .map((path) => valueAt(account, path))
    .find((value) => typeof value === 'string')

/** The total of the quote that its destination must receive. */
export const receivingTotal = ({ created }: ExecutableQuote): unknown =>
  valueAt(created, 'totalReceivingAmount')
