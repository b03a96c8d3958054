import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { harExchange } from '../../traffic/har-exchange.ts'

const entry = (response: object, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.500Z',
  time: 12.5,
  request: {
    method: 'get',
    url: 'https://host/2025-10-13/config',
    headers: [{ name: 'Accept', value: '*/*' }],
  },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: 2, text: '{}' },
    ...response,
  },
  ...more,
})

const read = (value: unknown) =>
  harExchange({ bytes: Buffer.from(JSON.stringify(value)), index: 4, line: 9 }, 'a.har', 'a.har')

const bodyOf = (value: unknown) => {
  const body = read(value).response?.body
  return body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : body
}

describe('an entry of a HAR file', () => {
  it('is an exchange with its times, headers and body', () => {
    const { id, sentAt, durationMs, method, requestHeaders, requestBody, response } = read(entry({}))

    assert.equal(id, 'a.har.0.5')
    assert.equal(sentAt, Date.parse('2026-01-01T00:00:00.500Z'))
    assert.equal(durationMs, 12.5)
    assert.equal(method, 'GET')
    assert.deepEqual(requestHeaders, { accept: '*/*' })
    assert.equal(requestBody, 'none')
    assert.equal(response?.isExact, true)
    assert.equal(bodyOf(entry({})), '{}')
  })

  it('has no duration where the recorder did not measure', () => {
    for (const time of [-1, 0, null, undefined]) assert.equal(read(entry({}, { time })).durationMs, undefined)
  })

  it('has a body in base64, compressed or not', () => {
    const base64 = (bytes: Buffer) => ({ size: 7, encoding: 'base64', text: bytes.toString('base64') })
    const coded = (value: string) => [{ name: 'content-encoding', value }]
    const headers = coded('gzip')

    assert.equal(bodyOf(entry({ content: base64(Buffer.from('{"a":1}')) })), '{"a":1}')
    for (const [coding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ] as const)
      assert.equal(
        bodyOf(entry({ headers: coded(coding), content: base64(compress('{"a":1}')) })),
        '{"a":1}',
        coding,
      )
    assert.equal(bodyOf(entry({ headers, content: base64(Buffer.from('{"a":1}')) })), '{"a":1}')
    assert.equal(bodyOf(entry({ headers, content: { size: 7, text: '{"a":1}' } })), '{"a":1}')
  })

  it('has not seen a body that the recorder dropped, could not decode, or that is a bomb', () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64')

    assert.equal(bodyOf(entry({ content: { size: 812 } })), 'unseen')
    assert.equal(bodyOf(entry({ content: { size: 0, mimeType: 'x-unknown' } })), 'unseen')
    assert.equal(bodyOf(entry({ content: undefined })), 'unseen')
    assert.equal(bodyOf(entry({ content: { encoding: 'base64', text: '!' } })), 'unseen')
    assert.equal(bodyOf(entry({ content: { encoding: 'rot13', text: '{}' } })), 'unseen')
    assert.equal(
      bodyOf(
        entry({
          headers: [{ name: 'content-encoding', value: 'gzip' }],
          content: { encoding: 'base64', text: bomb },
        }),
      ),
      'unseen',
    )
  })

  it('had no body only if the response shows it', () => {
    const empty = [{ name: 'Content-Length', value: '0' }]

    assert.equal(bodyOf(entry({ headers: empty, content: { size: 0 } })), 'none')
    assert.equal(bodyOf(entry({ status: 204, content: {} })), 'none')
  })

  it('is not exact where text and size differ', () => {
    assert.equal(read(entry({ content: { size: 900, text: '{"a"' } })).response?.isExact, false)
    assert.equal(read(entry({ content: { text: '{"a"' } })).response?.isExact, false)
  })

  it('shows no response where none came', () => {
    for (const status of [0, -1, undefined, 1000, 200.5])
      assert.equal(read(entry({ status })).response, undefined)
    assert.equal(read({ ...entry({}), response: undefined }).response, undefined)
  })

  it('is not of the deployment where a test, a cache or a worker responded', () => {
    assert.match(read(entry({}, { _wasFulfilled: true })).foreign!, /a test responded/)
    assert.match(read(entry({}, { _fromCache: 'disk' })).foreign!, /a cache responded/)
    assert.match(read(entry({ _fetchedViaServiceWorker: true })).foreign!, /a service worker/)
    assert.equal(read(entry({})).foreign, undefined)
  })

  it('keeps fields with names of inherited object members as data', () => {
    const text =
      '{"startedDateTime":"2026-01-01T00:00:00Z","__proto__":{"time":1},"request":{"method":"GET","url":"https://h/","headers":[{"name":"__proto__","value":"x"},{"name":"constructor","value":"y"}]}}'
    const { requestHeaders, durationMs } = harExchange(
      { bytes: Buffer.from(text), index: 0, line: 1 },
      'a.har',
      'a',
    )

    assert.deepEqual(Object.entries(requestHeaders), [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    assert.equal(durationMs, undefined)
    assert.equal(({} as { time?: number }).time, undefined)
  })

  it('is rejected by its JSON path where a value has another type', () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [
        { ...entry({}), request: 3 },
        /\$\.log\.entries\[4\]\.request \(line 9\): expected an object, found a value of type number/,
      ],
      [{ ...entry({}), startedDateTime: 'soon' }, /\.startedDateTime \(line 9\): expected an ISO 8601/],
      [{ ...entry({}), startedDateTime: undefined }, /\.startedDateTime .*expected a string, found nothing/],
      [entry({ status: '200' }), /\.response\.status .*expected a number/],
      [entry({ headers: {} }), /\.response\.headers .*expected an array/],
      [entry({ headers: [null] }), /\.response\.headers\[0\] .*found null/],
      [entry({ content: { text: {} } }), /\.response\.content\.text .*expected a string/],
    ]

    for (const [value, message] of cases) assert.throws(() => read(value), message)
  })

  it('is rejected where it nests too deep', () => {
    const deep = `{"request":${'['.repeat(5_000)}${']'.repeat(5_000)}}`

    assert.throws(
      () => harExchange({ bytes: Buffer.from(deep), index: 0, line: 1 }, 'a.har', 'a'),
      /entry 0 \(line 1\).*nests deeper/,
    )
  })
})
