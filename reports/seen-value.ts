/** The value at the place of a finding, for titles and details. Pure. */
import type { Exchange } from './conformance.ts'

const LONGEST = 60

/** The value at a place of a response, as short JSON text; undefined: there is none, or it is an object or a list. */
export function seenValue(
  { response }: Pick<Exchange, 'response'>,
  at: string,
  longest = LONGEST,
): string | undefined {
  if (response === undefined) return undefined
  const header = /^header (.+)$/.exec(at)?.[1]
  const value = header === undefined ? valueAtPointer(response.body, at) : headerOf(response.headers, header)
  if (value === undefined || (typeof value === 'object' && value !== null)) return undefined
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Whether the object at the place of a response is there, and does not have the last part of the place. */
export function lacksPlace({ response }: Pick<Exchange, 'response'>, at: string): boolean {
  const parent = response && valueAtPointer(response.body, at.replace(/\/[^/]*$/, ''))
  return typeof parent === 'object' && parent !== null && valueAtPointer(response!.body, at) === undefined
}

const headerOf = (headers: Readonly<Record<string, string>>, name: string) =>
  Object.entries(headers).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]

function valueAtPointer(body: string, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}
