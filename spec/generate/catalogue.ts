/** Renders the catalogue: the contract as data, and as TypeScript with union types over that data. */
import { catalogueCodes } from './error-catalogue.ts'
import { coverageSites, documentedOperations, documentedResponses } from './openapi.ts'
import type { StateField } from './source-schemas.ts'
import type { Sources } from './sources.ts'

/** The data, as JSON: JSON is read several times faster than the same data in TypeScript. */
export function renderCatalogueData({
  areas,
  requirements,
  capabilities,
  editions,
  profiles,
  challenges,
  operations,
  names,
  requestNames,
  states,
  errors,
  openapi,
  stateTables,
  closedValues,
}: Sources): string {
  const sites = coverageSites(openapi)
  return JSON.stringify({
    areas,
    requirements,
    capabilities,
    editions,
    profiles,
    challenges,
    operations,
    names: mapped(names, (name) => name.default),
    requestNames,
    stateValues: mapped(states, (state) =>
      mapped(state.values ?? {}, ({ type, optional, secret }) => ({ type, optional, secret })),
    ),
    stateParams: mapped(states, (state) =>
      mapped(state.params ?? {}, ({ type, optional }) => ({ type, optional })),
    ),
    stateQuestions: Object.entries(states).flatMap(([name, { question }]) => (question ? [name] : [])),
    reusableStates: Object.entries(states).flatMap(([name, { reusable }]) => (reusable ? [name] : [])),
    errorCatalogue: mapped(errors, (codes) => mapped(codes, ({ meaning }) => meaning)),
    catalogueCodes: catalogueCodes(errors),
    documentedStatuses: Object.fromEntries(
      documentedOperations(openapi).map((operation) => [
        operation.name,
        documentedResponses(openapi, operation).map(({ status }) => Number(status)),
      ]),
    ),
    stateTables,
    closedValues,
    enumSites: sites.enums,
    schemaSites: sites.properties,
  })
}

/** The types that do not depend on the sources. */
const CATALOGUE_TYPES = `/** A code of the error catalogue, and the requirement that judges it. */
export interface CatalogueCode {
  readonly status: number
  readonly code: ErrorCode
  readonly requirement: RequirementId
}

interface Catalogue {
  readonly areas: readonly (Area & { readonly id: AreaId })[]
  readonly requirements: readonly Requirement<RequirementId, OperationName, StateName, OperationName | NameBinding>[]
  readonly capabilities: readonly Capability<CapabilityId, RequirementId>[]
  /** The earliest first. */
  readonly editions: readonly Edition[]
  readonly challenges: readonly Challenge[]
  /** The profiles that can be claimed, for each edition. */
  readonly profiles: readonly { readonly edition: number; readonly profiles: readonly Profile[] }[]
  readonly operations: Readonly<Record<OperationName, OperationBinding>>
  readonly names: Readonly<Record<NameBinding, string>>
  /** The names in the bodies of requests, by operation. */
  readonly requestNames: Readonly<Partial<Record<OperationName, RequestNames<NameBinding>>>>
  /** The values that each provider state returns. */
  readonly stateValues: Readonly<Record<StateName, Readonly<Record<string, { readonly type: string; readonly optional?: boolean; readonly secret?: boolean }>>>>
  /** The parameters of each provider state. */
  readonly stateParams: Readonly<Record<StateName, Readonly<Record<string, { readonly type: string; readonly optional?: boolean }>>>>
  /** Provider states whose values several checks may use, each for itself. */
  readonly reusableStates: readonly StateName[]
  /** Provider states that ask and change nothing. */
  readonly stateQuestions: readonly StateName[]
  readonly errorCatalogue: Readonly<Record<ErrorStatus, Readonly<Record<string, string>>>>
  /** Every code with its status and the requirement that judges it, in the order of the contract. */
  readonly catalogueCodes: readonly CatalogueCode[]
  readonly stateTables: readonly StateTable<AreaId>[]
  readonly closedValues: { readonly [At in keyof ClosedValues]: readonly ClosedValues[At][] }
  /** Statuses that the OpenAPI document describes, per operation. */
  readonly documentedStatuses: Readonly<Record<string, readonly number[]>>
  /** Places of enum values in successful responses: \`path\` is dotted, \`*\` matches every element. */
  readonly enumSites: readonly { readonly name: string; readonly operation: string; readonly path: string; readonly values: readonly string[] }[]
  /** Places of a schema's properties in successful responses. */
  readonly schemaSites: readonly { readonly schema: string; readonly operation: string; readonly path: string; readonly properties: readonly string[] }[]
}
`

/** The types of the data. */
export function renderCatalogue(sources: Sources): string {
  const { areas, requirements, capabilities, operations, names, states, errors, stateTables, closedValues } =
    sources
  return `// Generated from the YAML of spec/ by spec/generate.ts. Not edited by hand.
import { createRequire } from 'node:module'
import type { Area, Capability, Challenge, Edition, OperationBinding, Profile, RequestNames, Requirement, StateTable } from '../model.ts'

export type AreaId = ${union(areas.map(({ id }) => id))}
export type RequirementId = ${union(requirements.map(({ id }) => id))}
export type CapabilityId = ${union(capabilities.map(({ id }) => id))}
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

/** The states of each state table. */
export interface StatesOf {
${stateTables.map((table) => `  readonly '${table.name}': ${union(table.states)}`).join('\n')}
}

/** Values that the contract closes, by the place where the OpenAPI document lists them. */
export interface ClosedValues {
${Object.entries(closedValues)
  .map(([at, values]) => `  readonly '${at}': ${union(values)}`)
  .join('\n')}
}

${CATALOGUE_TYPES}
export const { areas, requirements, capabilities, editions, profiles, challenges, operations, names, requestNames, stateValues, stateParams, stateQuestions, reusableStates, errorCatalogue, catalogueCodes, stateTables, closedValues, documentedStatuses, enumSites, schemaSites } =
  createRequire(import.meta.url)('./catalogue.json') as Catalogue
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
/** The same keys with other values; JSON omits undefined. */
const mapped = <From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))

const union = (texts: readonly string[]) =>
  texts.length === 0 ? 'never' : texts.map((text) => `'${text}'`).join(' | ')
