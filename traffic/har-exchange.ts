/**
 * Converts one entry of a HAR file (HAR 1.2) to a recorded exchange. Recorders omit different parts; omitted parts are
 * unseen.
 */
import type { Exchange, Finding } from '../spec/index.ts'
import { assayError } from '../errors/index.ts'
import { parseJson } from '../fixtures/http/strict-json.ts'
import { decodedBody } from './decoded-body.ts'
import type { EntryText } from './har-entries.ts'
import {
  member,
  objectAt,
  optionalNumberAt,
  optionalObjectAt,
  optionalStringAt,
  pairsAt,
  ShapeError,
  stringAt,
  type Json,
} from './json-shape.ts'
import {
  isUsableDuration,
  isUsableTime,
  NOT_OF_A_CHECK,
  type NamedSecret,
  type OwnRecord,
  type RecordedBody,
  type RecordedExchange,
  type RecordedResponse,
} from './recorded-exchange.ts'
import { customFieldSecrets, fieldSecrets } from './secrets-in.ts'

/**
 * @param file named in errors
 * @param check names the recording in the report
 * @throws AssayError with the place of invalid HAR
 */
export function harExchange(
  { bytes, index, line }: EntryText,
  file: string,
  check: string,
): RecordedExchange {
  const parsed = parseJson(bytes)
  if (!parsed.ok) throw assayError('har-entry-not-json', { file, line, index, problem: parsed.problem })
  try {
    return fromEntry(objectAt(parsed.value, ''), `${check}.${NOT_OF_A_CHECK}.${index + 1}`, check)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw assayError('har-entry-invalid', { file, line, index, path: error.path, problem: error.message })
  }
}

function fromEntry(entry: Json, id: string, check: string): RecordedExchange {
  const request = objectAt(member(entry, 'request'), '.request')
  const response = optionalObjectAt(member(entry, 'response'), '.response')
  const began = stringAt(member(entry, 'startedDateTime'), '.startedDateTime')
  const sentAt = Date.parse(began)
  if (!isUsableTime(sentAt)) throw new ShapeError('.startedDateTime', 'an ISO 8601 date and time', began)
  const requestHeaders = pairsAt(member(request, 'headers'), '.request.headers') ?? []
  const own = ownRecord(member(entry, '_assay'))
  const foreign = whyForeign(entry, response)
  return {
    id: own?.id ?? id,
    recording: check,
    check: own?.check ?? check,
    sentAt,
    durationMs: durationOf(entry),
    method: stringAt(member(request, 'method'), '.request.method').toUpperCase(),
    url: stringAt(member(request, 'url'), '.request.url'),
    requestHeaders: joined(requestHeaders),
    requestBody: requestBodyOf(request),
    response: response && responseOf(response, own?.record),
    ...(foreign === undefined ? {} : { foreign }),
    secrets: secretsBeside(entry, request, response),
    ...(own && { own: own.record }),
  }
}

/** A recorder that does not measure writes 0 or -1. */
function durationOf(entry: Json): number | undefined {
  const time = optionalNumberAt(member(entry, 'time'), '.time')
  return time !== undefined && time > 0 && isUsableDuration(time) ? time : undefined
}

/** Names in lower case; repeated headers joined. Pseudo headers of HTTP/2 are left out. */
function joined(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    if (key === '' || key.startsWith(':')) continue
    const before = headers.get(key)
    headers.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(headers)
}

function requestBodyOf(request: Json): RecordedBody {
  const posted = optionalObjectAt(member(request, 'postData'), '.request.postData')
  const size = optionalNumberAt(member(request, 'bodySize'), '.request.bodySize')
  if (!posted) return size === 0 || /^(?:get|head|delete)$/i.test(String(request.method)) ? 'none' : 'unseen'
  const text = optionalStringAt(member(posted, 'text'), '.request.postData.text')
  if (text === undefined) return 'unseen'
  const bytes = Buffer.from(text, 'utf8')
  return size !== undefined && size > bytes.length ? 'unseen' : bytes
}

