/** Reads the requirements of an area and rejects inconsistencies, with file, entry and remedy. */
import type { Area, OperationBinding, Requirement } from '../model.ts'
import type { RequirementSource } from './source-schemas.ts'

/** Names that a requirement can refer to. */
export interface Known {
  readonly areas: readonly Area[]
  readonly operations: Readonly<Record<string, OperationBinding>>
  readonly names: Readonly<Record<string, unknown>>
  readonly states: Readonly<Record<string, unknown>>
}

/**
 * The requirement with values derived from its operations: defaults for operations that the contract does not show are
 * assumed.
 */
export function requirementOf(source: RequirementSource, area: string, known: Known): Requirement {
  rejectUnfit(source, `requirements/${area}.yaml, ${source.id}`, known)
  const { operations = [], states = [], within, separate, anyOf } = source
  const notShown = [...operations, ...(anyOf ?? [])].filter((name) => !known.operations[name]!.shown)
  return {
    id: source.id,
    area,
    level: source.level ?? 'MUST',
    title: source.title,
    source: source.source,
    operations,
    ...(anyOf === undefined ? {} : { anyOf }),
    assumes: [...new Set([...notShown, ...(source.assumes ?? [])])],
    states,
    ...(within === undefined ? {} : { within }),
    ...(separate === undefined ? {} : { separate }),
    ...(source.accepts === undefined ? {} : { accepts: source.accepts }),
    ...(source.limits === undefined ? {} : { limits: source.limits }),
    ...(source.optional && { optional: source.optional }),
    specified: source.specified ?? true,
  }
}

function rejectUnfit(source: RequirementSource, place: string, known: Known): void {
  const { operations = [], anyOf = [], assumes = [], separate = [], states = [], within } = source
  if (within !== undefined && !known.areas.some(({ id }) => id === within))
    throw new Error(`${place}: within names ${within}, which is not an area of areas.yaml`)
  for (const name of [...operations, ...separate, ...anyOf]) {
    if (!(name in known.operations)) throw new Error(`${place}: operation ${name} is not in openapi`)
  }
  for (const name of assumes) {
    if (known.operations[name]?.shown ?? !(name in known.names))
      throw new Error(`${place}: assumes names ${name}, which is not a binding with an Assay default`)
    if ([...operations, ...anyOf].includes(name))
      throw new Error(`${place}: assumes repeats the operation ${name}; remove it`)
  }
  for (const name of states) {
    if (!(name in known.states)) throw new Error(`${place}: state ${name} is not in states.yaml`)
  }
}
