import { areas, requirements, type Requirement } from '../spec/index.ts'
import { nearest } from '../fixtures/deployment/nearest.ts'
import { UsageError } from './usage-error.ts'

/**
 * The words of `--only`, each an area or a requirement id, given apart or with commas between.
 *
 * @throws UsageError with the nearest known word for one that is neither
 */
export function selection(words: readonly string[]): readonly string[] {
  const known = [...areas.map(({ id }) => id), ...requirements.map(({ id }) => id)] as readonly string[]
  return words
    .flatMap((word) => word.split(','))
    .filter((word) => word !== '')
    .map((word) => {
      const found = known.find((name) => name.toLowerCase() === word.toLowerCase())
      if (found !== undefined) return found
      const meant = nearest(word, known)
      throw new UsageError(
        `--only: ${word} is neither an area nor a requirement.`,
        meant ? `Did you mean ${meant}? \`assay list\` shows them all.` : '`assay list` shows them all.',
      )
    })
}

/** The requirements that a selection names; all when it is empty. */
export const selected = (only: readonly string[]): readonly Requirement[] =>
  only.length === 0
    ? requirements
    : requirements.filter(({ id, area }) => only.includes(id) || only.includes(area))
