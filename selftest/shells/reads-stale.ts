import { isDeepStrictEqual } from 'node:util'
import type { Store } from '../../reference/store.ts'
import { deepCopy, viewOf, type Field } from './copied-store.ts'
import { isWrite, type Shell } from './shell.ts'

/** Marks a resource that did not exist before the last write to it. */
const ABSENT = Symbol('absent')

/**
 * Every read of a resource returns it as before the last write to it, permanently: a created resource is not found.
 * Provider states are not writes.
 */
export const readsStale: Shell = {
  id: 'reads-stale',
  title: 'returns every resource in its state before the last write',
  api: ({ serveOn, store }) => {
    const staleMaps = new Map<Field, Map<unknown, unknown>>()
    const staleOthers = new Map<Field, unknown>()
    const staleIn = (field: Field) => {
      const stale = staleMaps.get(field) ?? new Map<unknown, unknown>()
      staleMaps.set(field, stale)
      return stale
    }
    const seen = () => ({
      ...viewOf(store, (map, field) => new StaleMap(map, staleIn(field))),
      ...Object.fromEntries(staleOthers),
    })
    return async (request) => {
      if (!isWrite(request)) return serveOn(seen(), request)
      const watched: { readonly field: Field; readonly map: WatchedMap<unknown, unknown> }[] = []
      const written = viewOf(store, (map, field) => {
        const one = new WatchedMap(map)
        watched.push({ field, map: one })
        return one
      })
      const others = othersOf(store)
      const before = others.map(([, value]) => deepCopy(value))
      const response = await serveOn(written, request)
      for (const { field, map } of watched) {
        for (const [key, value] of map.changed()) staleIn(field).set(key, value)
      }
      for (const [index, [field, now]] of others.entries())
        if (!isDeepStrictEqual(before[index], now)) staleOthers.set(field, before[index])
      return response
    }
  },
}

/** Members of the store that are not maps. */
const othersOf = (store: Store) =>
  (Object.entries(store) as [Field, unknown][]).filter(([, value]) => !(value instanceof Map))

/** Returns old values instead of new ones. */
class StaleMap<Key, Value> extends Map<Key, Value> {
  readonly #current: Map<Key, Value>
  readonly #stale: Map<unknown, unknown>

  constructor(current: Map<Key, Value>, stale: Map<unknown, unknown>) {
    super()
    this.#current = current
    this.#stale = stale
  }

  override get(key: Key): Value | undefined {
    const value: unknown = this.#stale.has(key) ? this.#stale.get(key) : this.#current.get(key)
    return value === ABSENT ? undefined : (value as Value | undefined)
  }
  override has(key: Key): boolean {
    return this.get(key) !== undefined
  }
  override set(key: Key, value: Value): this {
    this.#current.set(key, value)
    return this
  }
  override delete(key: Key): boolean {
    return this.#current.delete(key)
  }
  override get size(): number {
    return [...this.keys()].length
  }
  override *keys(): MapIterator<Key> {
    for (const key of new Set([...(this.#stale.keys() as MapIterator<Key>), ...this.#current.keys()]))
      if (this.has(key)) yield key
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

/** Passes everything on, and keeps the first value of each entry. */
class WatchedMap<Key, Value> extends Map<Key, Value> {
  readonly #current: Map<Key, Value>
  readonly #before = new Map<Key, unknown>()

  constructor(current: Map<Key, Value>) {
    super()
    this.#current = current
  }

  /** The changed entries with their old values. */
  *changed(): Generator<readonly [Key, unknown]> {
    for (const [key, before] of this.#before) {
      const now = this.#current.has(key) ? this.#current.get(key) : ABSENT
      if (!isDeepStrictEqual(before, now)) yield [key, before]
    }
  }

  #look(key: Key): void {
    if (this.#before.has(key)) return
    this.#before.set(key, this.#current.has(key) ? deepCopy(this.#current.get(key)) : ABSENT)
  }

  override get(key: Key): Value | undefined {
    this.#look(key)
    return this.#current.get(key)
  }
  override has(key: Key): boolean {
    return this.#current.has(key)
  }
  override set(key: Key, value: Value): this {
    this.#look(key)
    this.#current.set(key, value)
    return this
  }
  override delete(key: Key): boolean {
    this.#look(key)
    return this.#current.delete(key)
  }
  override get size(): number {
    return this.#current.size
  }
  override keys(): MapIterator<Key> {
    return this.#current.keys()
  }
  override *entries(): MapIterator<[Key, Value]> {
    for (const key of this.#current.keys()) yield [key, this.get(key)!]
  }
  override *values(): MapIterator<Value> {
    for (const key of this.#current.keys()) yield this.get(key)!
  }
  override [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries()
  }
  override forEach(visit: (value: Value, key: Key, map: Map<Key, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this)
  }
}
