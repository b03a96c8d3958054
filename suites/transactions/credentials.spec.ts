/** Reading and cancelling transactions requires the platform's credentials (contract: Authentication). */
import { valueAt } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { pollTransaction } from './executed-transaction.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'getTransaction',
    arrange: async (context) => {
      const { transactionId } = await context.arrange('transaction', { outcome: 'SETTLED' })
      await pollTransaction(context, transactionId)
      return { send: (platform) => platform.transaction(transactionId) }
    },
  },
  {
    operation: 'cancelTransaction',
    arrange: async (context) => {
      const { transactionId } = await context.arrange('transaction', { outcome: 'CANCELLABLE' })
      return {
        send: ({ transactions }) => transactions.cancel(transactionId),
        // Not the status: a transaction in progress may change between the two reads.
        effect: async () =>
          /cancell?ed/i.test(String(valueAt((await pollTransaction(context, transactionId)).body, 'status'))),
      }
    },
  },
]

requirePlatformCredentials('TRX-03', OPERATIONS.slice(0, 1))
requirePlatformCredentials('TRX-24', OPERATIONS.slice(1))
rejectAgentTokens('TRX-30', OPERATIONS)
