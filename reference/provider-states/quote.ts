import type { ServerContext } from '../call.ts'
import { currencies } from '../currencies.ts'
import { newQuote } from '../operations/new-quote.ts'
import type { Quote } from '../resources/payments.ts'
import { newCustomer, newInternalAccount } from './customer.ts'
import { newExternalAccount } from './external-account.ts'

const AMPLE = 1_000_000_000_000n

export interface PlatformQuoteTerms {
  readonly receivingCurrency?: string
  readonly balance?: bigint
  readonly expiresInSeconds?: number | undefined
}

/** A customer with accounts to transfer between. */
export function newPayer(
  server: ServerContext,
  { receivingCurrency, balance = AMPLE }: PlatformQuoteTerms = {},
): {
  readonly customerId: string
  readonly sourceAccountId: string
  readonly destinationAccountId: string
} {
  const { sending, receiving } = server.rules.ordinaryCorridor()
  const { id: customerId } = newCustomer(server)
  const currency = receivingCurrency ?? receiving
  return {
    customerId,
    sourceAccountId: newInternalAccount(server, customerId, sending, balance).id,
    destinationAccountId: newExternalAccount(server, customerId, currency, {
      accountType: currencies.get(currency)?.accountType ?? 'SWIFT_ACCOUNT',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' },
    }).id,
  }
}

/** A quote of the platform for a new customer. */
export function newPlatformQuote(server: ServerContext, terms: PlatformQuoteTerms = {}): Quote {
  const { sourceAccountId, destinationAccountId } = newPayer(server, terms)
  const owner = { ...server.rules.platformAsOwner(), quoteExpiresInSeconds: terms.expiresInSeconds }
  return newQuote(
    server,
    { owner, agent: undefined },
    {
      source: { sourceType: 'ACCOUNT', accountId: sourceAccountId },
      destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    },
  )
}
