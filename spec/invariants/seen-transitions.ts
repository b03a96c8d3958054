import { grouped } from '../grouped.ts'
import { tryDecodeUri } from '../try-decode-uri.ts'
import { precedes, type InvariantViolations, type Observation } from './observation.ts'
import { observedAgain, type StateObservation } from './state-observations.ts'

/** A resource in one state, as a reading operation returns it. */
export interface SeenIn {
  readonly observed: StateObservation
  /** Field with the state. */
  readonly property: string
  readonly state: string
}

/** The states of resources in the responses of reading operations; without unknown states. */
export const seenInStates = (
  observations: readonly StateObservation[],
  properties: readonly string[],
  states: ReadonlySet<string>,
): readonly SeenIn[] =>
  observations
    .filter(({ observation }) => observation.method === 'GET')
    .flatMap((observed) => {
      const property = properties.find((name) => states.has(observed.value[name] as string))
      return property === undefined ? [] : [{ observed, property, state: observed.value[property] as string }]
    })

/**
 * Impossible transitions between two observations by one reading operation. Another operation may return older data for
 * as long as consistency takes; so may concurrent requests, which are not compared.
 *
 * @param couldBreak whether any transition from this observation is impossible
 */
export function impossibleTransitions(
  seen: readonly SeenIn[],
  couldBreak: (earlier: SeenIn) => boolean,
  isPossible: (earlier: SeenIn, later: SeenIn) => boolean,
): InvariantViolations {
  const known = new Map(seen.map((one) => [one.observed, one]))
  const pairs = observedAgain(seen.map(({ observed }) => observed))
    .flatMap((group) => [...grouped(group, ({ observation }) => observation.operation).values()])
    .flatMap((group) => {
      const able = group.filter((one) => couldBreak(known.get(one)!))
      return group.flatMap((later) => {
        const earlier = able.findLast((one) => precedes(one.observation, later.observation))
        return earlier ? [{ earlier: known.get(earlier)!, later: known.get(later)! }] : []
      })
    })
  return {
    judged: pairs.length,
    violations: pairs
      .filter(({ earlier, later }) => !isPossible(earlier, later))
      .map(({ earlier, later }) => ({
        exchange: later.observed.observation.exchange,
        at: `${later.observed.at}/${later.property}`,
        message: `${later.observed.id} went ${earlier.state} → ${later.state} (before: exchange ${earlier.observed.observation.exchange})`,
      })),
  }
}

/** Whether a request about the resource was sent. */
export const concerns = ({ url, requestBody = '' }: Observation, id: string): boolean =>
  tryDecodeUri(url).includes(id) || requestBody.includes(id)
