/** Requirements whose checks send requests of a rule for every response. Pure. */
import { flowOf } from '../spec/flow-of.ts'

/** A requirement that checks judged, with the exchanges of each. */
interface Judged {
  readonly id: string
  readonly hasPassed: boolean
  readonly checks: readonly { readonly exchanges: readonly string[] }[]
}

const RULES = 'CNV'
/** A run of more is as long as a run of everything. */
const MOST = 8

/**
 * Requirements to judge beside some others, so that a run shows an exchange of each set again. Checks that passed and that
 * another mistake does not touch come first: their run is clean after the correction.
 *
 * @param own requirements that the run judges anyway
 * @param wrong exchanges that show other mistakes
 * @returns undefined: no few requirements show them all
 */
export function requirementsThatShow(
  sets: readonly ReadonlySet<string>[],
  own: readonly string[],
  judged: readonly Judged[],
  wrong: ReadonlySet<string> = new Set(),
): readonly string[] | undefined {
  const ofAreas = judged.filter(({ id }) => flowOf(id) !== RULES).map(sentFor)
  const sentAnyway = new Set(ofAreas.filter(({ id }) => own.includes(id)).flatMap(({ sent }) => sent))
  let left = sets.filter((set) => ![...set].some((id) => sentAnyway.has(id)))
  const chosen: string[] = []
  while (left.length > 0 && chosen.length < MOST) {
    const open = left
    const [best] = ofAreas
      .filter(({ hasPassed, id }) => hasPassed && !chosen.includes(id))
      .map((one) => ({ ...one, shows: open.filter((set) => one.sent.some((id) => set.has(id))) }))
      .filter(({ shows }) => shows.length > 0)
      .toSorted(
        (one, other) =>
          Number(one.sent.some((id) => wrong.has(id))) - Number(other.sent.some((id) => wrong.has(id))) ||
          other.shows.length - one.shows.length ||
          one.checks - other.checks ||
          one.sent.length - other.sent.length,
      )
    if (!best) return undefined
    chosen.push(best.id)
    left = open.filter((set) => !best.shows.includes(set))
  }
  return left.length === 0 ? chosen : undefined
}

const sentFor = ({ id, hasPassed, checks }: Judged) => ({
  id,
  hasPassed,
  checks: checks.length,
  sent: checks.flatMap(({ exchanges }) => exchanges),
})
