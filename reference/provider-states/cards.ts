import { statesOf, type StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { issueCard } from '../operations/cards.ts'
import type { Cardholder } from '../resources/cards.ts'
import { newCustomer, newInternalAccount } from './customer.ts'
import { oneOf, type Params } from './params.ts'
import type { SetUps } from './states.ts'

/** A cardholder without a card, and an account that one can be issued against. */
export function newCardholder(
  server: ServerContext,
  kycStatus: Cardholder['kycStatus'] = 'APPROVED',
): StateValues['card-kyc'] {
  const cardholder: Cardholder = { id: server.rules.newId('Cardholder'), kycStatus }
  server.store.cardholders.set(cardholder.id, cardholder)
  const account = newInternalAccount(server, newCustomer(server).id, 'USD', 100_000n)
  return { cardholderId: cardholder.id, internalAccountId: account.id }
}

export function setUpCard(server: ServerContext, params: Params): StateValues['card'] {
  const state = oneOf(params, 'state', statesOf('Card'))
  const holder = newCardholder(server)
  return {
    ...holder,
    cardId: issueCard(server, holder.cardholderId, holder.internalAccountId, state).id,
  }
}

export const cardsStates = {
  card: setUpCard,
  'card-limit': (server) => setUpCard(server, { state: 'ACTIVE' }),
  'card-kyc': (server) => newCardholder(server, 'PENDING'),
} satisfies Partial<SetUps>
