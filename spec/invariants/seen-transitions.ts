import { grouped } from '../grouped.ts'
import { precedes, type InvariantViolations, type Observation } from './observation.ts'
import { seenAgain, type StateObservation } from './state-observations.ts'

/** A resource in one state, as a reading operation shows it. */
export interface SeenIn {
  readonly observed: StateObservation
  /** Member that tells the state. */
  readonly property: string
  readonly state: string
}

/** The states of resources in the responses of reading operations; what tells no known state is left out. */
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
 * Moves that two observations by one reading operation show and that are not possible. Another operation may still show
 * what was, for as long as consistency takes; so may requests that were under way at once, which are not compared.
 *
 * @param couldBreak whether a move from this observation could be impossible at all
 */
export function impossibleTransitions(
  seen: readonly SeenIn[],
  couldBreak: (earlier: SeenIn) => boolean,
  isPossible: (earlier: SeenIn, later: SeenIn) => boolean,
): InvariantViolations {
  const known = new Map(seen.map((one) => [one.observed, one]))
  const pairs = seenAgain(seen.map(({ observed }) => observed))
    .flatMap((group) => [...grouped(group, ({ observation }) => observation.operation).values()])
    .flatMap((group) =>
      group.flatMap((later) => {
        const earlier = group.findLast(
          (one) => precedes(one.observation, later.observation) && couldBreak(known.get(one)!),
        )
        return earlier ? [{ earlier: known.get(earlier)!, later: known.get(later)! }] : []
      }),
    )
  return {
    judged: pairs.length,
    broken: pairs
      .filter(({ earlier, later }) => !isPossible(earlier, later))
      .map(({ earlier, later }) => ({
        exchange: later.observed.observation.exchange,
        at: `${later.observed.at}/${later.property}`,
        message: `${later.observed.id} went ${earlier.state} → ${later.state} (before: exchange ${earlier.observed.observation.exchange})`,
      })),
  }
}

/** Whether a request about the resource went out. */
export const concerns = ({ url, requestBody = '' }: Observation, id: string): boolean =>
  decodeURIComponent(url).includes(id) || requestBody.includes(id)
