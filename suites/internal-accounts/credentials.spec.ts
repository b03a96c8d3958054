/** Internal accounts require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { arrangeExportableWallet } from './exportable-wallet.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'listCustomerInternalAccounts',
    arrange: async ({ arrange }) => {
      const { customerId, sourceAccountId } = await arrange('agent', {})
      return {
        send: ({ internalAccounts }) => internalAccounts.ofCustomer(customerId),
        shows: sourceAccountId,
      }
    },
  },
  {
    operation: 'listPlatformInternalAccounts',
    arrange: async ({ arrange }) => {
      const { accountId } = await arrange('platform-internal-account', {})
      return { send: ({ internalAccounts }) => internalAccounts.ofPlatform(), shows: accountId }
    },
  },
  {
    operation: 'exportInternalAccount',
    needs: 'wallets.embedded',
    // The signed retry: without valid credentials it is rejected although its signature is right.
    arrange: async (context) => {
      const { accountId, request, key, payloadToSign, requestId } = await arrangeExportableWallet(context)
      const step = { signature: key.sign(payloadToSign), requestId }
      return { send: ({ internalAccounts }) => internalAccounts.export(accountId, request, step) }
    },
  },
]

requirePlatformCredentials('INT-04', OPERATIONS)
rejectAgentTokens('INT-05', OPERATIONS)
