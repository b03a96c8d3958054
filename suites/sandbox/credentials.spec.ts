/** Test payments take the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { balanceOf } from '../agent-operations/balance.ts'
import { fundableQuote, fundedAccount, funding } from './funded.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'fundInternalAccount',
    arrange: async (context) => {
      const accountId = await fundedAccount(context)
      return {
        send: ({ sandbox }) => sandbox.fund(accountId, funding()),
        effect: () => balanceOf(context.arrange, accountId),
      }
    },
  },
  {
    operation: 'sendInSandbox',
    arrange: async (context) => {
      const payment = await fundableQuote(context)
      return { send: ({ sandbox }) => sandbox.send(payment) }
    },
  },
]

requirePlatformCredentials('SBX-04', OPERATIONS)
rejectAgentTokens('SBX-20', OPERATIONS)
