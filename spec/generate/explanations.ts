/** Reads the explanations of the flows and rejects inconsistencies with the catalogue, with entry and remedy. */
import type { Explanation, Requirement } from '../model.ts'

const KEYS = ['flow', 'why', 'fix'] as const

/** @param source explanations by the prefix of requirement ids */
export function readExplanations(
  source: unknown,
  requirements: readonly Requirement[],
): Readonly<Record<string, Explanation>> {
  const explanations = source as Readonly<Record<string, Explanation>>
  const flows = new Set(requirements.map(({ id }) => id.slice(0, 3)))
  const missing = [...flows].find((flow) => !Object.hasOwn(explanations, flow))
  if (missing !== undefined)
    throw new Error(
      `spec/explanations.yaml: ${missing} is missing; say why its requirements matter, and how to mend them`,
    )
  for (const [flow, explanation] of Object.entries(explanations)) {
    const place = `spec/explanations.yaml, ${flow}`
    if (!flows.has(flow)) throw new Error(`${place}: no id begins so; take it out`)
    for (const key of KEYS) if (!explanation[key]) throw new Error(`${place}: ${key} is missing`)
    const unknown = Object.keys(explanation).find((key) => !(KEYS as readonly string[]).includes(key))
    if (unknown !== undefined)
      throw new Error(`${place}: unknown key ${unknown}; allowed are ${KEYS.join(', ')}`)
  }
  return explanations
}
