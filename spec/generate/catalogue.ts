/** Renders the catalogue: the contract as TypeScript data with union types. */
import { coverageSites, documentedOperations, documentedResponses } from './openapi.ts'
import type { Sources, StateField } from './sources.ts'

export function renderCatalogue(sources: Sources): string {
  const { areas, requirements, operations, names, states, errors, openapi } = sources
  const sites = coverageSites(openapi)
  const documented = Object.fromEntries(
    documentedOperations(openapi).map((operation) => [
      operation.name,
      documentedResponses(openapi, operation).map(({ status }) => Number(status)),
    ]),
  )
  const defaults = Object.fromEntries(
    Object.entries(names).map(([name, { default: value }]) => [name, value]),
  )
  const values = mapped(states, (state) =>
    mapped(state.values ?? {}, ({ type, optional, secret }) => ({ type, optional, secret })),
  )
  return `// Generated from the YAML of spec/ by spec/generate.ts. Not edited by hand.
import type { Area, OperationBinding, Requirement } from '../model.ts'

export type AreaId = ${union(areas.map(({ id }) => id))}
export type RequirementId = ${union(requirements.map(({ id }) => id))}
export type OperationName = ${union(Object.keys(operations))}
export type NameBinding = ${union(Object.keys(names))}
export type StateName = ${union(Object.keys(states))}
export type ErrorStatus = ${Object.keys(errors).join(' | ')}
export type ErrorCode = ${union(Object.values(errors).flatMap((codes) => Object.keys(codes)))}

export interface StateParams {
${interfaceFields(states, 'params')}
}

export interface StateValues {
${interfaceFields(states, 'values')}
}

export const areas: readonly (Area & { readonly id: AreaId })[] = ${json(areas)}

export const requirements: readonly Requirement<RequirementId, OperationName, StateName, OperationName | NameBinding>[] = ${json(requirements)}

export const operations: Readonly<Record<OperationName, OperationBinding>> = ${json(operations)}

export const names: Readonly<Record<NameBinding, string>> = ${json(defaults)}

/** What each provider state answers with. */
export const stateValues: Readonly<Record<StateName, Readonly<Record<string, { readonly type: string; readonly optional?: boolean; readonly secret?: boolean }>>>> = ${json(values)}

export const errorCatalogue: Readonly<Record<ErrorStatus, Readonly<Record<string, string>>>> = ${json(errors)}

/** Statuses that the OpenAPI document describes, per operation. */
export const documentedStatuses: Readonly<Record<string, readonly number[]>> = ${json(documented)}

/** Where enum values stand in successful answers: \`path\` is dotted, \`*\` stands for every element. */
export const enumSites: readonly { readonly name: string; readonly operation: string; readonly path: string; readonly values: readonly string[] }[] = ${json(sites.enums)}

/** Where the properties of a schema stand in successful answers. */
export const schemaSites: readonly { readonly schema: string; readonly operation: string; readonly path: string; readonly properties: readonly string[] }[] = ${json(sites.properties)}
`
}

function interfaceFields(states: Sources['states'], part: 'params' | 'values'): string {
  return Object.entries(states)
    .map(([name, state]) => {
      const fields = Object.entries(state[part] ?? {}).map(([key, field]) => renderField(key, field, part))
      return `  '${name}': { ${fields.join('; ')} }`
    })
    .join('\n')
}

const renderField = (key: string, { type, optional }: StateField, part: 'params' | 'values') =>
  `readonly ${key}${optional ? '?' : ''}: ${type}${optional && part === 'params' ? ' | undefined' : ''}`
/** The same keys with other values; what is undefined is left out by JSON. */
const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))

const union = (texts: readonly string[]) =>
  texts.length === 0 ? 'never' : texts.map((text) => `'${text}'`).join(' | ')
const json = (value: unknown) => JSON.stringify(value, null, 1)
