/** An exchange as an entry of an HTTP Archive (HAR 1.2). Pure. */
import type { Exchange } from './conformance.ts'

type Pairs = readonly { readonly name: string; readonly value: string }[]

/** The fields of HAR, and `_assay`: the format allows additional ones. */
export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly []
    readonly headers: Pairs
    readonly queryString: Pairs
    readonly postData?: { readonly mimeType: string; readonly text: string }
    readonly headersSize: -1
    readonly bodySize: number
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly []
    readonly headers: Pairs
    readonly content: {
      readonly size: number
      readonly mimeType: string
      readonly text?: string
      readonly comment?: string
    }
    readonly redirectURL: string
    readonly headersSize: -1
    readonly bodySize: number
    /** Why no response came, in the words of browsers. */
    readonly _error?: string
  }
  readonly cache: Record<string, never>
  readonly timings: { readonly send: 0; readonly wait: number; readonly receive: 0 }
  readonly _assay: Pick<Exchange, 'id' | 'check' | 'kind' | 'operation' | 'caller' | 'findings'>
}

const HTTP_VERSION = 'HTTP/1.1'
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

/** Whether an exchange went over HTTP: functions of a deployment file are asked without it. */
export const isHttp = ({ request: { method, url } }: Exchange): boolean =>
  METHOD.test(method) && /^https?:\/\//.test(url)

/** @param whole the body of the response, where the exchange holds its beginning */
export function harEntry(exchange: Exchange, whole: string | undefined): HarEntry {
  const { id, check, kind, operation, caller, findings, at, durationMs, request } = exchange
  const { method, url, headers, body } = request
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: HTTP_VERSION,
      cookies: [],
      headers: pairsOf(headers),
      queryString: queryOf(url),
      ...(body === undefined ? {} : { postData: { mimeType: typeOf(headers), text: body } }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : Buffer.byteLength(body),
    },
    response: responseOf(exchange, whole),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _assay: {
      id,
      check,
      kind,
      ...(operation === undefined ? {} : { operation }),
      ...(caller === undefined ? {} : { caller }),
      findings,
    },
  }
}

function responseOf({ response, error }: Exchange, whole: string | undefined): HarEntry['response'] {
  const facts = { httpVersion: HTTP_VERSION, cookies: [], redirectURL: '', headersSize: -1 } as const
  if (!response)
    return {
      ...facts,
      status: 0,
      statusText: '',
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      bodySize: -1,
      _error: error?.message ?? 'no response',
    }
  const { status, headers, body, bytes, truncated, lossy } = response
  const isWhole = (whole !== undefined || !truncated) && lossy !== true
  const content = { size: bytes, mimeType: typeOf(headers) }
  return {
    ...facts,
    status,
    statusText: '',
    headers: pairsOf(headers),
    redirectURL: Object.hasOwn(headers, 'location') ? headers.location! : '',
    content: isWhole
      ? { ...content, text: whole ?? body }
      : { ...content, comment: 'the body is not recorded as a whole' },
    bodySize: bytes,
  }
}

const pairsOf = (headers: Readonly<Record<string, string>>): Pairs =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const typeOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'x-unknown'

const queryOf = (url: string): Pairs =>
  URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []
