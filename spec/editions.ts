/** Requirements that count in an edition. A later requirement cannot fail a deployment that was judged before. */
import type { Challenge, Edition, Requirement } from './model.ts'

/**
 * The catalogue of an edition. A requirement that is newer than the edition, or a SHOULD there, is a SHOULD, with the
 * first edition in which it is a MUST.
 *
 * @param edition number of one of `editions`, which are in order
 * @param challenges an upheld one makes its requirement a SHOULD in every edition
 */
export function inEdition<Judged extends Requirement>(
  requirements: readonly Judged[],
  editions: readonly Edition[],
  edition: number,
  challenges: readonly Challenge[] = [],
): readonly Judged[] {
  const chosen = new Set(editions.find((each) => each.edition === edition)?.MUST)
  return requirements.map((requirement) => {
    const { id, specified } = requirement
    if (!specified) return requirement
    if (chosen.has(id) && isUpheld(challenges, id)) return { ...requirement, level: 'SHOULD', upheld: true }
    if (chosen.has(id)) return { ...requirement, level: 'MUST' }
    const later = editions.find((each) => each.edition > edition && each.MUST.includes(id))?.edition
    const next = requirement.level === 'MUST' ? editions.length + 1 : undefined
    const enters = later ?? next
    return { ...requirement, level: 'SHOULD', ...(enters === undefined ? {} : { enters }) }
  })
}

/** Whether a challenge of a requirement was upheld. */
const isUpheld = (challenges: readonly Challenge[], id: string): boolean =>
  challenges.some(({ requirement, state }) => requirement === id && state === 'upheld')

/** Whether an edition has a requirement, as a MUST or as a SHOULD. */
export const isIn = ({ MUST, SHOULD }: Edition, id: string): boolean =>
  MUST.includes(id) || SHOULD.includes(id)
