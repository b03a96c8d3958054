import { grouped } from '../grouped.ts'
import { strayMoves } from './action-moves.ts'
import { precedes, type Monitor } from './observation.ts'
import { seenAgain, sightingsOf } from './sightings.ts'

/**
 * The status of an action moves only as its table says (contract: States, Agent action status). Sightings by one
 * reading operation are compared: another may still show what was, for as long as consistency takes.
 */
export const actionsMoveLawfully: Monitor = (history) => {
  const actions = sightingsOf('AgentAction', history).filter(
    ({ observation, value }) => observation.method === 'GET' && typeof value.status === 'string',
  )
  const again = seenAgain(actions).flatMap((group) => [
    ...grouped(group, ({ observation }) => observation.operation).values(),
  ])
  return {
    judged: again.flat().length,
    broken: again.flatMap((group) =>
      group.flatMap((later) =>
        group
          .filter(({ observation }) => precedes(observation, later.observation))
          .flatMap((earlier) => strayMoves([String(earlier.value.status), String(later.value.status)]))
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
