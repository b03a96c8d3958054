import type { ServerContext } from '../call.ts'
import { newCustomer } from '../provider-states/customer.ts'
import { newExternalAccount } from '../provider-states/external-account.ts'
import type { ExternalAccount } from '../resources/payments.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

const COLLECTION = '/customers/external-accounts'

const bankAccount = (accountNumber: string): ExternalAccount['accountInfo'] => ({
  accountType: 'USD_ACCOUNT',
  accountNumber,
  routingNumber: '021000021',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' },
})

/** Creates a dollar account of the customer. */
const creation = (customerId: string, accountInfo: ExternalAccount['accountInfo']): ErrorRequest => ({
  method: 'POST',
  path: COLLECTION,
  auth: 'PLATFORM',
  body: { customerId, currency: 'USD', ownershipType: 'FIRST_PARTY', accountInfo },
})

const newBankAccount = (server: ServerContext): ExternalAccount =>
  newExternalAccount(server, newCustomer(server).id, 'USD', bankAccount('1234567890'))

export const externalAccountsErrorConditions = {
  /** The bank has returned the micro-entries: there is no such account. */
  INVALID_BANK_ACCOUNT(server) {
    server.store.refusedBankAccounts.add('4000000000')
    return creation(newCustomer(server).id, bankAccount('4000000000'))
  },
  /** The bank has not confirmed the micro-entries yet. */
  BANK_ACCOUNT_VALIDATION_PENDING(server) {
    const { id } = newBankAccount(server)
    server.store.bankAccountsInValidation.add(id)
    return { method: 'POST', path: `${COLLECTION}/${id}/trust`, auth: 'PLATFORM' }
  },
  DUPLICATE_EXTERNAL_ACCOUNT(server) {
    const { customerId, accountInfo } = newBankAccount(server)
    return creation(String(customerId), accountInfo)
  },
  ACCOUNT_NOT_FOUND: ({ rules }) => ({
    method: 'GET',
    path: `${COLLECTION}/${rules.newId('ExternalAccount')}`,
    auth: 'PLATFORM',
  }),
  BENEFICIARY_TRUSTED(server) {
    const account = newBankAccount(server)
    account.trusted = true
    return { method: 'DELETE', path: `${COLLECTION}/${account.id}`, auth: 'PLATFORM' }
  },
} satisfies ErrorConditions
