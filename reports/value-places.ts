/** Where the fields of a violation are in a body: a list has the same field in each item. Pure. */
import type { Violation } from './conformance.ts'

type Wanted = Pick<Violation, 'at' | 'actual' | 'resource'>

/** The dotted paths in the place of a violation; empty: it is no field. */
export function pathsIn(at: string): readonly string[] {
  const fields = (at.split(': ').at(-1) ?? '').split(', ')
  return fields.every((field) => /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/.test(field)) ? fields : []
}

/**
 * JSON pointers of the fields of a violation in a body: of its resource, else of the first resource that has the wrong
 * value, else as from the top.
 */
export function pointersIn(body: string, { at, actual, resource }: Wanted): readonly string[] {
  const paths = pathsIn(at)
  const json = parsed(body)
  return paths.map((path) => {
    const pointer = `/${path.replaceAll('.', '/')}`
    if (json === undefined || isAt(json, path)) return pointer
    const owners = objectsWith(json, path)
    const owner =
      owners.find(({ value }) => resource !== undefined && value.id === resource) ??
      owners.find(({ value }) => JSON.stringify(memberAt(value, path)) === actual)
    return owner ? `${owner.pointer}${pointer}` : pointer
  })
}

/** Whether a body has a resource with these values of its fields. */
export function hasValues(body: string, at: string, resource: string, values: string): boolean {
  const paths = pathsIn(at)
  const json = parsed(body)
  if (json === undefined || paths.length === 0) return false
  return objectsWith(json, paths[0]!).some(
    ({ value }) =>
      value.id === resource &&
      paths
        .map((path) => {
          const text = JSON.stringify(memberAt(value, path)) ?? 'nothing'
          return paths.length === 1 ? text : `${path} ${text}`
        })
        .join(', ') === values,
  )
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function memberAt(value: unknown, path: string): unknown {
  let member = value
  for (const key of path.split('.')) {
    if (!isObject(member) || !Object.hasOwn(member, key)) return undefined
    member = member[key]
  }
  return member
}

const isAt = (json: unknown, path: string): boolean => memberAt(json, path) !== undefined

/** A hostile body may be nested deeply. */
const MAX_DEPTH = 8
const MAX_OWNERS = 2_000

/** Objects below the top that have a member at the path, in the order of the body. */
function objectsWith(
  json: unknown,
  path: string,
): readonly { readonly value: Json; readonly pointer: string }[] {
  const found: { readonly value: Json; readonly pointer: string }[] = []
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (!isObject(value) || depth > MAX_DEPTH || found.length >= MAX_OWNERS) return
    if (!Array.isArray(value) && isAt(value, path)) found.push({ value, pointer })
    for (const [key, member] of Object.entries(value))
      visit(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1)
  }
  visit(json, '', 0)
  return found
}
