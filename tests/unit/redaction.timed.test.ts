import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { seededRandom } from '../../fixtures/random.ts'
import { secretsInResponse } from '../../fixtures/redaction/secrets-in-response.ts'
import { createRedaction, type Redaction } from '../../fixtures/redaction/redaction.ts'
import { secretGuard } from '../../runner/secret-scan.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

function knowing(secrets: Readonly<Record<string, string>>): Redaction {
  const redaction = createRedaction()
  for (const [name, secret] of Object.entries(secrets)) redaction.learn(name, secret)
  return redaction
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('the speed of redaction', () => {
  const random = seededRandom('speed')
  const token = () => `tok_${base64(random.uuid() + random.uuid())}`
  const text = JSON.stringify(
    Array.from({ length: 730 }, () => ({
      id: `Quote:${random.uuid()}`,
      note: 'tok_ of the "agent"',
      of: random.uuid(),
    })),
  )

  /** Best of some, so that a busy machine does not count. */
  const bestMs = (redaction: Redaction, of = text) => {
    const times = Array.from({ length: 12 }, () => {
      const begun = performance.now()
      redaction.redact(of)
      return performance.now() - begun
    })
    return Math.min(...times)
  }
  const knowingMany = (count: number) =>
    knowing(Object.fromEntries(Array.from({ length: count }, (_, at) => [`token${at}`, token()])))

  it('100 kB with 500 secrets take some milliseconds, and hardly longer than with 5', () => {
    assert.ok(text.length > 90_000)
    const [few, many] = [bestMs(knowingMany(5)), bestMs(knowingMany(500))]
    assert.ok(many < 50, `${many} ms`)
    assert.ok(many < 8 * few, `${many} ms with 500, ${few} ms with 5`)
  })

  for (const unit of ['#', '?', '&#38;', '://', 'token=', 'Bearer ', '"token":"', '<token>', 'a: b1 '])
    it(`looks for secrets in 400 kB of ${unit} within a second`, () => {
      const json = { message: unit.repeat(400_000 / unit.length) }
      const text = JSON.stringify(json)
      const begun = performance.now()

      secretsInResponse({ operation: undefined, json, text, isOdd: true, headers: {}, sent: [] })

      const ms = performance.now() - begun
      assert.ok(ms < 1_000, `${ms} ms`)
    })

  const escapes = (unit: string) => unit.repeat(100_000 / unit.length)
  const ALMOST_ESCAPES: Readonly<Record<string, string>> = {
    'UTF-8 that is longer than its character': '%c0%80',
    'half a surrogate pair in UTF-8': '%ed%a0%80',
    'beyond the last character': '%f5%80%80%80',
    'an escape of JSON in upper case': '\\N',
    'a character of JSON in upper case': '\\U0041',
  }
  for (const [what, unit] of Object.entries(ALMOST_ESCAPES))
    it(`what only looks like an escape takes no longer than one: ${what}`, () => {
      const redaction = knowingMany(5)
      const [almost, real] = [bestMs(redaction, escapes(unit)), bestMs(redaction, escapes('%41'))]
      assert.ok(almost < 2 * real, `${almost} ms, ${real} ms for an escape`)
    })
})

/** As long as a recorded body may be. */
const BODY = 320_000
const filled = (unit: string) => unit.repeat(BODY / unit.length)
/** A deployment is slower than this, and nothing else of the run goes on meanwhile. */
const MAX_MS = 1000

function ms(work: () => void): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

describe('a body that is made to be costly takes less than a second', () => {
  const ALMOST = 'a'.repeat(30)
  const SECRET = `${ALMOST}0123456789`
  const redaction = knowing({
    ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`t${at}`, `${'a'.repeat(20 + at)}b`])),
    token: SECRET,
    digits: '11111111',
  })
  const BODIES: Readonly<Record<string, string>> = {
    'the beginning of many secrets': filled('a'),
    'the same, in every encoding': filled(`${ALMOST}%2561\\\\u0061&amp;#61;`),
    'a number with a secret at every place': `[${filled('1')}]`,
    'lists of bytes': filled('[49,49,49,49,49,49,49],'),
    'short lists of bytes': filled('49,   49,   49,   49,    '),
    'secrets and lists of bytes': filled('11111111 [48,48,48,48,48,48] '),
    'base64 of text': filled('YWFhYWFhYWFhYWFhYWFhYWFhYWFh '),
    'one word of base64 of text': filled('YWFh'),
    'bytes in hex': filled('31 '),
    'escapes of bytes': filled('\\x31'),
    'spaces between bytes': filled(`1${' '.repeat(19)},`),
  }
  for (const [what, body] of Object.entries(BODIES))
    it(what, () => {
      let redacted = ''
      const taken = ms(() => (redacted = redaction.redact(`${body}${SECRET}`)))
      assert.ok(taken < MAX_MS, `${taken} ms`)
      assert.ok(!redacted.includes(SECRET) && !redacted.includes('11111111'))
    })

  const UNNAMED: Readonly<Record<string, string>> = {
    'a name without a value': `"a"${filled(' ')}x`,
    'names without values': filled(`"a" ${' '.repeat(50)}`),
    'comments instead of a value': filled('"a" /**/ '),
    'beginnings of elements': filled('<a '),
    'nothing but a name': filled('a-'),
  }
  for (const [what, text] of Object.entries(UNNAMED))
    it(`text that is searched for secrets: ${what}`, () => {
      const answered = { json: undefined, text, isOdd: true, headers: {}, sent: [] }
      const taken = ms(() => secretsInResponse({ ...answered, operation: 'createToken' }))
      assert.ok(taken < MAX_MS, `${taken} ms`)
    })
})

describe('the scan of a run takes seconds where a recording is full of escapes', () => {
  const LATE = 'abcdefTOKEN-0123456789'
  const folder = temporaryFolder('costly-recordings')
  const file = join(folder, 'exchanges.jsonl')
  const escapes = '\\u0025%41&#65;%2541\\\\u0041&amp;#65;'
  const lines = Array.from({ length: 16 }, (_, at) =>
    JSON.stringify({
      id: `x-${at}`,
      response: { body: JSON.stringify({ note: escapes.repeat(7000), late: LATE }) },
    }),
  )

  for (const [what, other] of [
    ['without any in a secret', 's3cret-of-the-client'],
    ['with one in a secret', 's3%41cret-of-the-client'],
  ] as const)
    it(what, () => {
      writeFileSync(file, `${lines.join('\n')}\n`)
      const guard = secretGuard(folder, () => [
        ['token', LATE],
        ['clientSecret', other],
      ])

      const taken = ms(() => guard.cleanRecordings())

      const cleaned = readFileSync(file, 'utf8')
      assert.ok(!cleaned.includes(LATE))
      assert.deepEqual(
        cleaned
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as { readonly id: string }).id),
        lines.map((_, at) => `x-${at}`),
      )
      assert.ok(taken < 8 * MAX_MS, `${taken} ms`)
    })
})
