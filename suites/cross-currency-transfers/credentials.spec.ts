/** The platform's quotes and lookups take its credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { watchSpending } from '../agent-management/spending.ts'
import { acceptedPayer } from './accepted-payer.ts'
import { platformQuote } from './platform-quote.ts'
import { externalAccountReceiver, umaReceiver } from './receivers.ts'

const QUOTES: readonly GuardedOperation[] = [
  {
    operation: 'createQuote',
    arrange: async (stage) => {
      const payer = await acceptedPayer(stage)
      return {
        send: ({ transfers }) =>
          transfers.createQuote(quoteRequest(payer, { immediatelyExecute: true }), stage.random.uuid()),
        effect: await watchSpending(stage, payer.sourceAccountId),
      }
    },
  },
  {
    operation: 'getQuote',
    arrange: async (stage) => {
      const { quoteId } = await platformQuote(stage)
      return { send: ({ transfers }) => transfers.quote(quoteId) }
    },
  },
  {
    operation: 'executeQuote',
    arrange: async (stage) => {
      const { payer, quoteId } = await platformQuote(stage)
      return {
        send: ({ transfers }) => transfers.execute(quoteId),
        effect: await watchSpending(stage, payer.sourceAccountId),
      }
    },
  },
]

const ACCOUNT_LOOKUP: GuardedOperation = {
  operation: 'lookUpExternalAccount',
  arrange: async (stage) => {
    const { destination } = await externalAccountReceiver(stage)
    return { send: ({ transfers }) => transfers.externalAccountReceiver(String(destination.accountId)) }
  },
}

const UMA_LOOKUP: GuardedOperation = {
  operation: 'lookUpUmaReceiver',
  arrange: async (stage) => {
    const { destination } = await umaReceiver(stage)
    return { send: ({ transfers }) => transfers.umaReceiver(String(destination.umaAddress)) }
  },
}

requirePlatformCredentials('QTE-14', QUOTES.slice(0, 2))
requirePlatformCredentials('QTE-41', QUOTES.slice(2))
rejectAgentTokens('QTE-70', QUOTES)
requirePlatformCredentials('LKP-08', [ACCOUNT_LOOKUP, UMA_LOOKUP])
rejectAgentTokens('LKP-40', [ACCOUNT_LOOKUP])
