/** What the network panel of Chromium exports: HAR 1.2 from the events of its protocol. */
import type { CDPSession } from '@playwright/test'

interface Seen {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly postData?: string
  readonly wallTime: number
  readonly begun: number
  response?: {
    readonly status: number
    readonly statusText: string
    readonly headers: Readonly<Record<string, string>>
    readonly mimeType: string
    readonly protocol?: string
    readonly fromDiskCache?: boolean
  }
  ended?: number
  length?: number
}

/** @param act recorded actions */
export async function devtoolsHar(session: CDPSession, act: () => Promise<void>): Promise<unknown> {
  const seen = new Map<string, Seen>()
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) =>
    seen.set(requestId, {
      url: request.url,
      method: request.method,
      headers: request.headers,
      ...(request.postData === undefined ? {} : { postData: request.postData }),
      wallTime,
      begun: timestamp,
    }),
  )
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const exchange = seen.get(requestId)
    if (exchange) exchange.response = response
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const exchange = seen.get(requestId)
    if (exchange) Object.assign(exchange, { ended: timestamp, length: encodedDataLength })
  })
  await session.send('Network.enable')
  await act()
  const entries: unknown[] = []
  for (const [requestId, exchange] of seen) entries.push(await entryOf(session, requestId, exchange))
  return {
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [],
      entries,
    },
  }
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

async function entryOf(session: CDPSession, requestId: string, exchange: Seen): Promise<unknown> {
  const { url, method, headers, postData, wallTime, begun, response, ended = begun, length = 0 } = exchange
  const body = await session
    .send('Network.getResponseBody', { requestId })
    .catch(() => ({ body: undefined, base64Encoded: false }))
  const size =
    body.body === undefined ? 0 : Buffer.byteLength(body.body, body.base64Encoded ? 'base64' : 'utf8')
  return {
    _connectionId: '12',
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: 'fetch',
    cache: {},
    connection: '443',
    request: {
      method,
      url,
      httpVersion: response?.protocol ?? 'http/1.1',
      headers: pairs(headers),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: postData === undefined ? 0 : Buffer.byteLength(postData),
      ...(postData === undefined ? {} : { postData: { mimeType: 'application/json', text: postData } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: response?.protocol ?? '',
      headers: pairs(response?.headers ?? {}),
      cookies: [],
      content: {
        size,
        mimeType: response?.mimeType ?? 'x-unknown',
        ...(body.body ? { text: body.body } : {}),
        ...(body.base64Encoded ? { encoding: 'base64' } : {}),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      _transferSize: length,
      _error: null,
      _fetchedViaServiceWorker: false,
    },
    serverIPAddress: '127.0.0.1',
    startedDateTime: new Date(wallTime * 1000).toISOString(),
    time: (ended - begun) * 1000,
    timings: { blocked: 1, dns: -1, ssl: -1, connect: -1, send: 0.1, wait: 1, receive: 1 },
  }
}
