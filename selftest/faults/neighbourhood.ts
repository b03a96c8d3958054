import { requirements, type RequirementId } from '../../spec/index.ts'

/** Checks create resources side by side, so that those of one check do not follow each other at once. */
const REACH = 16

/** A resource with some of those that were created just before and after it. */
export function neighbours<Resource>(
  resource: Resource,
  all: readonly Resource[],
  reach: number,
): readonly Resource[] {
  const index = all.indexOf(resource)
  return all.slice(Math.max(0, index - reach), index + reach + 1)
}

/** A resource with those that were created shortly before and after it. */
export const neighbourhood = <Resource>(resource: Resource, all: readonly Resource[]): readonly Resource[] =>
  neighbours(resource, all, REACH)

/** Every requirement whose id begins so. */
export const flow = (...names: readonly string[]): readonly RequirementId[] =>
  requirements.map(({ id }) => id).filter((id) => names.includes(id.slice(0, 3)))
