import { grouped } from '../grouped.ts'
import { precedes, type Findings, type Observation } from './observation.ts'
import { seenAgain, type Sighting } from './sightings.ts'

/** A resource in one state, as a reading operation shows it. */
export interface SeenIn {
  readonly sighting: Sighting
  /** Member that tells the state. */
  readonly property: string
  readonly state: string
}

/** The states of resources in the responses of reading operations; what tells no known state is left out. */
export const seenInStates = (
  sightings: readonly Sighting[],
  properties: readonly string[],
  states: ReadonlySet<string>,
): readonly SeenIn[] =>
  sightings
    .filter(({ observation }) => observation.method === 'GET')
    .flatMap((sighting) => {
      const property = properties.find((name) => states.has(sighting.value[name] as string))
      return property === undefined ? [] : [{ sighting, property, state: sighting.value[property] as string }]
    })

/**
 * Moves that two sightings by one reading operation show and that are not possible. Another operation may still show
 * what was, for as long as consistency takes; so may requests that were under way at once, which are not compared.
 *
 * @param couldBreak whether a move from this sighting could be impossible at all
 */
export function impossibleMoves(
  seen: readonly SeenIn[],
  couldBreak: (earlier: SeenIn) => boolean,
  isPossible: (earlier: SeenIn, later: SeenIn) => boolean,
): Findings {
  const known = new Map(seen.map((one) => [one.sighting, one]))
  const pairs = seenAgain(seen.map(({ sighting }) => sighting))
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
        exchange: later.sighting.observation.exchange,
        at: `${later.sighting.at}/${later.property}`,
        message: `${later.sighting.id} went ${earlier.state} → ${later.state} (before: exchange ${earlier.sighting.observation.exchange})`,
      })),
  }
}

/** Whether a request about the resource went out. */
export const concerns = ({ url, requestBody = '' }: Observation, id: string): boolean =>
  decodeURIComponent(url).includes(id) || requestBody.includes(id)
