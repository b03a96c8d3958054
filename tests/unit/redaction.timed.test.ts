import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../fixtures/random.ts'
import { createRedaction, type Redaction } from '../../fixtures/redaction/redaction.ts'

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
  const bestMs = (redaction: Redaction) => {
    const times = Array.from({ length: 12 }, () => {
      const begun = performance.now()
      redaction.redact(text)
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
})
