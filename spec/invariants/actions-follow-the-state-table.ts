import { grouped } from '../grouped.ts'
import { disallowedTransitions } from './action-transitions.ts'
import { precedes, type Invariant } from './observation.ts'
import { observedAgain, observationsOf } from './state-observations.ts'

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
    violations: again.flatMap((group) =>
      group.flatMap((later) =>
        group
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
      ),
    ),
  }
}
