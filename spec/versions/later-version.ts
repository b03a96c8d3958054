/** The file `contract.yaml` of a later version: by id, what it adds, changes and retires. */
import { list, object, record, text, type Schema, type TypeOf } from '../json-schema.ts'
import { KINDS, type Entry, type Kind } from './parts.ts'

/** Fields are part of schemas, and names are part of parameters and fields, but a version states them by their own ids. */
export type StatedKind = Kind | 'fields' | 'names'

/** What a version states of one kind. */
export interface Stated {
  /** Whole entries. */
  readonly add?: Readonly<Record<string, Entry>>
  /** Only the changed fields. */
  readonly change?: Readonly<Record<string, Entry>>
  readonly retire?: readonly string[]
}

const CLOSED = { additionalProperties: false }
const entries = record(record<unknown>({}))
const stated = object(
  {},
  { add: entries, change: entries, retire: list(text({ minLength: 1 }), { uniqueItems: true }) },
  CLOSED,
)
const version = text({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'a version is a day: YYYY-MM-DD',
})

/** A name has only its default, so nothing but a change can be stated of it. */
const statedNames = object(
  {},
  { change: record(object({ default: text({ minLength: 1 }) }, {}, CLOSED)) },
  CLOSED,
)

export const laterVersionSchema = object(
  { version, follows: version },
  {
    ...(Object.fromEntries([...KINDS, 'fields'].map((kind) => [kind, stated])) as object),
    names: statedNames,
  },
  CLOSED,
) as unknown as Schema<LaterVersion>

export type LaterVersion = {
  readonly version: TypeOf<typeof version>
  readonly follows: TypeOf<typeof version>
} & { readonly [Each in StatedKind]?: Stated }
