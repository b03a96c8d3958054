import { defaultContract, type Catalogue } from '../spec/contract.ts'
import type { Requirement } from '../spec/model.ts'
import { nearest } from '../fixtures/config/nearest.ts'
import { assayError } from '../errors/index.ts'

/** All requirements whose id begins so: `QUO`, `QUO-*` or `QUO-2*`. */
const PREFIX = /^([a-z]+)(?:-(\d*)\*)?$/i

/**
 * The words of `--only`: areas, requirement ids or prefixes of ids, separate or with commas between.
 *
 * @param option that has the words, for the message
 * @param catalogue of the version of the contract; default: the one that Assay was made for
 * @throws AssayError with the most similar word for an unknown one
 */
export function selection(
  words: readonly string[],
  option = '--only',
  { areas, requirements }: Catalogue = defaultContract.catalogue,
): readonly string[] {
  const known = [...areas.map(({ id }) => id), ...requirements.map(({ id }) => id)] as readonly string[]
  const chosen = words
    .flatMap((word) => word.split(','))
    .filter((word) => word !== '')
    .flatMap((word) => {
      const found = known.find((name) => name.toLowerCase() === word.toLowerCase())
      if (found !== undefined) return [found]
      const [, letters, digits = ''] = PREFIX.exec(word) ?? []
      const beginning = `${letters?.toUpperCase()}-${digits}`
      const ids = requirements.map(({ id }) => id).filter((id) => id.startsWith(beginning))
      if (letters !== undefined && ids.length > 0) return ids
      const prefixes = new Set(requirements.map(({ id }) => id.replace(/-\d+$/, '')))
      const meant = nearest(word, [...known, ...prefixes])
      throw assayError('selection-unknown', { option, word, meant })
    })
  return [...new Set(chosen)]
}

/** The requirements that a selection names; all when it is empty. */
export const selected = (
  only: readonly string[],
  requirements: readonly Requirement[] = defaultContract.catalogue.requirements,
): readonly Requirement[] =>
  only.length === 0
    ? requirements
    : requirements.filter(({ id, area }) => only.includes(id) || only.includes(area))

/**
 * A selection without skipped requirements. An area without skipped requirements stays one word.
 *
 * @throws AssayError if the selection is empty
 */
export function withoutSkipped(
  only: readonly string[],
  skip: readonly string[],
  catalogue: Catalogue = defaultContract.catalogue,
): readonly string[] {
  if (skip.length === 0) return only
  const skipped = new Set(selected(skip, catalogue.requirements).map(({ id }) => id))
  const left = selected(only, catalogue.requirements).filter(({ id }) => !skipped.has(id))
  if (left.length === 0) throw assayError('selection-empty')
  const isWhole = ({ area }: Requirement) =>
    catalogue.requirements.every((one) => one.area !== area || left.includes(one))
  return [...new Set(left.map((one) => (isWhole(one) ? one.area : one.id)))]
}
