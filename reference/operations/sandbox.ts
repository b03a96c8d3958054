import type { PlatformOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'

const fundInternalAccount: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const { amount } = call.body()
  const account = rules.accountToFund(store.internalAccounts, call.parameter('accountId'))
  if (!account) throw new Refused(rules.accountToFundNotFound)
  if (!rules.testAmountIsValid(amount)) throw invalidField(server, 'amount')
  rules.creditTestMoney(account, amount)
  return {
    status: 200,
    body: { id: account.id, currency: account.currency, balance: rules.serialiseAmount(account.balance) },
  }
}

const sendInSandbox: PlatformOperation = ({ rules, store, now }, call) => {
  const quote = rules.quoteToFund(store.quotes, call.body().quoteId)
  if (!quote) throw new Refused(rules.quoteToFundNotFound)
  if (quote.status === 'PENDING' && !rules.paymentIsLate(quote, now())) quote.status = 'PROCESSING'
  return { status: 200, body: { quoteId: quote.id, status: quote.status } }
}

/** Operations of the sandbox, by the names of their bindings and the credentials they take. */
export const sandboxOperations = {
  platform: { fundInternalAccount, sendInSandbox },
  agent: {},
  open: {},
}
