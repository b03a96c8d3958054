import { instantOf, valueAt } from '../../fixtures/index.ts'

/** The JSON type of a field (contract: Resources and their fields, column Type). */
export type FieldType = 'text' | 'integer' | 'number' | 'object' | 'timestamp'

const FITS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  timestamp: (value) => typeof value === 'string' && !Number.isNaN(instantOf(value)),
}

const NAMES: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  timestamp: 'a timestamp',
}

/** Dotted paths of fields that are present, not null, and of another type than the contract gives them. */
export const mistyped = (body: unknown, types: Readonly<Record<string, FieldType>>): readonly string[] =>
  Object.entries(types)
    .map(([path, type]) => ({ path, type, found: valueAt(body, path) }))
    .filter(({ type, found }) => found !== undefined && found !== null && !FITS[type](found))
    .map(({ path, type, found }) => `${path} is not ${NAMES[type]}: ${JSON.stringify(found)}`)
