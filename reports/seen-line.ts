/** The request that shows a cause and its response, in a line of the terminal. Pure. */
import { UUID } from './causes/found-words.ts'
import type { Cause, Exchange } from './conformance.ts'

const LONGEST = 140

/** "GET /2025-10-13/cards/Card:7c0e1f… → 200 {"id":…"; undefined: the recording has no response that shows it. */
export function seenLine(
  { exchanges: [id = ''], title }: Pick<Cause, 'exchanges' | 'title'>,
  exchanges: ReadonlyMap<string, Exchange>,
  redact: (text: string) => string = (text) => text,
): string | undefined {
  const { request, response } = exchanges.get(id) ?? {}
  if (!request || !response) return undefined
  const { pathname, search } = URL.canParse(request.url)
    ? new URL(request.url)
    : { pathname: request.url, search: '' }
  const body = partOf(response.body, /`(\w+)`/.exec(title)?.[1])
  // Before the line is cut: part of a secret is not known as one.
  const line = redact(`${request.method} ${decoded(pathname)}${search} → ${response.status} ${body}`)
    .replaceAll(UUID, '$1…')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** The field that a title names, if the body has it; otherwise the whole body. */
function partOf(body: string, field: string | undefined): string {
  if (field === undefined) return body
  try {
    const value = JSON.parse(body) as Readonly<Record<string, unknown>> | null
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return body
    return Object.keys(value).length === 1 ? body : `{ "${field}": ${JSON.stringify(value[field])}, … }`
  } catch {
    return body
  }
}

/** `Card:…` is easier to read than `Card%3A…`. */
const decoded = (path: string): string => path.replaceAll(/%3A/gi, ':')
