/** Test payments require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { createFundableQuote, fundAccount, funding } from './funded.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'fundInternalAccount',
    arrange: async (context) => {
      const accountId = await fundAccount(context)
      return {
        send: ({ sandbox }) => sandbox.fund(accountId, funding()),
        effect: () => readBalance(context.arrange, accountId),
      }
    },
  },
  {
    operation: 'sendInSandbox',
    arrange: async (context) => {
      const payment = await createFundableQuote(context)
      return { send: ({ sandbox }) => sandbox.send(payment) }
    },
  },
]

requirePlatformCredentials('SBX-04', OPERATIONS)
rejectAgentTokens('SBX-20', OPERATIONS)
