/** A contract taken apart: for each kind of entry, the entries by id. A later version states its differences by these ids. */
import { ERROR_AREA } from '../generate/error-catalogue.ts'
import { readProfiles } from '../generate/profiles.ts'
import type { RequirementSource } from '../generate/source-schemas.ts'
import { wholeOf, type Files, type JsonSchema } from '../generate/sources.ts'
import type { Area, Capability, Requirement } from '../model.ts'
import { withoutKeys } from './patch.ts'

export const KINDS = [
  'areas',
  'requirements',
  'operations',
  'schemas',
  'responses',
  'parameters',
  'errors',
  'providerStates',
  'stateTables',
  'capabilities',
  'profiles',
  'checklist',
  'explanations',
] as const
export type Kind = (typeof KINDS)[number]

export type Entry = Readonly<Record<string, unknown>>
type Entries = ReadonlyMap<string, Entry>

export interface Parts {
  readonly version: string
  readonly entries: Readonly<Record<Kind, Entries>>
  /** The OpenAPI document without its paths, schemas, responses and parameters. */
  readonly openapi: JsonSchema
}

const COMPONENTS = ['schemas', 'responses', 'parameters'] as const

/** Takes a contract apart. */
export function partsOf(version: string, files: Files): Parts {
  const { paths, components, ...openapi } = wholeOf(files, 'openapi') as {
    readonly paths: Readonly<Record<string, Entry>>
    readonly components: Readonly<Record<string, Entry>>
  }
  const { schemas = {}, responses = {}, parameters = {}, ...others } = components
  const listed = (file: string, key: string) => byKey(files.read(file) as readonly Entry[], key)
  return {
    version,
    openapi: { ...openapi, components: others },
    entries: {
      areas: listed('areas.yaml', 'id'),
      requirements: new Map(
        (files.read('areas.yaml') as readonly Area[]).flatMap(({ id }) => requirementsOf(id, files)),
      ),
      operations: new Map(Object.entries(paths).flatMap(([path, item]) => operationsAt(path, item))),
      schemas: mapOf(schemas),
      responses: mapOf(responses),
      parameters: mapOf(parameters),
      errors: new Map(
        Object.entries(files.read('errors.yaml') as Readonly<Record<string, Entry>>).flatMap(
          ([status, codes]) =>
            Object.entries(codes).map(
              ([code, entry]) => [code, { status: Number(status), ...(entry as Entry) }] as const,
            ),
        ),
      ),
      providerStates: mapOf(wholeOf(files, 'states')),
      stateTables: listed('state-tables.yaml', 'name'),
      capabilities: listed('capabilities.yaml', 'id'),
      profiles: listed('profiles.yaml', 'id'),
      checklist: new Map(
        (
          files.read('checklist.yaml') as readonly {
            readonly section: string
            readonly rows: readonly (Entry & { readonly place: string })[]
          }[]
        ).flatMap(({ section, rows }) =>
          rows.map(({ place, ...row }) => [`${section}, ${place}`, { section, ...row }] as const),
        ),
      ),
      explanations: mapOf(files.read('explanations.yaml') as Entry),
    },
  }
}

const mapOf = (record: Entry): Entries => new Map(Object.entries(record)) as Entries

const byKey = (list: readonly Entry[], key: string): Entries =>
  new Map(list.map(({ [key]: id, ...entry }) => [String(id), entry]))

function requirementsOf(area: string, files: Files): readonly (readonly [string, Entry])[] {
  if (!files.list('requirements').includes(`${area}.yaml`)) return []
  const sources = files.read(`requirements/${area}.yaml`) as readonly RequirementSource[]
  return sources.map(({ id, ...source }) => [id, { area, ...source }])
}

const operationsAt = (path: string, item: Entry) =>
  Object.entries(item).map(([method, operation]) => {
    const { operationId, ...rest } = operation as Entry & { readonly operationId: string }
    return [operationId, { method, path, ...rest }] as const
  })

