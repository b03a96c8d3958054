import type { Store } from '../../reference/store.ts'

/** Name of a map of the store, such as `quotes`. */
export type Field = keyof Store

/** The store with another map for each of its maps. Other members are those of the store. */
export const viewOf = (
  store: Store,
  mapFor: (map: Map<unknown, unknown>, field: Field) => Map<unknown, unknown>,
): Store =>
  Object.fromEntries(
    Object.entries(store).map(([field, value]: [string, unknown]) => [
      field,
      value instanceof Map ? mapFor(value, field as Field) : value,
    ]),
  ) as unknown as Store

/**
 * A copy that can be changed without effect on the store. Resources are copied on first access, since a request needs
 * few.
 */
export const copyOf = (store: Store): Store =>
  Object.fromEntries(
    Object.entries(store).map(([field, value]: [string, unknown]) => [
      field,
      value instanceof Map ? new CopiedMap(value) : deepCopy(value),
    ]),
  ) as unknown as Store

/** Copies plain data. Keys, promises and bytes never change, so the copy shares them. */
export function deepCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(deepCopy) as Value
  if (value instanceof Set) return new Set(value) as Value
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [key, deepCopy(held)])) as Value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, deepCopy(held)])) as Value
}

class CopiedMap<Key, Value> extends Map<Key, Value> {
  readonly #original: ReadonlyMap<Key, Value>
  readonly #deleted = new Set<Key>()

  constructor(original: ReadonlyMap<Key, Value>) {
    super()
    this.#original = original
  }

  override get(key: Key): Value | undefined {
    if (!super.has(key) && this.has(key)) super.set(key, deepCopy(this.#original.get(key)!))
    return super.get(key)
  }
  override has(key: Key): boolean {
    return super.has(key) || (this.#original.has(key) && !this.#deleted.has(key))
  }
  override set(key: Key, value: Value): this {
    return super.set(key, value)
  }
  override delete(key: Key): boolean {
    const had = this.has(key)
    super.delete(key)
    this.#deleted.add(key)
    return had
  }
  override clear(): void {
    for (const key of this.keys()) this.delete(key)
  }
  override get size(): number {
    return [...this.keys()].length
  }
  override *keys(): MapIterator<Key> {
    for (const key of this.#original.keys()) if (this.has(key)) yield key
    for (const key of super.keys()) if (!this.#original.has(key)) yield key
  }
  override *entries(): MapIterator<[Key, Value]> {
    for (const key of this.keys()) yield [key, this.get(key)!]
  }
  override *values(): MapIterator<Value> {
    for (const key of this.keys()) yield this.get(key)!
  }
  override [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries()
  }
  override forEach(visit: (value: Value, key: Key, map: Map<Key, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this)
  }
}
