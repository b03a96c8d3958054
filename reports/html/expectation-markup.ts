/**
 * The expected value beside the actual one, and the place of the difference in an exchange. Like `exchange-markup.ts`,
 * these functions also run in the reader's browser.
 */
import type { Exchange, Violation } from '../conformance.ts'
import { pointersIn } from '../value-places.ts'
import { escapeMarkup } from './exchange-markup.ts'

/** A message of the form "WHERE: expected A, found B". */
export interface Expectation {
  readonly before: string
  readonly expected: string
  readonly seen: string
}

/** Facts of a failure. */
export interface Failure {
  readonly message: string
  readonly violation?: Violation
  /** The request that shows it, in one line; absent: no request. */
  readonly request?: string
  /** `<requirement>/<exchange>` of the exchange whose response had the expected value; absent: none was compared. */
  readonly compared?: string
}

type Finding = Exchange['findings'][number]

/** The parts of the message of a failed expectation; undefined: another message. */
export function expectationIn(message: string): Expectation | undefined {
  const parts = /^([^]*?)\bexpected ([^]+?), found ([^]+)$/.exec(message)
  if (!parts) return undefined
  const [, before = '', expected = '', seen = ''] = parts
  return { before: before.replace(/[\s:]+$/, ''), expected, seen }
}

/** Text with a mark on its difference from another text. */
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
  return `${escapeMarkup(words.slice(0, start).join(''))}${middle === '' ? '' : `<${tag}>${escapeMarkup(middle)}</${tag}>`}${escapeMarkup(words.slice(words.length - same).join(''))}`
}

/** The content of a quoted text. */
export function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** The parts of the message, as its violation states them; undefined: another message. */
export function expectationOf({ message, violation }: Failure): Expectation | undefined {
  if (violation === undefined) return expectationIn(message)
  const { expected, actual, at } = violation
  const said = `expected ${expected}, found ${actual}`
  const place = message.indexOf(said)
  if (place === -1 && /^violated in \d+ of \d+ responses? judged/.test(message))
    return { before: message, expected, seen: actual }
  if (place === -1) return expectationIn(message)
  const often = /^violated in \d+ of \d+ attempts/.exec(message)?.[0]
  const where = at === 'HTTP status' || at === 'code' ? '' : at
  const before = [often, where].filter((part) => part !== undefined && part !== '').join(': ')
  return { before, expected, seen: actual + message.slice(place + said.length) }
}

/** Request, expected and actual value, with the difference marked; for other failures, the message. */
export function failureMarkup(failure: Failure): string {
  const expectation = expectationOf(failure)
  const row = (name: string, term: string, content: string) =>
    `<div class="${name}"><dt>${term}</dt><dd>${content}</dd></div>`
  const request =
    failure.request === undefined ? '' : row('asked-for', 'Request', escapeMarkup(failure.request))
  const rows = (content: string) => (content === '' ? '' : `<dl class="difference">${content}</dl>`)
  if (!expectation) return `<p class="message">${escapeMarkup(failure.message)}</p>${rows(request)}`
  const { before } = expectation
  const [expected, seen] = [unquoted(expectation.expected), unquoted(expectation.seen)]
  return `${before === '' ? '' : `<p class="message">${escapeMarkup(before)}</p>`}${rows(
    request +
      row('expected', 'Expected', differing(expected, seen, 'ins')) +
      row('seen', 'Seen', differing(seen, expected, 'del')) +
      (failure.compared === undefined
        ? ''
        : row('compared', 'Compared with', exchangeLink(failure.compared))),
  )}`
}

function exchangeLink(compared: string): string {
  const exchange = compared.slice(compared.indexOf('/') + 1)
  return `exchange <a href="#${escapeMarkup(compared)}">${escapeMarkup(exchange)}</a>`
}

/** The places of an exchange at which a violation points, in the form of findings. */
export function placesOf(
  requirement: string,
  violation: Violation | undefined,
  { id, response }: Pick<Exchange, 'id' | 'response'>,
): readonly Finding[] {
  if (!response || violation?.exchange !== id) return []
  const { at, expected, actual } = violation
  const message = `expected ${expected}, found ${actual}`
  if (at === 'HTTP status') return [{ requirement, at: 'status', message }]
  const pointers = pointersIn(response.body, violation)
  if (pointers.length === 0) return [{ requirement, at, message }]
  return pointers.map((pointer) => ({ requirement, at: pointer, message }))
}
