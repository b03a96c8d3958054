/** Reads the YAML of a contract and rejects inconsistencies, with file, entry and remedy. */
import type {
  Area,
  Capability,
  Challenge,
  Edition,
  Explanation,
  OperationBinding,
  RequestNames,
  Requirement,
  Rule,
  StateTable,
} from '../model.ts'
import { readCapabilities } from './capabilities.ts'
import { namesIn, operationsIn, requestNamesIn, type NameSource } from './bindings.ts'
import { readChallenges } from './challenges.ts'
import { readableSource, readChecklist } from './checklist.ts'
import { valuesAt, withErrorCodes } from './closed-values.ts'
import { ERROR_AREA, errorRequirements, errorSections } from './error-catalogue.ts'
import { readEditions } from './editions.ts'
import { readExplanations } from './explanations.ts'
import { readStateTables } from './state-tables.ts'
import { readFrozenProfiles, type FrozenProfiles } from './profiles.ts'
import { requirementOf, type Known } from './requirements.ts'
import { shaped } from './shaped.ts'
import {
  areasSchema,
  checklistSchema,
  errorsSchema,
  requirementsSchema,
  stateTablesSchema,
  statesSchema,
  type ErrorSources,
  type StateSources,
} from './source-schemas.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface OpenApiOperation {
  readonly operationId: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-shown'?: boolean
  readonly 'x-moves-money'?: boolean
  readonly 'x-only-arranges'?: boolean
  readonly 'x-operations'?: readonly string[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, OpenApiResponse>>
}

export interface OpenApiResponse {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses?: Readonly<Record<string, OpenApiResponse>>
  }
}

export interface Sources {
  readonly areas: readonly Area[]
  readonly requirements: readonly Requirement[]
  readonly capabilities: readonly Capability[]
  readonly operations: Readonly<Record<string, OperationBinding>>
  readonly names: Readonly<Record<string, NameSource>>
  readonly requestNames: Readonly<Record<string, RequestNames>>
  readonly states: StateSources
  readonly errors: ErrorSources
  readonly openapi: OpenApi
  readonly checklist: readonly Rule[]
  readonly stateTables: readonly StateTable[]
  /** Closed lists, by their place in the OpenAPI document. */
  readonly closedValues: Readonly<Record<string, readonly string[]>>
  readonly editions: readonly Edition[]
  readonly challenges: readonly Challenge[]
  /** One for each edition. */
  readonly profiles: readonly FrozenProfiles[]
  readonly explanations: Readonly<Record<string, Explanation>>
}

/** Folders with one part per area of a file: `states/cards.yaml` extends `states.yaml`. */
const PARTED = ['openapi', 'states'] as const

/** The files of a contract, by names relative to its folder. */
export interface Files {
  /** Parsed YAML. */
  readonly read: (name: string) => unknown
  readonly list: (folder: string) => readonly string[]
}

export function readSources({ read, list }: Files): Sources {
  const areas = shaped(areasSchema, read('areas.yaml'), 'areas.yaml')
  const errors = shaped(errorsSchema, read('errors.yaml'), 'errors.yaml')
  const openapi = withErrorCodes(wholeOf({ read, list }, 'openapi') as unknown as OpenApi, errors)
  const states = shaped(statesSchema, wholeOf({ read, list }, 'states'), 'states')
  const known = {
    areas,
    states,
    operations: operationsIn(openapi),
    names: namesIn(openapi),
    requestNames: requestNamesIn(openapi),
  }
  const sourced = readRequirements({ read, list }, errors, known)
  const checklist = readChecklist(
    shaped(checklistSchema, read('checklist.yaml'), 'checklist.yaml').flatMap((section) =>
      section.section === 'Errors' ? [section, ...errorSections(errors)] : [section],
    ),
    sourced,
  )
  const requirements = sourced.map((requirement) => ({
    ...requirement,
    source: readableSource(requirement.source, checklist),
  }))
  const editions = readEditions(contentsOf('editions', { read, list }), requirements)
  return {
    ...known,
    requirements,
    capabilities: readCapabilities(read('capabilities.yaml'), requirements),
    errors,
    openapi,
    checklist,
    stateTables: readStateTables(
      shaped(stateTablesSchema, read('state-tables.yaml'), 'state-tables.yaml'),
      areas,
      openapi,
    ),
    closedValues: Object.fromEntries(
      checklist.flatMap(({ at }) => (at === undefined ? [] : [[at, valuesAt(at, openapi)]])),
    ),
    challenges: readChallenges(read('challenges.yaml'), requirements),
    editions,
    profiles: readFrozenProfiles(contentsOf('profiles', { read, list }), editions),
    explanations: readExplanations(read('explanations.yaml'), requirements),
  }
}

/** A file, and the parts of it in the folder of that name. */
export const wholeOf = ({ read, list }: Files, folder: (typeof PARTED)[number]): Mapping =>
  joined([read(`${folder}.yaml`), ...list(folder).map((name) => read(`${folder}/${name}`))], folder)

const contentsOf = (folder: string, { read, list }: Files) =>
  list(folder).map((name) => ({ name, content: read(`${folder}/${name}`) }))

/** The requirements of each area, from its file and the error catalogue. */
function readRequirements({ read, list }: Files, errors: ErrorSources, known: Known): readonly Requirement[] {
  const files = list('requirements')
  const stray = files.find((file) => !known.areas.some(({ id }) => file === `${id}.yaml`))
  if (stray !== undefined)
    throw new Error(`requirements/${stray}: no area of that name; add it to areas.yaml or rename the file`)
  const sourcesOf = (area: string) => [
    ...(files.includes(`${area}.yaml`)
      ? shaped(requirementsSchema, read(`requirements/${area}.yaml`), `requirements/${area}.yaml`)
      : []),
    ...(area === ERROR_AREA ? errorRequirements(errors) : []),
  ]
  const requirements = known.areas.flatMap(({ id }) =>
    sourcesOf(id).map((source) => requirementOf(source, id, known)),
  )
  rejectRepeated(requirements.map(({ id }) => id))
  return requirements
}

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges mappings; other values must not be given twice. */
function joined(parts: readonly unknown[], place: string): Mapping {
  return parts.filter(isMapping).reduce((whole, part) => {
    const together = Object.entries(part).map(([key, value]) => {
      const already = whole[key]
      if (already === undefined) return [key, value]
      if (!isMapping(already) || !isMapping(value)) throw new Error(`${place}: ${key} is given twice`)
      return [key, joined([already, value], `${place}, ${key}`)]
    })
    return { ...whole, ...(Object.fromEntries(together) as Mapping) }
  }, {})
}

function rejectRepeated(ids: readonly string[]): void {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined)
    throw new Error(`requirements: ${repeated} is given twice; ids are never used again`)
}
