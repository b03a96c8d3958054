/** Every value of a JSON document, changed one at a time. */

export interface Change {
  /** Keys from the outside, joined by dots; `*` for a place in a list. */
  readonly path: string
  readonly what: string
  readonly changed: unknown
}

type Key = string | number
// eslint-disable-next-line typescript/no-explicit-any -- any JSON
type Editable = Record<Key, any>

/** Of the values at the same path in entries of a list, this number is changed. */
const SAMPLED = 1

/**
 * Replaces each value by another one of its type, removes each key, and adds an unknown key to each object.
 *
 * @param groupOf a list with entries that differ in kind: entries of each group are changed
 */
export function* changesOf(
  document: unknown,
  groupOf: (path: string, entry: unknown) => string = () => '',
): Generator<Change> {
  const seen = new Map<string, number>()
  yield* changesAt([], [], '')

  function* changesAt(keys: readonly Key[], shown: readonly string[], group: string): Generator<Change> {
    const value = valueAt(document, keys)
    const path = shown.join('.')
    const kind = `${path} ${group} ${typeof value}`
    const times = (seen.get(kind) ?? 0) + 1
    seen.set(kind, times)
    if (times <= SAMPLED) yield* changesOfValue(value, keys, path)
    if (Array.isArray(value))
      for (const [index, entry] of value.entries())
        yield* changesAt([...keys, index], [...shown, '*'], group + groupOf(path, entry))
    else if (isObject(value))
      for (const key of Object.keys(value)) yield* changesAt([...keys, key], [...shown, key], group)
  }

  function* changesOfValue(value: unknown, keys: readonly Key[], path: string): Generator<Change> {
    const change = (what: string, edit: (parent: Editable, key: Key) => void): Change => {
      const { root: changed } = edited({ root: document }, ['root', ...keys], edit) as { root: unknown }
      return { path, what, changed }
    }
    if (typeof value === 'string') yield change('another text', (parent, key) => (parent[key] = `${value}x`))
    if (typeof value === 'number') yield change('one more', (parent, key) => (parent[key] = value + 1))
    if (typeof value === 'boolean') yield change('the contrary', (parent, key) => (parent[key] = !value))
    if (isObject(value)) yield change('a key more', (parent, key) => (parent[key].award = 'The best.'))
    if (Array.isArray(value)) yield change('an entry more', (parent, key) => parent[key].push('The best.'))
    if (keys.length === 0) return
    yield change('removed', (parent, key) =>
      Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key],
    )
  }
}

/** A copy in which the last of the keys is edited; the rest is shared. */
function edited(value: unknown, [key, ...rest]: readonly Key[], edit: (parent: Editable, key: Key) => void) {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Editable
  if (rest.length === 0) {
    copy[key!] = structuredClone(copy[key!])
    edit(copy, key!)
  } else copy[key!] = edited(copy[key!], rest, edit)
  return copy
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueAt = (document: unknown, keys: readonly Key[]): unknown =>
  keys.reduce<unknown>((value, key) => (value as Readonly<Record<Key, unknown>>)[key], document)
