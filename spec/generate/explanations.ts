/** Reads the explanations of the flows and rejects inconsistencies with the catalogue, with entry and remedy. */
import type { Explanation, Requirement } from '../model.ts'
import { shaped } from './shaped.ts'
import { explanationsSchema } from './source-schemas.ts'

/** @param source explanations by the prefix of requirement ids */
export function readExplanations(
  source: unknown,
  requirements: readonly Requirement[],
): Readonly<Record<string, Explanation>> {
  const explanations = shaped(explanationsSchema, source, 'explanations.yaml')
  const flows = new Set(requirements.map(({ id }) => id.slice(0, 3)))
  const missing = [...flows].find((flow) => !Object.hasOwn(explanations, flow))
  if (missing !== undefined)
    throw new Error(
      `explanations.yaml: ${missing} is missing; say why its requirements matter, and how to fix a violation`,
    )
  const odd = Object.keys(explanations).find((flow) => !flows.has(flow))
  if (odd !== undefined) throw new Error(`explanations.yaml, ${odd}: no id begins with it; remove it`)
  return explanations
}
