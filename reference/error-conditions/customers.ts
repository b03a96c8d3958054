import { randomUUID } from 'node:crypto'
import { newCustomer } from '../provider-states/customer.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'
import { requireCode } from './require-code.ts'

const creation = (body: object): ErrorRequest => ({
  method: 'POST',
  path: '/customers',
  auth: 'PLATFORM',
  body: { platformCustomerId: `customer-${randomUUID()}`, customerType: 'INDIVIDUAL', ...body },
})

/** Error conditions of customers, and of requests that create or name one. */
export const customersErrorConditions = {
  INVALID_INPUT: ({ rules }) =>
    requireCode(
      'INVALID_INPUT',
      rules.invalidFields(rules.customerTypeErrors({ customerType: 'ALIEN' })),
      creation({ customerType: 'ALIEN' }),
    ),
  END_USER_TERMS_VERSION_NOT_FOUND: () =>
    creation({ endUserTerms: { agreement: 'END_USER_TERMS', version: '1999-01' } }),
  USER_NOT_FOUND: ({ rules }) =>
    requireCode('USER_NOT_FOUND', rules.customerNotFound, {
      method: 'PATCH',
      path: `/customers/${rules.newId('Customer')}`,
      auth: 'PLATFORM',
      body: { fullName: 'Ada King' },
    }),
  CONFLICT: (server) => creation({ platformCustomerId: newCustomer(server).platformCustomerId }),
  UMA_ADDRESS_EXISTS: (server) => {
    const umaAddress = `$ada-${randomUUID().slice(0, 8)}@reference.example`
    newCustomer(server, { information: { umaAddress } })
    return creation({ umaAddress })
  },
  BULK_UPLOAD_JOB_NOT_FOUND: ({ rules }) =>
    requireCode('BULK_UPLOAD_JOB_NOT_FOUND', rules.customerUploadJobNotFound, {
      method: 'GET',
      path: `/customers/bulk/jobs/${rules.newId('BulkUploadJob')}`,
      auth: 'PLATFORM',
    }),
} satisfies ErrorConditions
