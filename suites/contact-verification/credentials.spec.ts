/** Sending and confirming codes requires the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { requestCode, CONTACTS } from './contacts.ts'

const OPERATIONS: readonly GuardedOperation[] = CONTACTS.flatMap((contact) => [
  {
    operation: contact.sendOperation,
    arrange: async ({ arrange }) => {
      const { customerId } = await arrange('customer', { contactVerification: true })
      return { send: (platform) => contact.send(platform, customerId) }
    },
  },
  {
    operation: contact.confirmOperation,
    arrange: async (context) => {
      const { customerId, code } = await requestCode(context, contact)
      return { send: (platform) => contact.confirm(platform, customerId, { code }) }
    },
  },
])

requirePlatformCredentials('CON-11', OPERATIONS)
rejectAgentTokens('CON-15', OPERATIONS)
