import type { Capability, Requirement } from '../model.ts'
import { shaped } from './shaped.ts'
import { capabilitiesSchema } from './source-schemas.ts'

/**
 * Reads the capabilities.
 *
 * @throws Error for a duplicate id, an unknown requirement, or a requirement that is not specified
 */
export function readCapabilities(
  source: unknown,
  requirements: readonly Requirement[],
): readonly Capability[] {
  const judged = new Set(requirements.filter(({ specified }) => specified).map(({ id }) => id))
  const taken = new Set<string>()
  return shaped(capabilitiesSchema, source, 'capabilities.yaml').map(
    ({ id, title, requirements: whole, partly = [] }) => {
      const place = `capabilities.yaml, ${id}`
      if (taken.has(id)) throw new Error(`${place}: the id is given twice`)
      taken.add(id)
      const unknown = [...whole, ...partly].find((requirement) => !judged.has(requirement))
      if (unknown !== undefined) throw new Error(`${place}: ${unknown} is not a judged requirement`)
      return { id, title, requirements: whole, partly }
    },
  )
}
