import type { Refusal } from '../errors.ts'
import type { InternalAccount, Quote } from '../resources/payments.ts'

/** Contract: What the service does, row Sandbox; what its operations take is a default of Assay. */
export const sandboxRules = {
  /** An integer in the smallest unit (Conventions). */
  testAmountIsValid: (amount: unknown): amount is number =>
    typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0,

  accountToFund: (
    accounts: ReadonlyMap<string, InternalAccount>,
    accountId: string,
  ): InternalAccount | undefined => accounts.get(accountId),

  accountToFundNotFound: (): Refusal => ({
    status: 404,
    code: 'ACCOUNT_NOT_FOUND',
    reason: 'There is no such internal account.',
  }),

  creditTestMoney: (account: InternalAccount, amount: number): void => {
    account.balance += BigInt(Math.round(amount))
  },

  /** A quote that waits for real-time funding. */
  quoteToFund: (quotes: ReadonlyMap<string, Quote>, quoteId: unknown): Quote | undefined => {
    const quote = quotes.get(String(quoteId))
    return quote?.source.sourceType === 'REALTIME_FUNDING' ? quote : undefined
  },

  quoteToFundNotFound: (): Refusal => ({
    status: 404,
    code: 'QUOTE_NOT_FOUND',
    reason: 'No such quote waits for funding.',
  }),
}
