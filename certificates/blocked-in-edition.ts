import type { Conformance } from '../reports/conformance.ts'
import { defaultContract, isIn } from '../spec/index.ts'

/** Ids of the blocked requirements of the edition. Those of a later one are no part of what is certified. */
export function blockedInEdition({
  edition,
  requirements,
}: Pick<Conformance, 'edition' | 'requirements'>): readonly string[] {
  const frozen = defaultContract.catalogue.editions.find((one) => one.edition === edition)
  return requirements
    .filter(({ id, verdict }) => verdict === 'blocked' && (frozen === undefined || isIn(frozen, id)))
    .map(({ id }) => id)
}
