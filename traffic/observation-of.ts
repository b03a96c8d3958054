import type { Observation, OperationName } from '../spec/index.ts'
import { callerOf } from './caller-of.ts'
import { isOfARun } from './histories.ts'
import type { RecordedExchange, RecordedResponse } from './recorded-exchange.ts'

/** Of a longer request body, only its identity matters. */
const LONGEST_REQUEST = 16 * 1024

/**
 * A response as an observation for invariants.
 *
 * @param json body of the response
 */
export function observationOf(
  exchange: RecordedExchange,
  response: RecordedResponse,
  operation: OperationName | undefined,
  json: unknown,
  requestIdHeader: string,
): Observation {
  const { id, method, url, requestHeaders, sentAt } = exchange
  const header = requestIdHeader.toLowerCase()
  const requestId = requestHeaders[header]
  const caller = callerOf(exchange)
  const date = Date.parse(response.headers?.date ?? '')
  return {
    exchange: id,
    operation,
    method,
    url,
    requestHeaders: {
      ...(caller === undefined ? {} : { authorization: caller }),
      ...(requestId === undefined ? {} : { [header]: requestId }),
    },
    requestBody: requestTextOf(exchange),
    status: response.status,
    body: json,
    sentAt,
    receivedAt: receivedAt(exchange),
    date: Number.isNaN(date) ? undefined : date,
  }
}

function requestTextOf({ id, requestBody }: RecordedExchange): string | undefined {
  if (requestBody === 'none') return undefined
  if (requestBody === 'unseen' || requestBody.length > LONGEST_REQUEST) return `unknown ${id}`
  return Buffer.from(requestBody).toString('utf8')
}

/** No earlier than the response can have been complete: recorders round. Without a duration nothing comes after it. */
function receivedAt(exchange: RecordedExchange): number {
  const { sentAt, durationMs } = exchange
  if (isOfARun(exchange)) return sentAt + (durationMs ?? 0)
  return durationMs === undefined ? Number.POSITIVE_INFINITY : sentAt + Math.ceil(durationMs) + 1
}
