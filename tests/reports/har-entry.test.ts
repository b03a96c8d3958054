/** What HAR 1.2 requires of an entry. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { harEntry, isHttp } from '../../reports/har-entry.ts'
import type { Exchange } from '../../reports/conformance.ts'
import { exchanges } from './sample-run.ts'

const TYPES = {
  startedDateTime: 'string',
  time: 'number',
  'request.method': 'string',
  'request.url': 'string',
  'request.httpVersion': 'string',
  'request.cookies': 'array',
  'request.headers': 'array',
  'request.queryString': 'array',
  'request.headersSize': 'number',
  'request.bodySize': 'number',
  'response.status': 'number',
  'response.statusText': 'string',
  'response.httpVersion': 'string',
  'response.cookies': 'array',
  'response.headers': 'array',
  'response.content.size': 'number',
  'response.content.mimeType': 'string',
  'response.redirectURL': 'string',
  'response.headersSize': 'number',
  'response.bodySize': 'number',
  cache: 'object',
  'timings.send': 'number',
  'timings.wait': 'number',
  'timings.receive': 'number',
} as const

const typeAt = (value: unknown, path: string): string => {
  const found = path
    .split('.')
    .reduce<unknown>((node, key) => (node as Readonly<Record<string, unknown>>)[key], value)
  return Array.isArray(found) ? 'array' : typeof found
}

describe('an entry of exchanges.har', () => {
  const http = exchanges.filter(isHttp)

  it('has every member that HAR 1.2 requires, and no others but with an underscore', () => {
    assert.ok(http.length > 5)
    for (const exchange of http) {
      const entry = JSON.parse(JSON.stringify(harEntry(exchange, undefined))) as object
      for (const [path, type] of Object.entries(TYPES)) assert.equal(typeAt(entry, path), type, path)
      assert.deepEqual(
        Object.keys(entry).filter((name) => !name.startsWith('_')),
        ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
      )
    }
  })

  it('has each pair of a query, and the type of a body', () => {
    const exchange: Exchange = {
      ...http[0]!,
      request: {
        method: 'POST',
        url: 'https://host/a?b=1&b=2&c=%20',
        headers: { 'Content-Type': 'application/json' },
        body: '{"é":1}',
      },
    }
    const { request } = harEntry(exchange, undefined)

    assert.deepEqual(request.queryString, [
      { name: 'b', value: '1' },
      { name: 'b', value: '2' },
      { name: 'c', value: ' ' },
    ])
    assert.deepEqual(request.postData, { mimeType: 'application/json', text: '{"é":1}' })
    assert.equal(request.bodySize, 8)
  })

  it('has a long body completely, or marks it as truncated', () => {
    const long = http.find(({ response }) => response !== undefined)!
    const cut: Exchange = { ...long, response: { ...long.response!, body: '{"a', truncated: true, bytes: 9 } }

    assert.equal(harEntry(cut, '{"a":1234}').response.content.text, '{"a":1234}')
    assert.equal(harEntry(cut, undefined).response.content.text, undefined)
    assert.match(harEntry(cut, undefined).response.content.comment!, /not recorded as a whole/)
  })

  it('has status 0 and the reason where no response came', () => {
    const silent = http.find(({ response }) => response === undefined)!
    const { status, _error } = harEntry(silent, undefined).response

    assert.equal(status, 0)
    assert.equal(_error, silent.error?.message)
  })

  it('is written for HTTP exchanges only', () => {
    const { request } = http[0]!
    assert.ok(!isHttp({ ...http[0]!, request: { ...request, url: 'state:agent', method: 'CALL' } }))
    assert.ok(!isHttp({ ...http[0]!, request: { ...request, method: 'LISTEN' } }))
  })
})
