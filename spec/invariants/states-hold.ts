/**
 * The state tables of the contract (States and transitions), applied to observed states; transitions that it does not
 * show pass.
 */
import { statesOf, type TableName } from '../state-tables.ts'
import { succeeded, type Invariant, type Observation } from './observation.ts'
import { concerns, impossibleTransitions, seenInStates } from './seen-transitions.ts'
import { resourcesRead, observationsOf } from './state-observations.ts'

const stateSet = (name: TableName): ReadonlySet<string> => new Set(statesOf(name))

/** CLOSED is final (contract: Card status). The identifier of a card may have any type. */
export const closedCardsStayClosed: Invariant = (history) =>
  impossibleTransitions(
    seenInStates(resourcesRead(['getCard', 'listCards'], history), ['state', 'status'], stateSet('Card')),
    ({ state }) => state === 'CLOSED',
    (_, { state }) => state === 'CLOSED',
  )

const OVER: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'EXPIRED'])

/** A final status never changes (contract: Quote status). */
export const quotesStayOver: Invariant = (history) =>
  impossibleTransitions(
    seenInStates(observationsOf('Quote', history), ['status'], stateSet('Quote')),
    ({ state }) => OVER.has(state),
    (_, { state }) => OVER.has(state),
  )

/** From these states, the service's operator changes an enablement. */
const BY_OPERATOR: ReadonlySet<string> = new Set(['ENABLING', 'ENABLED', 'DISABLED'])

/** Only a request leads to PENDING_APPROVAL, and only from NOT_ENABLED (contract: Stablecoin Service enablement). */
export const enablementKeepsOperatorsState: Invariant = (history) =>
  impossibleTransitions(
    seenInStates(
      resourcesRead(['getStablecoin', 'listStablecoins'], history),
      ['enablementStatus', 'enablement', 'serviceEnablement', 'status'],
      stateSet('Stablecoin enablement'),
    ),
    ({ state }) => BY_OPERATOR.has(state),
    ({ observed: { id } }, { state }) =>
      state !== 'PENDING_APPROVAL' || wasAccepted(history, 'requestStablecoinEnablement', id),
  )

/**
 * An account whose verification failed is not ACTIVE again without a new challenge (contract: External account status,
 * UNVERIFIED).
 */
export const unverifiedNeedsChallenge: Invariant = (history) =>
  impossibleTransitions(
    seenInStates(observationsOf('ExternalAccount', history), ['status'], stateSet('External account')),
    ({ state }) => state === 'UNVERIFIED',
    ({ observed: { id } }, { state }) =>
      state !== 'ACTIVE' || wasAccepted(history, 'startOwnershipChallenge', id),
  )

const wasAccepted = (history: readonly Observation[], operation: Observation['operation'], id: string) =>
  history.some((seen) => seen.operation === operation && succeeded(seen) && concerns(seen, id))
