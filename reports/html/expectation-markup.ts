/**
 * What was expected against what was seen, and where in an exchange the difference stands. Like `exchange-markup.ts`,
 * these functions run twice and may use each other and that file, and nothing else.
 */
import type { Exchange } from '../conformance.ts'
import { shown } from './exchange-markup.ts'

/** A message of the form "WHERE: expected A, found B". */
export interface Expectation {
  readonly before: string
  readonly expected: string
  readonly seen: string
}

type Finding = Exchange['findings'][number]

/** Takes the message of a failed expectation apart; undefined where it says something else. */
export function expectationIn(message: string): Expectation | undefined {
  const parts = /^([^]*?)\bexpected ([^]+?), found ([^]+)$/.exec(message)
  if (!parts) return undefined
  const [, before = '', expected = '', seen = ''] = parts
  return { before: before.replace(/[\s:]+$/, ''), expected, seen }
}

/** An object from text that looks like JSON; undefined for anything else. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return value as Readonly<Record<string, unknown>>
  } catch {
    return undefined
  }
}

/** Text with the part in which it differs from another marked. */
export function differing(text: string, other: string, tag: 'ins' | 'del'): string {
  const words = text.split(/(\s+|[,:{}[\]"])/).filter((word) => word !== '')
  const others = other.split(/(\s+|[,:{}[\]"])/).filter((word) => word !== '')
  let start = 0
  while (start < Math.min(words.length, others.length) && words[start] === others[start]) start++
  let same = 0
  while (
    same < Math.min(words.length, others.length) - start &&
    words[words.length - 1 - same] === others[others.length - 1 - same]
  )
    same++
  const middle = words.slice(start, words.length - same).join('')
  return `${shown(words.slice(0, start).join(''))}${middle === '' ? '' : `<${tag}>${shown(middle)}</${tag}>`}${shown(words.slice(words.length - same).join(''))}`
}

/** The lines of an object, those marked whose values are not the same in the other. */
export function differingLines(
  object: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  tag: 'ins' | 'del',
): string {
  return Object.entries(object)
    .map(([key, value]) => {
      const line = shown(`${key}: ${JSON.stringify(value)}`)
      const isSame = Object.hasOwn(other, key) && JSON.stringify(other[key]) === JSON.stringify(value)
      return isSame ? line : `<${tag}>${line}</${tag}>`
    })
    .join('\n')
}

/** What stands between the quotes of a text that is nothing but a quoted one. */
export function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** An answer as its status, marked, and the beginning of its body; undefined where it is no answer. */
export function answerMarkup(seen: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (typeof seen?.status !== 'number' || !Object.hasOwn(seen, 'body')) return undefined
  const body = JSON.stringify(seen.body) ?? ''
  return `<del>${seen.status}</del> with ${shown(body.slice(0, 240))}${body.length > 240 ? '…' : ''}`
}

/** Expected and seen, one above the other, the difference marked; the whole message where it is no expectation. */
export function messageMarkup(message: string): string {
  const expectation = expectationIn(message)
  if (!expectation) return `<p class="message">${shown(message)}</p>`
  const { before } = expectation
  const [expected, seen] = [unquoted(expectation.expected), unquoted(expectation.seen)]
  const objects = [objectIn(expected), objectIn(seen)] as const
  const response = answerMarkup(objects[1])
  const [wanted, got] = response
    ? [`<ins>${shown(expected)}</ins>`, response]
    : objects[0] && objects[1]
      ? [differingLines(objects[0], objects[1], 'ins'), differingLines(objects[1], objects[0], 'del')]
      : [differing(expected, seen, 'ins'), differing(seen, expected, 'del')]
  return `${before === '' ? '' : `<p class="message">${shown(before)}</p>`}<dl class="difference"><div class="expected"><dt>Expected</dt><dd>${wanted}</dd></div><div class="seen"><dt>Seen</dt><dd>${got}</dd></div></dl>`
}

/** The places of an exchange at which a failed expectation points, in the form of findings. */
export function placesOf(
  requirement: string,
  message: string | undefined,
  { id, response }: Pick<Exchange, 'id' | 'response'>,
): readonly Finding[] {
  if (message === undefined || !response || !message.includes(`(exchange ${id})`)) return []
  const expectation = expectationIn(message)
  if (!expectation) return []
  const expected = objectIn(expectation.expected)
  const seen = objectIn(expectation.seen)
  const say = `expected ${unquoted(expectation.expected)}`
  if (expected && seen) {
    return Object.keys(expected)
      .filter((path) => JSON.stringify(expected[path]) !== JSON.stringify(seen[path]))
      .map((path) => ({ requirement, at: `/${path.replaceAll('.', '/')}`, message: say }))
  }
  if (seen?.status === response.status) return [{ requirement, at: 'status', message: say }]
  const body = objectIn(response.body)
  const value = unquoted(expectation.seen)
  const key = ['code', 'status'].find((name) => body !== undefined && body[name] === value)
  return key === undefined ? [] : [{ requirement, at: `/${key}`, message: say }]
}
