import { randomUUID } from 'node:crypto'
import type { ServerContext } from '../call.ts'
import { newCounterparty } from '../counterparty.ts'
import { newInternalAccount } from '../provider-states/customer.ts'
import type { PayerDataField } from '../resources/cross-currency-transfers.ts'
import type { Customer } from '../resources/payments.ts'
import { INVITING_DOMAIN } from '../rules/invitations.ts'

/** A new customer has an empty internal account in each of these. */
const OPENED_CURRENCIES = ['USD', 'EUR', 'GBP']

/** The currency of payments to a customer's UMA address. */
const UMA_CURRENCY = 'EUR'

/** The sender information that the service requires from payers of its customers. */
export const SENDER: readonly PayerDataField[] = ['FULL_NAME', 'BIRTH_DATE'].map((name) => ({
  name,
  mandatory: true,
}))

export const newUmaAddress = (): string => `$u${randomUUID().slice(0, 13)}@${INVITING_DOMAIN}`

/** The resources of a customer who was created through the API: accounts, a wallet, a UMA address, cards. */
export function welcome(server: ServerContext, { id, kycStatus, information }: Customer): void {
  const { store } = server
  for (const currency of OPENED_CURRENCIES) newInternalAccount(server, id, currency, 0n)
  const wallet = newInternalAccount(server, id, 'USD', 0n)
  store.embeddedWallets.set(wallet.id, { accountId: wallet.id, provisioned: true })
  store.cardholders.set(id, { id, kycStatus: kycStatus === 'APPROVED' ? kycStatus : 'PENDING' })
  if (typeof information.umaAddress === 'string') receiveAt(server, information.umaAddress)
}

/** The service is the institution of its own customers. */
function receiveAt({ store, now }: ServerContext, umaAddress: string): void {
  if (!umaAddress.endsWith(`@${INVITING_DOMAIN}`)) return
  if (!store.counterparties.has(INVITING_DOMAIN)) {
    store.counterparties.set(INVITING_DOMAIN, newCounterparty(now(), {}, INVITING_DOMAIN))
  }
  store.umaReceivers.set(umaAddress, {
    umaAddress,
    currency: UMA_CURRENCY,
    requiredPayerDataFields: SENDER,
    minimum: 1n,
    maximum: 1_000_000_000n,
  })
}
