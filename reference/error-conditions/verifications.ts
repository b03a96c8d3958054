import { newCustomer } from '../provider-states/customer.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'
import { requireCode } from './require-code.ts'

const verificationOf = (customerId: string): ErrorRequest => ({
  method: 'POST',
  path: '/verifications',
  auth: 'PLATFORM',
  body: { customerId },
})

/** Error conditions of verifications. */
export const verificationsErrorConditions = {
  MISSING_MANDATORY_USER_INFO: (server) => {
    const { id } = newCustomer(server, { information: { customerType: 'INDIVIDUAL' } })
    return verificationOf(id)
  },
  CUSTOMER_NOT_FOUND: ({ rules }) =>
    requireCode('CUSTOMER_NOT_FOUND', rules.customerInBodyNotFound, verificationOf(rules.newId('Customer'))),
  VERIFICATION_NOT_FOUND: ({ rules }) =>
    requireCode('VERIFICATION_NOT_FOUND', rules.verificationNotFound, {
      method: 'GET',
      path: `/verifications/${rules.newId('Verification')}`,
      auth: 'PLATFORM',
    }),
} satisfies ErrorConditions
