/** Test payments require the platform's credentials (contract: Authentication). */
import { valueAt } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  showsEffect,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { fundAccount, funding } from './funded.ts'
import { createFundableQuote } from './paid-quote.ts'

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
    needs: 'funding.realtime',
    arrange: async (context) => {
      const { payment } = await createFundableQuote(context)
      return {
        send: ({ sandbox }) => sandbox.send(payment),
        effect: showsEffect(
          () => context.platform.transfers.quote(String(valueAt(payment, 'quoteId'))),
          ({ body }) => ['PROCESSING', 'COMPLETED'].includes(String(valueAt(body, 'status'))),
        ),
      }
    },
  },
]

requirePlatformCredentials('SBX-04', OPERATIONS)
rejectAgentTokens('SBX-20', OPERATIONS)
