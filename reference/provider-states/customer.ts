import type { ServerContext } from '../call.ts'
import type { Customer, InternalAccount } from '../resources/payments.ts'

/** An active customer, with a new platformCustomerId unless one is given. */
export function newCustomer(
  { rules, store }: ServerContext,
  given: Partial<Omit<Customer, 'id'>> = {},
): Customer {
  const id = rules.newId('Customer')
  const customer: Customer = {
    id,
    platformCustomerId: `customer-${id.slice(-12)}`,
    isActive: true,
    information: {},
    ...given,
  }
  store.customers.set(id, customer)
  return customer
}

export function newInternalAccount(
  { rules, store }: ServerContext,
  customerId: string,
  currency: string,
  balance: bigint,
): InternalAccount {
  const account = { id: rules.newId('InternalAccount'), customerId, currency, balance }
  store.internalAccounts.set(account.id, account)
  return account
}
