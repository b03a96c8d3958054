import type { ReferenceResponse } from '../reference-response.ts'
import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { currencyObject } from '../currencies.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { newCustomer, newInternalAccount } from '../provider-states/customer.ts'
import type { InternalAccount } from '../resources/payments.ts'
import { reservedAmount } from '../resources/reserved-amount.ts'
import { embeddedWallet } from './embedded-wallet-auth.ts'
import { inTwoSteps } from './wallet-signature.ts'

/** The cursor is the number of accounts before the page. */
function listOf(
  { rules, store }: ServerContext,
  accounts: readonly InternalAccount[],
  { cursor = '0', limit = 'Infinity' }: Call['query'],
): ReferenceResponse {
  const start = Number(cursor)
  const end = start + Math.min(rules.internalAccountsPerPage, Number(limit))
  const hasMore = end < accounts.length
  return {
    status: 200,
    body: {
      data: accounts.slice(start, end).map((account) => {
        const { id, customerId, currency } = account
        const balance = rules.shownBalance(account, () => reservedAmount(store, id))
        return {
          id,
          ...(!store.platformAccountIds.has(id) && { customerId }),
          type: store.embeddedWallets.has(id) ? 'EMBEDDED_WALLET' : 'INTERNAL_FIAT',
          balance: { amount: Number(balance), currency: currencyObject(currency) },
        }
      }),
      hasMore,
      ...(hasMore && { nextCursor: String(end) }),
      totalCount: accounts.length,
    },
  }
}

const listCustomerInternalAccounts: PlatformOperation = (server, { query }) => {
  const { rules, store } = server
  if (query.customerId === undefined) throw new Refused(rules.customerOfAccountsMissing)
  return listOf(server, rules.internalAccountsOf(store.internalAccounts.values(), query.customerId), query)
}

/** A platform has one account from the start. */
function openPlatformAccount(server: ServerContext): void {
  const account = newInternalAccount(server, newCustomer(server).id, 'USD', 0n)
  server.store.platformAccountIds.add(account.id)
}

const listPlatformInternalAccounts: PlatformOperation = (server, { query }) => {
  const { rules, store } = server
  if (store.platformAccountIds.size === 0) openPlatformAccount(server)
  const accounts = rules.internalAccountsOfPlatform(store.internalAccounts.values(), store.platformAccountIds)
  return listOf(server, accounts, query)
}

/** A signed action: it exports the wallet itself. */
const exportInternalAccount: PlatformOperation = (server, call) => {
  const { id } = embeddedWallet(server, call.parameter('id'))
  const { targetPublicKey: key } = call.body()
  if (typeof key !== 'string') throw invalidField(server, 'targetPublicKey')
  return inTwoSteps(
    server,
    call,
    { accountId: id, subject: `exportInternalAccount ${id}`, basis: key },
    (signedKey) => {
      if (!server.rules.exportIsSigned(key, signedKey))
        throw new Refused(server.rules.walletSignatureMismatch)
      return { status: 200, body: { id, encryptedWallet: Buffer.from(`wallet of ${id}`).toString('base64') } }
    },
  )
}

/** Operations of internal accounts, by the names of their bindings and the credentials they take. */
export const internalAccountsOperations = {
  platform: { listCustomerInternalAccounts, listPlatformInternalAccounts, exportInternalAccount },
  agent: {},
  open: {},
}
