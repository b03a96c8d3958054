import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { reservedAmount } from '../resources/reserved-amount.ts'
import { named, Unsupported, type Params } from './params.ts'

export function drainSource({ store }: ServerContext, params: Params): StateValues['drain-source'] {
  const agent = named(store.agents, params, 'agentId')
  const account = named(store.internalAccounts, params, 'sourceAccountId')
  if (account.id !== agent.sourceAccountId)
    throw new Unsupported('The account is not the source of the agent.')
  account.balance = 0n
  return {}
}

/** Reads without changing anything. Only internal accounts have a known balance. */
export function accountBalance(
  { rules, store }: ServerContext,
  params: Params,
): StateValues['account-balance'] {
  const account = named(store.internalAccounts, params, 'accountId')
  return { amount: Number(rules.shownBalance(account, () => reservedAmount(store, account.id))) }
}
