import type { StateValues } from '../../spec/index.ts'
import type { Setting } from '../call.ts'
import { newCardholder, setUpCard } from '../provider-states/cards.ts'
import type { CardState } from '../resources/cards.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

/** A card in the one state, and the request that changes it. */
const updating = (setting: Setting, state: CardState, body: object): ErrorRequest => ({
  method: 'PATCH',
  path: `/cards/${setUpCard(setting, { state }).cardId}`,
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
  CARDHOLDER_KYC_NOT_APPROVED: (setting) => issuing(newCardholder(setting, 'PENDING')),
  INVALID_STATE_TRANSITION: (setting) => updating(setting, 'FROZEN', { state: 'FROZEN' }),
  CARD_ALREADY_CLOSED: (setting) => updating(setting, 'CLOSED', { state: 'CLOSED' }),
  CARD_NOT_MUTABLE: (setting) => {
    const { internalAccountId } = newCardholder(setting)
    return updating(setting, 'CLOSED', { fundingSources: [internalAccountId] })
  },
  CARD_LIMIT_REACHED: (setting) => issuing(setUpCard(setting, { state: 'ACTIVE' })),
} satisfies ErrorConditions
