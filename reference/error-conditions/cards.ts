import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { newCardholder, setUpCard } from '../provider-states/cards.ts'
import type { CardState } from '../resources/cards.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

/** A card in one state, and the request that changes it. */
const updating = (server: ServerContext, state: CardState, body: object): ErrorRequest => ({
  method: 'PATCH',
  path: `/cards/${setUpCard(server, { state }).cardId}`,
  auth: 'PLATFORM',
  body,
})

const issuing = ({ cardholderId, internalAccountId }: Readonly<StateValues['card-kyc']>): ErrorRequest => ({
  method: 'POST',
  path: '/cards',
  auth: 'PLATFORM',
  body: { cardholderId, form: 'VIRTUAL', fundingSources: [internalAccountId] },
})

export const cardsErrorConditions = {
  CARDHOLDER_KYC_NOT_APPROVED: (server) => issuing(newCardholder(server, 'PENDING')),
  INVALID_STATE_TRANSITION: (server) => updating(server, 'FROZEN', { state: 'FROZEN' }),
  CARD_ALREADY_CLOSED: (server) => updating(server, 'CLOSED', { state: 'CLOSED' }),
  CARD_NOT_MUTABLE: (server) => {
    const { internalAccountId } = newCardholder(server)
    return updating(server, 'CLOSED', { fundingSources: [internalAccountId] })
  },
  CARD_LIMIT_REACHED: (server) => issuing(setUpCard(server, { state: 'ACTIVE' })),
} satisfies ErrorConditions
