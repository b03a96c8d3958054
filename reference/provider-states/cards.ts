import type { StateValues } from '../../spec/index.ts'
import type { Setting } from '../call.ts'
import { issueCard } from '../operations/cards.ts'
import type { Cardholder } from '../resources/cards.ts'
import { newCustomer, newInternalAccount } from './customer.ts'
import { oneOf, type Params } from './params.ts'
import type { SetUps } from './states.ts'

/** A cardholder without a card, and an account that one can be issued against. */
export function newCardholder(
  setting: Setting,
  kycStatus: Cardholder['kycStatus'] = 'APPROVED',
): StateValues['card-kyc'] {
  const cardholder: Cardholder = { id: setting.rules.newId('Cardholder'), kycStatus }
  setting.store.cardholders.set(cardholder.id, cardholder)
  const account = newInternalAccount(setting, newCustomer(setting).id, 'USD', 100_000n)
  return { cardholderId: cardholder.id, internalAccountId: account.id }
}

export function setUpCard(setting: Setting, params: Params): StateValues['card'] {
  const state = oneOf(params, 'state', ['ACTIVE', 'FROZEN', 'CLOSED'])
  const holder = newCardholder(setting)
  return {
    ...holder,
    cardId: issueCard(setting, holder.cardholderId, holder.internalAccountId, state).id,
  }
}

export const cardsStates = {
  card: setUpCard,
  'card-limit': (setting) => setUpCard(setting, { state: 'ACTIVE' }),
  'card-kyc': (setting) => newCardholder(setting, 'PENDING'),
} satisfies Partial<SetUps>
