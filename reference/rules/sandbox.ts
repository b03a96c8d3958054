import { refusal } from '../errors.ts'
import type { InternalAccount, Quote } from '../resources/payments.ts'

/** Why requests are rejected. */
const refusals = {
  accountToFundNotFound: refusal(404, 'ACCOUNT_NOT_FOUND', 'There is no such internal account.'),
  quoteToFundNotFound: refusal(404, 'QUOTE_NOT_FOUND', 'No such quote waits for funding.'),
}

/** Contract: What the service does, row Sandbox; the bodies of its operations are defaults of Assay. */
export const sandboxRules = {
  ...refusals,

  /** An integer in the smallest unit (Conventions). */
  testAmountIsValid: (amount: unknown): amount is number =>
    typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0,

  accountToFund: (
    accounts: ReadonlyMap<string, InternalAccount>,
    accountId: string,
  ): InternalAccount | undefined => accounts.get(accountId),

  creditTestMoney: (account: InternalAccount, amount: number): void => {
    account.balance += BigInt(Math.round(amount))
  },

  /** A quote past `expiresAt` is not executed (Resources, Quote). */
  paymentIsLate: ({ expiresAt }: Quote, now: number): boolean => now >= expiresAt,

  /** A quote that waits for real-time funding. */
  quoteToFund: (quotes: ReadonlyMap<string, Quote>, quoteId: unknown): Quote | undefined => {
    const quote = quotes.get(String(quoteId))
    return quote?.source.sourceType === 'REALTIME_FUNDING' ? quote : undefined
  },
}