function responseOf(response: Json, own: OwnRecord | undefined): RecordedResponse | undefined {
  const status = optionalNumberAt(member(response, 'status'), '.response.status')
  // Recorders write 0, or -1, if no response came.
  if (status === undefined || status < 100 || status > 599 || !Number.isInteger(status)) return undefined
  const pairs = pairsAt(member(response, 'headers'), '.response.headers') ?? []
  const headers = pairs.length === 0 ? undefined : joined(pairs)
  const content = optionalObjectAt(member(response, 'content'), '.response.content') ?? {}
  const size = optionalNumberAt(member(content, 'size'), '.response.content.size')
  const bytes = size !== undefined && size >= 0 ? size : undefined
  const text = optionalStringAt(member(content, 'text'), '.response.content.text')
  if (text === undefined || text === '')
    return { status, headers, bytes, isExact: false, body: isEmpty(headers, status) ? 'none' : 'unseen' }
  const encoding = optionalStringAt(member(content, 'encoding'), '.response.content.encoding')
  const body = decodedBody(text, encoding, headers?.['content-encoding'])
  if (body === undefined) return { status, headers, bytes, isExact: false, body: 'unseen' }
  // A redacted body has another length than the one that was sent.
  const isWhole = bytes !== undefined && (own === undefined ? body.length === bytes : true)
  return { status, headers, bytes, body: body.length === 0 ? 'none' : body, isExact: isWhole }
}

/** Recorders write no text also for a body that they dropped: only the deployment knows that there was none. */
const isEmpty = (headers: Readonly<Record<string, string>> | undefined, status: number) =>
  status === 204 || status === 205 || headers?.['content-length']?.trim() === '0'

/** Fields by which recorders mark responses of a cache, a worker or a test (Chromium, Playwright, HAR 1.2 `cache`). */
function whyForeign(entry: Json, response: Json | undefined): string | undefined {
  const isSet = (value: unknown) => value === true || (typeof value === 'string' && value !== '')
  if (isSet(member(entry, '_wasFulfilled'))) return 'a test responded in place of the deployment'
  if (isSet(member(entry, '_fromCache'))) return 'a cache responded'
  if (response && isSet(member(response, '_fetchedViaServiceWorker'))) return 'a service worker responded'
  if (member(entry, '_wasAborted') === true) return 'the request was aborted'
  return undefined
}

/** Cookies and custom fields may have secrets that occur elsewhere in the recording too. */
function secretsBeside(entry: Json, request: Json, response: Json | undefined): readonly NamedSecret[] {
  const cookies = [
    ...(pairsAt(member(request, 'cookies'), '.request.cookies') ?? []),
    ...((response && pairsAt(member(response, 'cookies'), '.response.cookies')) ?? []),
  ]
  const posted = optionalObjectAt(member(request, 'postData'), '.request.postData')
  const fields = posted ? (pairsAt(member(posted, 'params'), '.request.postData.params') ?? []) : []
  const query = pairsAt(member(request, 'queryString'), '.request.queryString') ?? []
  return [
    ...cookies.map(([, value]) => ['cookie', value] as const),
    ...[...fields, ...query].flatMap(([name, value]) => fieldSecrets(name, value)),
    ...[entry, request, response ?? {}, posted ?? {}].flatMap((holder) =>
      customFieldSecrets(
        Object.fromEntries(
          Object.entries(holder).filter(([name]) => name.startsWith('_') && name !== '_assay'),
        ),
      ),
    ),
  ]
}

const KINDS: readonly Exchange['kind'][] = ['contract', 'state', 'probe', 'delivery']
const OWN_ID = /^([\w.-]{1,200})\.\d{1,6}\.\d{1,9}$/

/** The description of a run in its `exchanges.har`; undefined if the recording is not one. */
function ownRecord(
  value: unknown,
): { readonly id: string; readonly check: string; readonly record: OwnRecord } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, kind, operation, caller, findings } = value as Readonly<Record<string, unknown>>
  const named = typeof id === 'string' ? OWN_ID.exec(id) : null
  if (!named || !KINDS.includes(kind as Exchange['kind'])) return undefined
  return {
    id: named[0],
    check: named[1]!,
    record: {
      kind: kind as Exchange['kind'],
      operation: typeof operation === 'string' ? operation : undefined,
      caller: typeof caller === 'number' ? caller : undefined,
      findings: Array.isArray(findings) ? (findings as readonly unknown[]).filter(isFinding) : [],
    },
  }
}

export const isFinding = (value: unknown): value is Finding => {
  const { requirement, at, message } = (value ?? {}) as Readonly<Record<string, unknown>>
  return typeof requirement === 'string' && typeof at === 'string' && typeof message === 'string'
}
