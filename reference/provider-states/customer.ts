import type { Setting } from '../call.ts'
import type { Customer, InternalAccount } from '../resources/payments.ts'

/** @param platformCustomerId the platform's own identifier; left out: a fresh one */
export function newCustomer({ rules, store }: Setting, platformCustomerId?: string): Customer {
  const id = rules.newId('Customer')
  const customer = { id, platformCustomerId: platformCustomerId ?? `customer-${id.slice(-12)}` }
  store.customers.set(id, customer)
  return customer
}

export function newInternalAccount(
  { rules, store }: Setting,
  customerId: string,
  currency: string,
  balance: bigint,
): InternalAccount {
  const account = { id: rules.newId('InternalAccount'), customerId, currency, balance }
  store.internalAccounts.set(account.id, account)
  return account
}
