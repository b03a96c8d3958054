import { grouped } from '../grouped.ts'
import { disallowedTransitions } from './action-transitions.ts'
import { precedes, type Invariant } from './observation.ts'
import { observedAgain, observationsOf, type StateObservation } from './state-observations.ts'

/**
 * The status of an action changes only according to its table (contract: States, Agent action status). Compares
 * observations of one reading operation: another one may return older data for as long as consistency takes.
 */
export const actionsFollowTheStateTable: Invariant = (history, { stateTables }) => {
  const actions = observationsOf('AgentAction', history).filter(
    ({ observation, value }) => observation.method === 'GET' && typeof value.status === 'string',
  )
  const again = observedAgain(actions).flatMap((group) => [
    ...grouped(group, ({ observation }) => observation.operation).values(),
  ])
  return {
    judged: again.flat().length,
    violations: again.flatMap((group) => {
      const firsts = firstOfEachStatus(group)
      return group.flatMap((later) =>
        firsts
          .filter(({ observation }) => precedes(observation, later.observation))
          .flatMap((earlier) =>
            disallowedTransitions([String(earlier.value.status), String(later.value.status)], stateTables),
          )
          .slice(0, 1)
          .map((move) => ({
            exchange: later.observation.exchange,
            at: `${later.at}/status`,
            message: `the status of ${later.id} went ${move}, which no path of the table allows`,
          })),
      )
    }),
  }
}

/** What any observation with a status shows, the first received one shows. A client may read an action thousands of times. */
const firstOfEachStatus = (group: readonly StateObservation[]): readonly StateObservation[] =>
  [...grouped(group, ({ value }) => value.status).values()].map((same) =>
    same.reduce((first, one) => (one.observation.receivedAt < first.observation.receivedAt ? one : first)),
  )
