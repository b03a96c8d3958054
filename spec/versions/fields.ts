/** The fields of the OpenAPI document, by id: a schema or an operation (its request body), then property names. */
import type { Entry, Parts } from './parts.ts'
import { isMapping, withoutKeys } from './patch.ts'

interface ObjectSchema {
  properties?: Record<string, Entry>
  required?: readonly string[]
}

/** Every field; `required` says whether its object requires it. */
export function fieldsOf({ entries }: Parts): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>()
  const visit = (schema: unknown, id: string): void => {
    if (!isMapping(schema)) return
    const { properties = {}, required = [] } = schema as ObjectSchema
    for (const [name, field] of Object.entries(properties)) {
      const isRequired = required.includes(name)
      found.set(`${id}.${name}`, isMapping(field) ? fieldEntry(field, isRequired) : { required: isRequired })
      visit(field, `${id}.${name}`)
    }
  }
  for (const [id, schema] of entries.schemas) visit(schema, id)
  for (const [id, operation] of entries.operations) visit(requestSchemaOf(operation), id)
  return found
}

/** The fields within an object have their own ids. */
const fieldEntry = (field: Entry, required: boolean): Entry => ({
  ...withoutKeys(field, 'properties'),
  required,
})

const requestSchemaOf = (operation: Entry): unknown =>
  (operation as { requestBody?: { content?: Readonly<Record<string, { schema?: unknown }>> } }).requestBody
    ?.content?.['application/json']?.schema

/** A schema or an operation without its fields. */
export function withoutFields(entry: Entry): Entry {
  const copy = structuredClone(entry)
  for (const root of [copy, requestSchemaOf(copy)])
    if (isMapping(root)) {
      const schema = root as ObjectSchema
      if (isMapping(schema.properties)) delete schema.required
      delete schema.properties
    }
  return copy
}

export interface FieldPlace {
  readonly kind: 'schemas' | 'operations'
  readonly root: string
  /** A copy of the schema or the operation, to be changed. */
  readonly copy: Entry
  /** The object with the field, within the copy. */
  readonly parent: ObjectSchema
  readonly name: string
}

/** Where a field is or would be; undefined: there is no such object. */
export function fieldPlace(id: string, entries: Parts['entries']): FieldPlace | undefined {
  const [root = '', ...path] = id.split('.')
  const name = path.pop()
  const kind = entries.schemas.has(root) ? 'schemas' : 'operations'
  const copy = structuredClone(entries[kind].get(root))
  if (name === undefined || copy === undefined) return undefined
  let parent: unknown = kind === 'schemas' ? copy : requestSchemaOf(copy)
  for (const step of path) parent = (parent as ObjectSchema | undefined)?.properties?.[step]
  return isMapping(parent) ? { kind, root, copy, parent, name } : undefined
}

/** Writes a field into its object; undefined removes it. */
export function writeField({ parent, name }: FieldPlace, entry: Entry | undefined): void {
  const others = (parent.required ?? []).filter((each) => each !== name)
  const { [name]: _, ...properties } = parent.properties ?? {}
  if (entry === undefined) {
    parent.properties = properties
    parent.required = others
    return
  }
  const { required, ...field } = entry
  const before = parent.properties?.[name]
  // The fields of an object have their own ids, so a change of the object keeps them.
  const inner =
    before?.properties === undefined ? {} : { properties: before.properties, required: before.required }
  parent.properties = {
    ...properties,
    [name]: { ...(Array.isArray(required) && { required }), ...inner, ...field },
  }
  parent.required = required === true ? [...others, name] : others
}
