import { isDeepStrictEqual } from 'node:util'

type Mapping = Readonly<Record<string, unknown>>

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A change of a list: `{ add: [X], remove: [Y] }` in place of the whole list. */
const isListChange = (
  value: unknown,
): value is Readonly<Record<'add' | 'remove', readonly unknown[] | undefined>> =>
  isMapping(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, part]) => ['add', 'remove'].includes(key) && Array.isArray(part))

const has = (list: readonly unknown[], value: unknown) => list.some((one) => isDeepStrictEqual(one, value))

/**
 * A value with a change: a JSON Merge Patch (RFC 7396), in which a list can be changed by its values.
 *
 * @param problem is called for a change that does nothing
 */
export function patched(value: unknown, change: unknown, problem: (text: string) => void, at = ''): unknown {
  if (Array.isArray(value) && isListChange(change)) return patchedList(value, change, problem, at)
  if (!isMapping(change)) {
    if (isDeepStrictEqual(value, change)) problem(`${at} has that value already`)
    return change
  }
  const result: Record<string, unknown> = { ...(isMapping(value) ? value : {}) }
  for (const [key, part] of Object.entries(change)) {
    const place = at === '' ? key : `${at}.${key}`
    if (part !== null) result[key] = patched(result[key], part, problem, place)
    else if (key in result) delete result[key]
    else problem(`${place} is null, which removes it, but there is no ${key}`)
  }
  return result
}

function patchedList(
  list: readonly unknown[],
  { add = [], remove = [] }: Readonly<Record<'add' | 'remove', readonly unknown[] | undefined>>,
  problem: (text: string) => void,
  at: string,
): readonly unknown[] {
  for (const value of remove)
    if (!has(list, value)) problem(`${at} has no ${JSON.stringify(value)} to remove`)
  for (const value of add) if (has(list, value)) problem(`${at} has ${JSON.stringify(value)} already`)
  return [...list.filter((value) => !has(remove, value)), ...add]
}

/** A copy without some keys. */
export const withoutKeys = (mapping: Mapping, ...keys: readonly string[]): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([key]) => !keys.includes(key)))
