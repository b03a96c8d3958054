/** Cards require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { issuing, requireFreeSlot } from './freed-slot.ts'
import { arrangeCardIn, readState } from './arranged-card.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'createCard',
    // The account of a closed card: a card can be issued against it, and the cardholder has no other.
    arrange: async (context) => {
      const holder = await arrangeCardIn(context, 'CLOSED')
      return {
        send: ({ cards }) => cards.create(issuing(holder)),
        shows: holder.cardholderId,
        requireUsable: requireFreeSlot,
      }
    },
  },
  {
    operation: 'listCards',
    arrange: async (context) => {
      const { cardId } = await arrangeCardIn(context, 'ACTIVE')
      return { send: ({ cards }) => cards.list(), shows: cardId }
    },
  },
  {
    operation: 'getCard',
    arrange: async (context) => {
      const { cardId } = await arrangeCardIn(context, 'ACTIVE')
      return { send: ({ cards }) => cards.get(cardId) }
    },
  },
  {
    operation: 'updateCard',
    arrange: async (context) => {
      const { cardId } = await arrangeCardIn(context, 'ACTIVE')
      return {
        send: ({ cards }) => cards.move(cardId, 'FROZEN'),
        effect: () => readState(context, cardId),
      }
    },
  },
]

requirePlatformCredentials('CRD-26', OPERATIONS)
rejectAgentTokens('CRD-60', OPERATIONS)
