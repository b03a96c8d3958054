import type { PlatformOperation } from '../call.ts'
import { currencyObject } from '../currencies.ts'
import { Refused } from '../errors.ts'
import type { InternalAccount } from '../resources/payments.ts'
import { embeddedWallet } from './embedded-wallet-auth.ts'
import { inTwoSteps } from './wallet-signature.ts'

/** One page holds them all: a customer has few accounts. */
const listOf = (accounts: readonly InternalAccount[], platform: ReadonlySet<string>) => ({
  status: 200,
  body: {
    data: accounts.map(({ id, customerId, currency, balance }) => ({
      id,
      ...(!platform.has(id) && { customerId }),
      balance: { amount: Number(balance), currency: currencyObject(currency) },
    })),
    hasMore: false,
    totalCount: accounts.length,
  },
})

const listCustomerInternalAccounts: PlatformOperation = ({ rules, store }, { query }) => {
  if (query.customerId === undefined) throw new Refused(rules.customerOfAccountsMissing())
  const accounts = rules.internalAccountsOf(store.internalAccounts.values(), query.customerId)
  return listOf(accounts, store.platformAccountIds)
}

const listPlatformInternalAccounts: PlatformOperation = ({ rules, store }) =>
  listOf(
    rules.internalAccountsOfPlatform(store.internalAccounts.values(), store.platformAccountIds),
    store.platformAccountIds,
  )

/** A signed action: what leaves the service is the wallet itself. */
const exportInternalAccount: PlatformOperation = (setting, call) => {
  const { id } = embeddedWallet(setting, call.parameter('id'))
  return inTwoSteps(
    setting,
    call,
    { accountId: id, subject: `exportInternalAccount ${id}`, basis: '[]' },
    () => ({
      status: 200,
      body: { id, encryptedWallet: Buffer.from(`wallet of ${id}`).toString('base64') },
    }),
  )
}

/** Operations of internal accounts, by the names of their bindings and the credentials they take. */
export const internalAccountsOperations = {
  platform: { listCustomerInternalAccounts, listPlatformInternalAccounts, exportInternalAccount },
  agent: {},
  open: {},
}