/** Puts the parts of a later version together: what the generator reads. Its requirements and profiles are edition 1. */
export function filesOf(parts: Parts): Files {
  const { entries, version } = parts
  const contents = new Map<string, unknown>([
    ['areas.yaml', listOf(entries.areas, 'id')],
    ['capabilities.yaml', listOf(entries.capabilities, 'id')],
    ['challenges.yaml', []],
    ['checklist.yaml', sectionsOf(entries.checklist)],
    ['errors.yaml', errorsByStatus(entries.errors)],
    ['explanations.yaml', Object.fromEntries(entries.explanations)],
    ['openapi.yaml', openapiOf(parts)],
    ['state-tables.yaml', listOf(entries.stateTables, 'name')],
    ['states.yaml', Object.fromEntries(entries.providerStates)],
    ...requirementFiles(entries.requirements),
    ['editions/1.yaml', { edition: 1, frozen: version, ...levelsOf(entries) }],
    ['profiles/1.yaml', { edition: 1, profiles: profilesOf(entries) }],
  ])
  return {
    read: (name) => contents.get(name),
    list: (folder) =>
      [...contents.keys()].flatMap((name) =>
        name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1)] : [],
      ),
  }
}

const listOf = (entries: Entries, key: string): readonly Entry[] =>
  [...entries].map(([id, entry]) => ({ [key]: id, ...entry }))

function sectionsOf(checklist: Entries): readonly Entry[] {
  const rows = Map.groupBy(checklist, ([, { section }]) => String(section))
  return [...rows].map(([section, inSection]) => ({
    section,
    rows: inSection.map(([id, row]) => ({
      place: id.slice(section.length + 2),
      ...withoutKeys(row, 'section'),
    })),
  }))
}

function errorsByStatus(errors: Entries): Entry {
  const codes = Map.groupBy(errors, ([, { status }]) => String(status))
  return Object.fromEntries(
    [...codes].map(([status, ofStatus]) => [
      status,
      Object.fromEntries(ofStatus.map(([code, error]) => [code, withoutKeys(error, 'status')])),
    ]),
  )
}

const requirementFiles = (requirements: Entries) =>
  [...Map.groupBy(requirements, ([, { area }]) => String(area))].map(
    ([area, ofArea]) =>
      [
        `requirements/${area}.yaml`,
        ofArea.map(([id, requirement]) => ({ id, ...withoutKeys(requirement, 'area') })),
      ] as const,
  )

function openapiOf({ version, openapi, entries }: Parts): JsonSchema {
  const { info, components, servers, ...rest } = openapi as Readonly<Record<string, Entry>>
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, { method, path, ...operation }] of entries.operations)
    (paths[String(path)] ??= {})[String(method)] = { operationId, ...operation }
  return {
    ...rest,
    info: { ...info, version },
    ...(servers && { servers: withVersion(servers, String(info?.version), version) }),
    paths,
    components: {
      ...components,
      ...Object.fromEntries(COMPONENTS.map((kind) => [kind, Object.fromEntries(entries[kind])])),
    },
  }
}

const withVersion = (servers: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(servers).replaceAll(`/${from}`, `/${to}`)) as unknown

function levelsOf({ requirements, errors }: Parts['entries']) {
  const judged = [...requirements].filter(([, { specified = true }]) => specified)
  const idsOf = (level: string) =>
    judged.flatMap(([id, { level: own = 'MUST' }]) => (own === level ? [id] : []))
  return {
    MUST: [...idsOf('MUST'), ...[...errors.values()].map(({ id }) => String(id))].sort(),
    SHOULD: idsOf('SHOULD').sort(),
  }
}

/** The profiles as an edition that is frozen now has them. */
function profilesOf(entries: Parts['entries']) {
  const errors = [...entries.errors.values()].map((error) => ({ ...error, area: ERROR_AREA }))
  const requirements = [...listOf(entries.requirements, 'id'), ...errors] as unknown as readonly Requirement[]
  return readProfiles(
    listOf(entries.profiles, 'id'),
    {
      areas: listOf(entries.areas, 'id') as unknown as readonly Area[],
      capabilities: listOf(entries.capabilities, 'id') as unknown as readonly Capability[],
      requirements,
    },
    new Set(levelsOf(entries).MUST),
  )
}
