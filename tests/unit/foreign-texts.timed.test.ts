/** Texts of a deployment, or of a submitted certificate, are read once: no text keeps Assay busy. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageText } from '../../certificates/page-text.ts'
import { expect } from '../../fixtures/expect.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { shellWord } from '../../reports/html/exchange-markup.ts'
import { totalCountsList } from '../../spec/invariants/page-counts.ts'

const CHARACTERS = 300_000
const long = (unit: string) => unit.repeat(CHARACTERS / unit.length)
const random = seededRandom('foreign texts')

const page = (url: string) => ({
  exchange: 'E',
  operation: 'listAgentActions' as const,
  method: 'GET',
  url,
  status: 200,
  requestHeaders: {},
  requestBody: undefined,
  body: { data: [], hasMore: false, totalCount: 0 },
})

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the form of an id': (text) => nonexistentId(`${text}:`, { random }),
  'the address of a list': (text) =>
    totalCountsList([page(`http://a/${text}`)] as never, { requestIdHeader: 'X-Request-Id' }),
  'a word of a shell': (text) => shellWord(`${text}«redacted:token»`),
  'a page of a certificate': (text) => pageText(text),
}

describe('long texts of others', () => {
  for (const [what, read] of Object.entries(READERS))
    for (const unit of ['a', '/', ':', '<script', '<script>', '«redacted:', 'A:'])
      it(`${what} of ${unit} is read within a second`, () => {
        const text = long(unit)
        const begun = performance.now()

        read(text)

        const ms = performance.now() - begun
        assert.ok(ms < 1_000, `${ms} ms`)
      })
})

describe('the text of a page', () => {
  it('is the same with other scripts', () => {
    const withScript = (script: string) => pageText(`<p>a</p>${script}<p>b</p><script>c</script>d`)

    assert.equal(withScript('<script nonce="1">x < y</script>'), withScript('<script>other</script>'))
    assert.notEqual(withScript('<script>x</script>e'), withScript('<script>x</script>'))
  })
})

describe('a failed expectation on long values', () => {
  const lines = (first: string) => Array.from({ length: 60_000 }, (_, at) => `${first}${at}`)
  const CASES: Readonly<Record<string, () => void>> = {
    'a text of white space': () => expect({ text: `${long('\t')}x` }).toEqual({ text: '' }),
    'a list': () => expect(lines('a')).toEqual(lines('b')),
    'a text of lines': () => expect(lines('a').join('\n')).toBe(lines('b').join('\n')),
    'fields of a response': () =>
      expect({ status: 200, body: { text: lines('a') } }).toMatchFields({ text: lines('b') }),
    'what must not be': () => expect(lines('a')).not.toEqual(lines('a')),
  }
  for (const [what, fail] of Object.entries(CASES))
    it(`is described within a second: ${what}`, () => {
      const begun = performance.now()

      assert.throws(fail, /expected /)

      const ms = performance.now() - begun
      assert.ok(ms < 1_000, `${ms} ms`)
    })
})
