/** What is missing between the contract's checklist, the requirements, the error catalogue and the OpenAPI document. */
import type { Requirement, Rule } from '../../spec/index.ts'

type Schema = Readonly<Record<string, unknown>>

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Section, and row or sentence within it. */
export const placeOf = ({ section, place }: Rule): string => `${section}, ${place}`

/** Rules that no requirement judges or leaves open, and that do not say why. */
export const uncoveredRules = (checklist: readonly Rule[]): readonly string[] =>
  checklist
    .filter(({ requirements, nothing }) => requirements.length === 0 && !nothing)
    .map((rule) => `${placeOf(rule)}: ${rule.rule}`)

/** Requirements that stand at no rule of the contract. */
export function groundlessRequirements(
  checklist: readonly Rule[],
  requirements: readonly Requirement[],
): readonly string[] {
  const placed = new Set(checklist.flatMap((rule) => rule.requirements))
  return requirements.filter(({ id }) => !placed.has(id)).map(({ id, title }) => `${id}: ${title}`)
}

/** Requirements that rules name and the catalogue does not have. */
export function unknownRequirements(
  checklist: readonly Rule[],
  requirements: readonly Requirement[],
): readonly string[] {
  const known = new Set(requirements.map(({ id }) => id))
  return checklist.flatMap((rule) =>
    rule.requirements.filter((id) => !known.has(id)).map((id) => `${placeOf(rule)}: ${id}`),
  )
}

/** Codes of the error catalogue without a row of their own, or with one that no requirement of theirs judges. */
export function missingCodes(
  checklist: readonly Rule[],
  catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>,
  requirements: readonly Requirement[],
): readonly string[] {
  const sources = new Map(requirements.map(({ id, source }) => [id, source]))
  return Object.entries(catalogue).flatMap(([status, codes]) =>
    Object.keys(codes).filter((code) => {
      const row = checklist.find((rule) => placeOf(rule) === `Errors, ${status} codes, ${code}`)
      return !row?.requirements.some((id) => sources.get(id)?.includes(`${status} codes, ${code}`))
    }),
  )
}

/** Values that the contract closes and the OpenAPI document does not list, or the other way round. */
export function strayValues(checklist: readonly Rule[], document: Document): readonly string[] {
  return checklist.flatMap((rule) => {
    const { values, at } = rule
    if (values === undefined || at === undefined) return []
    const place = placeOf(rule)
    const listed = listedValues(schemaAt(at, document))
    return [
      ...values.filter((value) => !listed.includes(value)).map((value) => `${place}: ${at} lacks ${value}`),
      ...listed
        .filter((value) => !values.includes(value))
        .map((value) => `${place}: ${at} has ${value} besides`),
    ]
  })
}

/** Enums of the OpenAPI document that no row of the checklist closes and that are no codes of a status. */
export function inventedEnums(
  checklist: readonly Rule[],
  catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>,
  document: Document,
): readonly string[] {
  const closed = [
    ...checklist.flatMap(({ values }) => (values === undefined ? [] : [values])),
    ...Object.values(catalogue).map((codes) => Object.keys(codes)),
  ].map(asSet)
  return enumsIn(document, '').flatMap(({ at, values }) => (closed.includes(asSet(values)) ? [] : [at]))
}

/** A schema or the request body of an operation, then property names, with dots between. */
function schemaAt(at: string, document: Document): Schema {
  const [root = '', ...properties] = at.split('.')
  const operation = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === root) as
    | { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } }
    | undefined
  const begin =
    document.components.schemas[root] ?? operation?.requestBody?.content['application/json']?.schema ?? {}
  return properties.reduce<Schema>(
    (schema, name) => (schema.properties as Readonly<Record<string, Schema>> | undefined)?.[name] ?? {},
    begin,
  )
}

/** Also those of alternatives, beside which the document lets other values pass. */
const listedValues = ({ enum: values, anyOf }: Schema): readonly string[] => [
  ...((values as readonly string[] | undefined) ?? []),
  ...((anyOf as readonly Schema[] | undefined) ?? []).flatMap(listedValues),
]

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
