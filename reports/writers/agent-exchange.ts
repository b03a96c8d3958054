/** One exchange for a coding agent: all of it but secrets, which the recording does not have. */
import type { Exchange } from '../conformance.ts'
import { count } from '../../spec/count.ts'
import { ABOUT_UNTRUSTED, trusted, untrusted } from './agent-lines.ts'
import { bytesOf, fitting } from './markdown.ts'

export const MAX_EXCHANGE_BYTES = 12_000
/** Of one line of a body; a field that is longer is cut. */
const MAX_BODY_LINE_BYTES = 1_000

/** Request, response and findings, in at most `MAX_EXCHANGE_BYTES` bytes. */
export function exchangeForAgents(exchange: Exchange): string {
  const { id, kind, operation, at, durationMs, request, response, error, findings } = exchange
  const head = [
    `# Exchange ${trusted(id)}`,
    '',
    trusted(
      `kind: ${kind}${operation === undefined ? '' : `, operation: ${operation}`}; ${at}, ${durationMs} ms`,
    ),
    ABOUT_UNTRUSTED,
  ]
  const lines = [
    untrusted('request', `${request.method} ${request.url}`),
    ...headerLines('request', request.headers),
    ...bodyLines('request', request.body),
    ...(error ? [untrusted('error', `${error.kind}: ${error.message}`)] : []),
    ...(response
      ? [
          untrusted('response', `${response.status}, ${count(response.bytes, 'byte')}`),
          ...headerLines('response', response.headers),
        ]
      : []),
    // Never omits the violation.
    ...findings.map(({ requirement, at: place, message }) =>
      untrusted(`violates ${trusted(requirement)}`, `${place}: ${message}`),
    ),
    ...bodyLines('response', response?.body),
  ]
  const more = (left: number) => `${count(left, 'more line')}: exchanges.jsonl has the whole exchange.`
  const shown = fitting(lines, (line) => [line], MAX_EXCHANGE_BYTES - bytesOf(head), more)
  return `${[...head, ...shown].join('\n')}\n`
}

const headerLines = (of: string, headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) => untrusted(`${of} header`, `${name}: ${value}`))

const bodyLines = (of: string, body = ''): readonly string[] =>
  body === ''
    ? []
    : indented(body)
        .split('\n')
        .map((line) => untrusted(`${of} body`, line, MAX_BODY_LINE_BYTES))

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 1)
  } catch {
    return body
  }
}
