/** Selects the judged exchanges for the evidence of the report. */
import {
  callerIn,
  MAX_EVIDENCE_CHARACTERS,
  MAX_RECORDED_CHARACTERS,
  shownRequest,
} from '../fixtures/http/exchange-client.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import type { Redaction } from '../fixtures/redaction/redaction.ts'
import { excerpt } from '../fixtures/redaction/excerpt.ts'
import type { Exchange, Finding, OperationName } from '../spec/index.ts'
import type { RecordedExchange, RecordedResponse } from './recorded-exchange.ts'

/** Maximum evidence: exchanges, and total characters. The most important ones have the same room again. */
const MAX_KEPT = 20_000
const MAX_KEPT_CHARACTERS = 64 * 1024 * 1024
/** Most important: the first exchanges of each operation and status, and those with a violation. */
const KEPT_OF_EACH = 20

export interface EvidenceKeeperOptions {
  readonly redaction: Redaction
  readonly evidence: Evidence
}

/**
 * Keeps exchanges as evidence, redacted: all while there is room, then the most important ones.
 *
 * @param characters room for them; the report is built in memory
 */
export function evidenceKeeper(
  { redaction, evidence }: EvidenceKeeperOptions,
  characters = MAX_KEPT_CHARACTERS,
) {
  const callers = new Map<string, number>()
  const ofEach = new Map<string, number>()
  let kept = 0
  let keptCharacters = 0
  return (
    exchange: RecordedExchange,
    response: RecordedResponse,
    operation: OperationName | undefined,
    findings: readonly Finding[],
  ): void => {
    const kind = `${operation} ${response.status}`
    const already = ofEach.get(kind) ?? 0
    ofEach.set(kind, already + 1)
    const room = findings.length > 0 || already < KEPT_OF_EACH ? 2 : 1
    if (kept >= room * MAX_KEPT || keptCharacters >= room * characters) return
    kept++
    const { own, requestHeaders } = exchange
    const caller = own ? own.caller : callerIn(callers, requestHeaders.authorization)
    const text = response.body instanceof Uint8Array ? Buffer.from(response.body).toString('utf8') : ''
    const excerpted = excerpt(text, MAX_EVIDENCE_CHARACTERS, redaction)
    const whole =
      excerpted.truncated && text.length <= MAX_RECORDED_CHARACTERS
        ? excerpt(text, MAX_RECORDED_CHARACTERS, redaction)
        : undefined
    const shown: Exchange = {
      id: exchange.id,
      check: exchange.check,
      kind: 'contract',
      ...(operation === undefined ? {} : { operation }),
      ...(caller === undefined ? {} : { caller }),
      at: new Date(exchange.sentAt).toISOString(),
      durationMs: Math.round((exchange.durationMs ?? 0) * 10) / 10,
      request: requestOf(exchange, redaction),
      response: {
        status: response.status,
        headers: redaction.redactHeaders(response.headers ?? {}),
        body: excerpted.text,
        bytes: response.bytes ?? Buffer.byteLength(text),
        truncated: excerpted.truncated || response.body === 'unseen',
      },
      findings,
    }
    keptCharacters += JSON.stringify(shown).length
    evidence.keep(shown, whole?.truncated === false ? whole.text : undefined)
  }
}

function requestOf(
  { method, url, requestHeaders, requestBody }: RecordedExchange,
  redaction: Redaction,
): Exchange['request'] {
  const body = requestBody instanceof Uint8Array ? Buffer.from(requestBody).toString('utf8') : undefined
  return shownRequest({ method, url: withoutUser(url), headers: requestHeaders, body }, redaction)
}

/** An address without the user and password in it; a recording may have a text that is not an address. */
function withoutUser(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return ''
  if (parsed.username === '' && parsed.password === '') return url
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}
