/** Customers require the platform's credentials (contract: Authentication). */
import { valueAt } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { createCustomer, explained, readCustomer } from './created-customer.ts'
import { arrangeCustomerChange, arrangeCustomerBody, shownOf } from './customer-fields.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'createCustomer',
    // The platformCustomerId is taken: had a rejected request created the customer, the accepted one would conflict.
    arrange: async (context) => {
      const body = await arrangeCustomerBody(context)
      return { send: async ({ customers }) => explained(context, await customers.create(body)) }
    },
  },
  {
    operation: 'getCustomer',
    arrange: async (context) => {
      const { customerId } = await createCustomer(context)
      await readCustomer(context, customerId)
      return { send: ({ customers }) => customers.get(customerId) }
    },
  },
  {
    operation: 'updateCustomer',
    arrange: async (context) => {
      const change = await arrangeCustomerChange(context)
      const { customerId } = await createCustomer(context)
      await readCustomer(context, customerId)
      return {
        send: ({ customers }) => customers.update(customerId, change),
        changesNew: true,
        effect: async () => {
          const { body } = await readCustomer(context, customerId)
          return { id: valueAt(body, 'id'), ...shownOf(body, change) }
        },
      }
    },
  },
]

const UPLOADS: GuardedOperation = {
  operation: 'getCustomerUploadJob',
  arrange: async ({ arrange }) => {
    const { jobId } = await arrange('customer-upload-job', {})
    return { send: ({ customers }) => customers.uploadJob(jobId) }
  },
}

requirePlatformCredentials('CUS-22', OPERATIONS)
rejectAgentTokens('CUS-30', [...OPERATIONS, UPLOADS])
requirePlatformCredentials('CUS-31', [UPLOADS])
