/** Texts of recordings and deployments that make a pattern with backtracking take hours. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeholder, withPlaceholders } from '../../fixtures/recording/placeholders.ts'
import { decodedBody } from '../../traffic/decoded-body.ts'
import { forwarded } from '../../traffic/proxy/headers.ts'
import type { RecordedExchange } from '../../traffic/recorded-exchange.ts'
import { secretsIn } from '../../traffic/secrets-in.ts'

/** Of processor time. A pattern with backtracking takes minutes, or overflows its stack. */
const MAX_MS = 5_000
const MEGABYTE = 1024 * 1024

const filled = (part: string, length: number) => part.repeat(Math.ceil(length / part.length))

function inTime<T>(work: () => T): T {
  const begun = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(begun)
  const took = (user + system) / 1000
  assert.ok(took < MAX_MS, `it took ${Math.round(took)} ms`)
  return result
}

const answered = (text: string): RecordedExchange => ({
  id: 'a.0.1',
  recording: 'a',
  check: 'a',
  sentAt: 0,
  durationMs: 1,
  method: 'GET',
  url: 'https://api.example.com/2025-10-13/config',
  requestHeaders: {},
  requestBody: 'none',
  response: { status: 200, headers: {}, bytes: text.length, isExact: true, body: Buffer.from(text) },
  secrets: [],
})

const tokensIn = (text: string) => secretsIn(answered(text), undefined).map(([, secret]) => secret)

describe('a hostile text takes little time', () => {
  it('with many beginnings of tokens', () => {
    // The largest entry of a HAR file.
    assert.deepEqual(
      inTime(() => tokensIn(filled('-eyJaaaaaaaa', 32 * MEGABYTE))),
      [],
    )
  })

  it('with white space where base64 is expected', () => {
    assert.equal(
      inTime(() => decodedBody(`${filled(' ', 8 * MEGABYTE)}!`, 'base64', undefined)),
      undefined,
    )
  })

  it('with many beginnings of labels', () => {
    const text = filled('«redacted:', 1.5 * MEGABYTE)
    assert.equal(
      inTime(() => withPlaceholders(text, 'a.1.1')),
      text,
    )
  })

  it('with spaces in a header that names headers', () => {
    const value = `close${filled(' ', 400_000)}x, X-Hop`
    assert.deepEqual(
      inTime(() => forwarded(['Connection', value, 'X-Hop', '1', 'X-End', '2'])),
      ['X-End', '2'],
    )
  })
})

describe('a text with the same characters is read as before', () => {
  it('with tokens', () => {
    const token = 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl-_'
    for (const text of [token, `key-${token}`, `abcdefghijklm.${token}`, `"a":"${token}"`])
      assert.deepEqual(tokensIn(text), [token])
    assert.deepEqual(tokensIn('eyJhbGciOiJI.eyJzdWIiOiIx.'), ['eyJhbGciOiJI.eyJzdWIiOiIx.'])
    for (const text of ['aeyJhbGciOiJI.eyJzdWIiOiIx.a', 'eyJhbGc.eyJzdWIiOiIx.a', 'eyJhbGciOiJI.eyJ.a'])
      assert.deepEqual(tokensIn(text), [])
  })

  it('with broken lines in base64', () => {
    assert.equal(String(decodedBody('e30 =\r\n=\r\n', 'base64', undefined)), '{}')
    assert.equal(decodedBody('e30===', 'base64', undefined), undefined)
  })

  it('with labels', () => {
    assert.equal(withPlaceholders('«redacted:«redacted:a»', 'b'), `«redacted:${placeholder('a of b')}`)
  })
})
