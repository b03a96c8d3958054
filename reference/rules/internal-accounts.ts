import { refusal } from '../errors.ts'
import type { InternalAccount } from '../resources/payments.ts'

/** Why requests are rejected. */
const refusals = {
  customerOfAccountsMissing: refusal(400, 'INVALID_INPUT', 'customerId is required.'),
}

/** Rules of the contract on internal accounts. */
export const internalAccountsRules = {
  ...refusals,

  /** The accounts of the requested customer. */
  internalAccountsOf(accounts: Iterable<InternalAccount>, customerId: string): readonly InternalAccount[] {
    const found: InternalAccount[] = []
    for (const account of accounts) if (account.customerId === customerId) found.push(account)
    return found
  },

  /** The accounts that are held on behalf of the platform, without a customer. */
  internalAccountsOfPlatform: (
    accounts: Iterable<InternalAccount>,
    platformAccountIds: ReadonlySet<string>,
  ): readonly InternalAccount[] => [...accounts].filter(({ id }) => platformAccountIds.has(id)),

  /** What the account holds, whatever awaits approval. */
  shownBalance: ({ balance }: InternalAccount, _reserved: () => bigint): bigint => balance,

  /** The page size of the list: a customer has few accounts, but each run adds some to the platform. */
  internalAccountsPerPage: 100,
}
