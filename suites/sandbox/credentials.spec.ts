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
    arrange: async (stage) => {
      const accountId = await fundedAccount(stage)
      return {
        send: ({ sandbox }) => sandbox.fund(accountId, funding()),
        effect: () => balanceOf(stage.arrange, accountId),
      }
    },
  },
  {
    operation: 'sendInSandbox',
    arrange: async (stage) => {
      const payment = await fundableQuote(stage)
      return { send: ({ sandbox }) => sandbox.send(payment) }
    },
  },
]

requirePlatformCredentials('SBX-04', OPERATIONS)
rejectAgentTokens('SBX-20', OPERATIONS)
