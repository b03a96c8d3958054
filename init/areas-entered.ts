/** Areas as a person enters them: ids, or numbers of the list that `assay init` shows. */
import { nearest } from '../fixtures/config/nearest.ts'
import { areas, requirements, type AreaId } from '../spec/index.ts'
import { assayError } from '../errors/index.ts'

/** Areas that have requirements. */
export const judgedAreas: readonly AreaId[] = areas
  .map(({ id }) => id)
  .filter(
    (id) => id !== 'conventions' && requirements.some(({ area, specified }) => area === id && specified),
  )

/** The areas with their numbers, in the order of the contract. */
export const areaList = (): string =>
  judgedAreas
    .map((id, index) => {
      const { title } = areas.find((area) => area.id === id)!
      return `  ${String(index + 1).padStart(2)}  ${id.padEnd(30)}${title}\n`
    })
    .join('')

/**
 * Areas from ids, numbers and ranges of numbers, with commas or spaces between.
 *
 * @throws AssayError for the first invalid word, with a suggestion
 */
export function areasFrom(text: string): readonly AreaId[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  return [...new Set(words.flatMap(areasOf))]
}

function areasOf(word: string): readonly AreaId[] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? []
  if (first !== undefined) {
    const [from, to] = [Number(first), Number(last)]
    if (from >= 1 && to <= judgedAreas.length && from <= to) return judgedAreas.slice(from - 1, to)
    throw assayError('area-number-unknown', { entered: word, count: judgedAreas.length })
  }
  const known = areas.map(({ id }) => id)
  const found = known.find((id) => id === word.toLowerCase())
  if (found !== undefined) return [found]
  throw assayError('area-unknown', { entered: word, meant: nearest(word, known), known: judgedAreas })
}
