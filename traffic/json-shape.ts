/** Values of a parsed entry, validated on use: a recording is untrusted. */
export type Json = Readonly<Record<string, unknown>>

/** A value of another type than the format requires. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
  /** JSON path below the entry, such as `.request.method`. */
  readonly path: string

  constructor(path: string, expected: string, found: unknown) {
    super(`expected ${expected}, found ${found === undefined ? 'nothing' : kindOf(found)}`)
    this.path = path
  }
}

const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`

/** Own members only: a recording may name `constructor` or `__proto__`. */
export const member = (value: Json, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined

export function objectAt(value: unknown, path: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new ShapeError(path, 'an object', value)
}

export function optionalObjectAt(value: unknown, path: string): Json | undefined {
  return value === undefined || value === null ? undefined : objectAt(value, path)
}

export function stringAt(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw new ShapeError(path, 'a string', value)
}

export function optionalStringAt(value: unknown, path: string): string | undefined {
  return value === undefined || value === null ? undefined : stringAt(value, path)
}

/** Some recorders write a number as a string; an invalid number is unknown. */
export function optionalNumberAt(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return value
  throw new ShapeError(path, 'a number', value)
}

/** The name and value pairs of an array, such as headers; undefined: there is no such array. */
export function pairsAt(
  value: unknown,
  path: string,
): readonly (readonly [name: string, value: string])[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw new ShapeError(path, 'an array', value)
  return (value as readonly unknown[]).map((pair, index) => {
    const at = `${path}[${index}]`
    const { name, value: text } = objectAt(pair, at)
    return [stringAt(name, `${at}.name`), optionalStringAt(text, `${at}.value`) ?? '']
  })
}
