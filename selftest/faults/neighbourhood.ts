import { requirements, type RequirementId } from '../../spec/index.ts'

/** Checks create resources side by side, so that those of one check do not follow each other at once. */
const REACH = 16

/** A resource with those that were created shortly before and after it. */
export function neighbourhood<Resource>(resource: Resource, all: readonly Resource[]): readonly Resource[] {
  const index = all.indexOf(resource)
  return all.slice(Math.max(0, index - REACH), index + REACH + 1)
}

/** Every requirement whose id begins so. */
export const flow = (...names: readonly string[]): readonly RequirementId[] =>
  requirements.map(({ id }) => id).filter((id) => names.includes(id.slice(0, 3)))
