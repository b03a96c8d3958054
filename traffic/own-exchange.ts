/** A line of `exchanges.jsonl` as a recorded exchange. Its secrets are redacted already. */
import type { Exchange } from '../spec/index.ts'
import type { RecordedBody, RecordedExchange } from './recorded-exchange.ts'

/** @param whole the body, if the line has only its beginning */
export function ownExchange(
  exchange: Exchange,
  whole: string | undefined,
  recording: string,
): RecordedExchange {
  const { id, check, kind, operation, caller, at, durationMs, request, response, findings } = exchange
  const isWhole = response !== undefined && (whole !== undefined || !response.truncated) && !response.lossy
  const text = whole ?? response?.body ?? ''
  const body: RecordedBody = !isWhole ? 'unseen' : text === '' ? 'none' : Buffer.from(text, 'utf8')
  return {
    id,
    recording,
    check,
    sentAt: Date.parse(at),
    durationMs,
    method: request.method,
    url: request.url,
    requestHeaders: request.headers,
    requestBody: request.body === undefined ? 'none' : Buffer.from(request.body, 'utf8'),
    response: response && {
      status: response.status,
      headers: response.headers,
      body,
      bytes: response.bytes,
      isExact: true,
    },
    secrets: [],
    own: { kind, operation, caller, findings },
  }
}
