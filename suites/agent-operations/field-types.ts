import { instantOf, valueAt } from '../../fixtures/index.ts'

/** What a field is in JSON (contract: Resources and their fields, column Type). */
export type FieldType = 'text' | 'integer' | 'number' | 'object' | 'timestamp'

const FITS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  timestamp: (value) => typeof value === 'string' && !Number.isNaN(instantOf(value)),
}

/** Fields that are there, and not null, and are of another type than the contract gives them, at dotted paths. */
export const mistyped = (body: unknown, types: Readonly<Record<string, FieldType>>): readonly string[] =>
  Object.entries(types)
    .map(([path, type]) => ({ path, type, found: valueAt(body, path) }))
    .filter(({ type, found }) => found !== undefined && found !== null && !FITS[type](found))
    .map(({ path, type, found }) => `${path} is no ${type}: ${JSON.stringify(found)}`)
