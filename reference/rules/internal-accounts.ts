import type { Refusal } from '../errors.ts'
import type { InternalAccount } from '../resources/payments.ts'

/** What the contract rules on internal accounts. */
export const internalAccountsRules = {
  /** The accounts of the customer who is asked for. */
  internalAccountsOf(accounts: Iterable<InternalAccount>, customerId: string): readonly InternalAccount[] {
    const found: InternalAccount[] = []
    for (const account of accounts) if (account.customerId === customerId) found.push(account)
    return found
  },

  /** The accounts that are held on behalf of the platform, and of no customer. */
  internalAccountsOfPlatform: (
    accounts: Iterable<InternalAccount>,
    platformAccountIds: ReadonlySet<string>,
  ): readonly InternalAccount[] => [...accounts].filter(({ id }) => platformAccountIds.has(id)),

  /** A page of the list holds so many; a customer has few accounts. */
  internalAccountsPerPage: (): number => 10_000,

  /** Accounts before the page after the one that ends there. */
  internalAccountsCursor: (end: number): number => end,

  customerOfAccountsMissing: (): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'customerId is required.',
  }),
}
