import { flowOf } from '../../spec/flow-of.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'

/** Checks run in parallel, so resources of one check may have other resources between them. */
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

/** Every requirement whose id has this prefix. */
export const flow = (...names: readonly string[]): readonly RequirementId[] =>
  requirements.map(({ id }) => id).filter((id) => names.includes(flowOf(id)))
