/** The platform's quotes and lookups require its credentials (contract: Authentication). */
import { bearer, check, expect, type CheckContext } from '../../fixtures/index.ts'
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { quoteRequest, type QuoteRequest } from '../agent-operations/quote-request.ts'
import { createExecutableQuote } from '../agent-management/executable-quote.ts'
import { pendingActionAtCreation } from '../agent-management/pending-action.ts'
import { spentUnreserved } from '../agent-management/reservation.ts'
import { executeAnotherQuote, watchSpending } from '../agent-management/spending.ts'
import { isAccepted } from '../expectations.ts'
import { ACCEPTED_OR_REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'
import { arrangeAcceptedPayer } from './accepted-payer.ts'
import { createPlatformQuote, requestQuote } from './platform-quote.ts'
import { externalAccountReceiver, umaReceiver } from './receivers.ts'

/**
 * Execution at creation, if it is accepted: the contract shows it for agents only. Without it, nothing shows the effect
 * of a rejected request.
 */
async function acceptedChanges(context: CheckContext): Promise<QuoteRequest> {
  const changes = { immediatelyExecute: true }
  const response = await requestQuote(context, await context.arrange('agent', {}), changes)
  return isAccepted(response) ? changes : {}
}

const QUOTES: readonly GuardedOperation[] = [
  {
    operation: 'createQuote',
    arrange: async (context) => {
      const payer = await arrangeAcceptedPayer(context)
      const changes = await acceptedChanges(context)
      return {
        send: ({ transfers }) => transfers.createQuote(quoteRequest(payer, changes), context.random.uuid()),
        effect: await watchSpending(context, payer.sourceAccountId),
      }
    },
  },
  {
    operation: 'getQuote',
    arrange: async (context) => {
      const { quoteId } = await createPlatformQuote(context)
      return { send: ({ transfers }) => transfers.quote(quoteId) }
    },
  },
  {
    operation: 'executeQuote',
    arrange: async (context) => {
      const { payer, quoteId } = await createPlatformQuote(context)
      return {
        send: ({ transfers }) => transfers.execute(quoteId),
        effect: await watchSpending(context, payer.sourceAccountId),
      }
    },
  },
]

const ACCOUNT_LOOKUP: GuardedOperation = {
  operation: 'lookUpExternalAccount',
  arrange: async (context) => {
    const { destination } = await externalAccountReceiver(context)
    return { send: ({ transfers }) => transfers.externalAccountReceiver(String(destination.accountId)) }
  },
}

const UMA_LOOKUP: GuardedOperation = {
  operation: 'lookUpUmaReceiver',
  arrange: async (context) => {
    const { destination } = await umaReceiver(context)
    return { send: ({ transfers }) => transfers.umaReceiver(String(destination.umaAddress)) }
  },
}

requirePlatformCredentials('QTE-14', QUOTES.slice(0, 2))
requirePlatformCredentials('QTE-41', QUOTES.slice(2))
rejectAgentTokens('QTE-70', QUOTES)
requirePlatformCredentials('LKP-08', [ACCOUNT_LOOKUP, UMA_LOOKUP])
rejectAgentTokens('LKP-40', [ACCOUNT_LOOKUP])

check('QTE-84', "an agent's token does not execute its own quote for the platform", async (context) => {
  const { holder, quoteId } = await createExecutableQuote(context, { executionMode: 'APPROVAL_REQUIRED' })
  const spent = await watchSpending(context, holder.sourceAccountId)

  const response = await context.platform.presenting(bearer(holder.accessToken)).transfers.execute(quoteId)

  expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('QTE-101', "an agent's token pays nothing at creation for the platform", async (context) => {
  const holder = await context.arrange('agent', { executionMode: 'APPROVAL_REQUIRED' })
  const spent = await watchSpending(context, holder.sourceAccountId)
  const { transfers } = context.platform.presenting(bearer(holder.accessToken))

  const response = await transfers.createQuote(
    quoteRequest(holder, { immediatelyExecute: true }),
    context.random.uuid(),
  )

  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED, 401)
  await executeAnotherQuote(context)
  const pending = () => pendingActionAtCreation(context, response, holder)
  expect(await spentUnreserved(context, spent, pending), 'paid by the source account').toBe(0)
})
