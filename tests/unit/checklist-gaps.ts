/** What is missing between the contract's checklist, the requirements, the error catalogue and the OpenAPI document. */
import type { Requirement, Rule } from '../../spec/index.ts'

type Schema = Readonly<Record<string, unknown>>

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Section, and row or sentence within it. */
export const placeOf = ({ section, place }: Rule): string => `${section}, ${place}`

/** Rules that no requirement judges, without a reason. */
export const uncoveredRules = (checklist: readonly Rule[]): readonly string[] =>
  checklist
    .filter(({ requirements, nothing }) => requirements.length === 0 && !nothing)
    .map((rule) => `${placeOf(rule)}: ${rule.rule}`)

/** Requirements without a rule of the contract. */
export function groundlessRequirements(
  checklist: readonly Rule[],
  requirements: readonly Requirement[],
): readonly string[] {
  const placed = new Set(checklist.flatMap((rule) => rule.requirements))
  return requirements.filter(({ id }) => !placed.has(id)).map(({ id, title }) => `${id}: ${title}`)
}

/** Enums of the OpenAPI document that no row of the checklist closes and that are no codes of a status. */
export function inventedEnums(
  closedValues: Readonly<Record<string, readonly string[]>>,
  catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>,
  document: Document,
): readonly string[] {
  const closed = [
    ...Object.values(closedValues),
    ...Object.values(catalogue).map((codes) => Object.keys(codes)),
  ].map(asSet)
  return enumsIn(document, '').flatMap(({ at, values }) => (closed.includes(asSet(values)) ? [] : [at]))
}

function enumsIn(
  node: unknown,
  at: string,
): readonly { readonly at: string; readonly values: readonly unknown[] }[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    key === 'enum' && Array.isArray(value) ? [{ at, values: value }] : enumsIn(value, `${at}/${key}`),
  )
}

const asSet = (values: readonly unknown[]) => JSON.stringify(values.map(String).sort())
