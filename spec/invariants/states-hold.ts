/**
 * The state tables of the contract (States and transitions), applied to observed states; transitions that it does not
 * show pass.
 */
import type { StateTable } from '../model.ts'
import { statesOf, type TableName } from '../state-tables.ts'
import { isRecord, succeeded, type Invariant, type Observation } from './observation.ts'
import { concerns, impossibleTransitions, seenInStates } from './seen-transitions.ts'
import { resourcesRead, observationsOf } from './state-observations.ts'

const stateSet = (name: TableName, tables?: readonly StateTable[]): ReadonlySet<string> =>
  new Set(statesOf(name, tables))

/** CLOSED is final (contract: Card status). The identifier of a card may have any type. */
export const closedCardsStayClosed: Invariant = (history, { stateTables }) =>
  impossibleTransitions(
    seenInStates(
      resourcesRead(['getCard', 'listCards'], history),
      ['state', 'status'],
      stateSet('Card', stateTables),
    ),
    ({ state }) => state === 'CLOSED',
    (_, { state }) => state === 'CLOSED',
  )

const OVER: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'EXPIRED'])

/** A final status never changes (contract: Quote status). */
export const quotesStayOver: Invariant = (history, { stateTables }) =>
  impossibleTransitions(
    seenInStates(observationsOf('Quote', history), ['status'], stateSet('Quote', stateTables)),
    ({ state }) => OVER.has(state),
    (_, { state }) => OVER.has(state),
  )

/** From these states, the service's operator changes an enablement. */
const BY_OPERATOR: ReadonlySet<string> = new Set(['ENABLING', 'ENABLED', 'DISABLED'])

/** Only a request leads to PENDING_APPROVAL, and only from NOT_ENABLED (contract: Stablecoin Service enablement). */
export const enablementKeepsOperatorsState: Invariant = (history, { stateTables }) => {
  const wasRequested = once((id) => wasAccepted(history, 'requestStablecoinEnablement', id))
  return impossibleTransitions(
    seenInStates(
      resourcesRead(['getStablecoin', 'listStablecoins'], history),
      ['enablementStatus', 'enablement', 'serviceEnablement', 'status'],
      stateSet('Stablecoin enablement', stateTables),
    ),
    ({ state }) => BY_OPERATOR.has(state),
    ({ observed: { id } }, { state }) => state !== 'PENDING_APPROVAL' || wasRequested(id),
  )
}

/**
 * An account whose verification failed is not ACTIVE again without a new challenge (contract: External account status,
 * UNVERIFIED). A list may show accounts of other checks, whose challenges are not in this history.
 */
export const unverifiedNeedsChallenge: Invariant = (history, { stateTables }) => {
  const isOwn = once((id) => history.some((seen) => isAbout(seen, id)))
  const wasChallenged = once((id) => wasAccepted(history, 'startOwnershipChallenge', id))
  return impossibleTransitions(
    seenInStates(
      observationsOf('ExternalAccount', history),
      ['status'],
      stateSet('External account', stateTables),
    ),
    ({ observed: { id }, state }) => state === 'UNVERIFIED' && isOwn(id),
    ({ observed: { id } }, { state }) => state !== 'ACTIVE' || wasChallenged(id),
  )
}

/** Searches a history once for each resource, and not for each of its observations. */
function once(search: (id: string) => boolean): (id: string) => boolean {
  const found = new Map<string, boolean>()
  return (id) => {
    const isFound = found.get(id) ?? search(id)
    found.set(id, isFound)
    return isFound
  }
}

/** Whether the check used or created the resource itself. */
const isAbout = (seen: Observation, id: string): boolean =>
  concerns(seen, id) || (seen.method === 'POST' && isRecord(seen.body) && seen.body.id === id)

const wasAccepted = (history: readonly Observation[], operation: Observation['operation'], id: string) =>
  history.some((seen) => seen.operation === operation && succeeded(seen) && concerns(seen, id))
