/** Reads the YAML of `spec/` and refuses what does not fit together, naming file, entry and remedy. */
import type { Area, Capability, Edition, Explanation, OperationBinding, Requirement, Rule } from '../model.ts'
import { readCapabilities } from './capabilities.ts'
import { readChecklist, type Section } from './checklist.ts'
import { readEditions } from './editions.ts'
import { readExplanations } from './explanations.ts'

export interface StateField {
  readonly type: string
  readonly optional?: boolean
  readonly secret?: boolean
  readonly meaning?: string
}

export interface StateSource {
  readonly meaning: string
  /** What an implementer of the state needs to know besides. */
  readonly notes?: readonly string[]
  /** It asks and changes nothing. */
  readonly question?: boolean
  /** Checks only read what it names: several may use the same (`given` of a deployment file). */
  readonly reusable?: boolean
  readonly params?: Readonly<Record<string, StateField>>
  readonly values?: Readonly<Record<string, StateField>>
}

export type JsonSchema = Readonly<Record<string, unknown>>

export interface OpenApiOperation {
  readonly operationId: string
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
  readonly names: Readonly<Record<string, { readonly default: string; readonly meaning: string }>>
  readonly states: Readonly<Record<string, StateSource>>
  readonly errors: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly openapi: OpenApi
  readonly checklist: readonly Rule[]
  readonly editions: readonly Edition[]
  readonly explanations: Readonly<Record<string, Explanation>>
}

interface BindingsSource {
  readonly operations: Readonly<
    Record<string, Omit<OperationBinding, 'method' | 'path'> & { readonly route: string }>
  >
  readonly names: Sources['names']
}

type RequirementSource = Pick<Requirement, 'id' | 'title' | 'source'> & Partial<Requirement>

/** Folders with a part for each area of what a file beside them begins: `states/cards.yaml` adds to `states.yaml`. */
export const PARTED = ['bindings', 'openapi', 'states'] as const

/** The files of `spec/`, by names relative to it. */
export interface Files {
  /** Parsed YAML. */
  readonly read: (name: string) => unknown
  readonly list: (folder: string) => readonly string[]
}

export function readSources({ read, list }: Files): Sources {
  const requirementFiles = list('requirements')
  const areas = read('areas.yaml') as readonly Area[]
  const parts = (folder: (typeof PARTED)[number]) => list(folder).map((name) => read(`${folder}/${name}`))
  const whole = (folder: (typeof PARTED)[number]) =>
    joined([read(`${folder}.yaml`), ...parts(folder)], `spec/${folder}`)
  const bindings = whole('bindings') as unknown as BindingsSource
  const states = whole('states') as unknown as Sources['states']
  const operations = Object.fromEntries(
    Object.entries(bindings.operations).map(([name, { route, ...rest }]) => {
      const [method, path] = route.split(' ')
      return [name, { method, path, ...rest } as OperationBinding]
    }),
  )
  const known = { areas, operations, names: bindings.names, states }
  const requirements = areas
    .filter((area) => requirementFiles.includes(`${area.id}.yaml`))
    .flatMap((area) =>
      (read(`requirements/${area.id}.yaml`) as readonly RequirementSource[]).map((source) =>
        requirementOf(source, area.id, known),
      ),
    )
  for (const file of requirementFiles) {
    if (!areas.some((area) => file === `${area.id}.yaml`)) {
      throw new Error(
        `spec/requirements/${file}: no area of that name; add it to spec/areas.yaml or rename the file`,
      )
    }
  }
  refuseRepeated(requirements.map((requirement) => requirement.id))
  return {
    areas,
    requirements,
    capabilities: readCapabilities(read('capabilities.yaml'), requirements),
    operations,
    names: bindings.names,
    states,
    errors: read('errors.yaml') as Sources['errors'],
    openapi: whole('openapi') as unknown as OpenApi,
    checklist: readChecklist(read('checklist.yaml') as readonly Section[], requirements),
    editions: readEditions(
      list('editions').map((name) => ({ name, content: read(`editions/${name}`) })),
      requirements,
    ),
    explanations: readExplanations(read('explanations.yaml'), requirements),
  }
}

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Mappings laid into each other; what is no mapping is given once. */
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

function requirementOf(
  source: RequirementSource,
  area: string,
  known: Pick<Sources, 'areas' | 'operations' | 'names' | 'states'>,
): Requirement {
  const place = `spec/requirements/${area}.yaml, ${source.id}`
  const allowed = new Set([
    'id',
    'area',
    'level',
    'title',
    'source',
    'operations',
    'anyOf',
    'assumes',
    'states',
    'accepts',
    'specified',
    'within',
    'optional',
    'separate',
  ])
  for (const key of Object.keys(source)) {
    if (!allowed.has(key))
      throw new Error(`${place}: unknown key ${key}; allowed are ${[...allowed].join(', ')}`)
  }
  for (const key of ['id', 'title', 'source'] as const) {
    if (!source[key]) throw new Error(`${place}: ${key} is missing`)
  }
  if (!/^[A-Z]{3}-\d{2,3}$/.test(source.id))
    throw new Error(`${place}: an id is three capitals, a dash and a number`)
  if (source.area !== undefined && source.area !== area)
    throw new Error(`${place}: area ${source.area} belongs in its own file`)
  const { operations = [], assumes = [], states = [], within, separate, anyOf } = source
  if (within !== undefined && !known.areas.some(({ id }) => id === within)) {
    throw new Error(`${place}: within names ${within}, which is no area of spec/areas.yaml`)
  }
  for (const name of [...operations, ...(separate ?? []), ...(anyOf ?? [])]) {
    if (!(name in known.operations))
      throw new Error(`${place}: operation ${name} is not in spec/bindings.yaml`)
  }
  for (const name of assumes) {
    if (known.operations[name]?.shown ?? !(name in known.names)) {
      throw new Error(`${place}: assumes names ${name}, which is no binding with an Assay default`)
    }
  }
  for (const name of states) {
    if (!(name in known.states)) throw new Error(`${place}: state ${name} is not in spec/states.yaml`)
  }
  return {
    id: source.id,
    area,
    level: source.level ?? 'MUST',
    title: source.title,
    source: source.source,
    operations,
    ...(anyOf === undefined ? {} : { anyOf }),
    assumes,
    states,
    ...(within === undefined ? {} : { within }),
    ...(separate === undefined ? {} : { separate }),
    ...(source.accepts === undefined ? {} : { accepts: source.accepts }),
    ...(source.optional && { optional: source.optional }),
    specified: source.specified ?? true,
  }
}

function refuseRepeated(ids: readonly string[]): void {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined)
    throw new Error(`spec/requirements: ${repeated} is given twice; ids are never used again`)
}
