import type { Deployment } from '../fixtures/config/deployment.ts'
import { CONVENTIONS, requirements, unclaimedArea } from '../spec/index.ts'

/**
 * Folders of the suites in which there is something to judge: to load the others costs each process time and memory.
 *
 * @param only areas and ids that the run is restricted to
 * @returns undefined: all
 */
export function foldersOf(
  { areas }: Pick<Deployment, 'areas'>,
  only: readonly string[],
): readonly string[] | undefined {
  const named = new Set(only)
  const judged = requirements.filter(
    (requirement) =>
      unclaimedArea(requirement, areas) === undefined &&
      (named.size === 0 || named.has(requirement.id) || named.has(requirement.area)),
  )
  const folders = [...new Set(judged.map(({ area }) => area))].filter((area) => area !== CONVENTIONS)
  // Every suite judges the response rules.
  return folders.length === 0 ? undefined : folders
}
