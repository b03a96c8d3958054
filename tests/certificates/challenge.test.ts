/** A run uses the nonce of a verifier: its identifiers carry what only the nonce gives. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { challengeProblems } from '../../certificates/challenge.ts'
import { nonceFrom } from '../../cli/nonce-from.ts'
import { traceparentOf } from '../../fixtures/http/trace-context.ts'
import { challengeSeed, nonceIn, seededRandom, variedSeed } from '../../fixtures/random.ts'
import type { RecordingHead } from '../../fixtures/recording/recording.ts'
import type { Exchange } from '../../reports/conformance.ts'

const NONCE = 'verifier-nonce-0001'
const OTHER = 'verifier-nonce-0002'
const seed = challengeSeed(NONCE)
const GIVEN = '3f2b8a52-6c3e-4f5d-9a3a-0d8a0f1c2b3d'
const FROM_FILE = '4f2b8a52-6c3e-4f5d-9a3a-0d8a0f1c2b3d'

const exchange = (id: string, url: string, body?: string, responded?: string): Exchange => ({
  id,
  check: 'X',
  kind: 'contract',
  at: '2026-11-21T10:00:00.900Z',
  durationMs: 1,
  request: { method: 'POST', url, headers: {}, ...(body === undefined ? {} : { body }) },
  ...(responded === undefined
    ? {}
    : { response: { status: 200, headers: {}, body: responded, bytes: 1, truncated: false } }),
  findings: [],
})
const problemsOf = (used: string, exchanges: readonly Exchange[], nonce = NONCE) =>
  challengeProblems(
    nonce,
    {
      seed: used,
      deployment: { given: { agent: [{ agentId: FROM_FILE }] } } as unknown as RecordingHead['deployment'],
    },
    exchanges,
  ).join('; ')
const own = (used: string) => seededRandom(`${used}/QUO-20`).uuid()
const sent = (id: string) => exchange('X.1.1', `https://h.example/quotes/Quote:${id}`)

describe('a run with a challenge', () => {
  it('has the mark of the nonce in every identifier and every trace', () => {
    const ids = Array.from({ length: 20 }, (_, index) => seededRandom(`${seed}/${index}`).uuid())

    const marks = new Set(ids.map((id) => id.slice(24, 34)))
    assert.equal(marks.size, 1)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(
      traceparentOf(seed, 'X.1.1')
        .slice(3, 35)
        .includes([...marks][0]!),
    )
    assert.notEqual(own(challengeSeed(OTHER)).slice(24, 34), [...marks][0])
    assert.equal(
      new Set(Array.from({ length: 20 }, (_, index) => seededRandom(`s/${index}`).uuid().slice(24, 34))).size,
      20,
    )
  })

  it('passes, also with varied identity', () => {
    for (const used of [seed, variedSeed(seed)]) {
      assert.equal(nonceIn(used), NONCE)
      assert.equal(problemsOf(used, [sent(own(used))]), '')
    }
  })

  it('may send identifiers that a response or the deployment file gave, and one with another last digit', () => {
    const near = own(seed).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    const exchanges = [
      exchange(
        'X.1.1',
        'https://h.example/agents',
        `{"id":"${own(seed)}"}`,
        `{"id":"Agent:${GIVEN.toUpperCase()}"}`,
      ),
      sent(GIVEN),
      sent(FROM_FILE),
      sent(near),
    ]
    assert.equal(problemsOf(seed, exchanges), '')
  })

  it('fails for another challenge, and without one', () => {
    assert.match(problemsOf(challengeSeed(OTHER), [sent(own(seed))]), /another nonce, verifier-nonce-0002/)
    assert.match(problemsOf('drawn', [sent(own(seed))]), /used no nonce of a verifier/)
  })

  it('fails for requests that were recorded before', () => {
    const before = '5f2b8a52-6c3e-4f5d-9a3a-0d8a0f1c2b3d'
    assert.match(
      problemsOf(seed, [sent(before), sent(own(seed))]),
      /1 identifier .*without the mark.*: 5f2b8a52/,
    )
    assert.match(
      problemsOf(seed, [exchange('X.1.1', 'https://h.example/agents')]),
      /no request has an identifier/,
    )
  })
})

describe('a nonce', () => {
  it('has 16 to 64 letters, digits, - and _', () => {
    assert.equal(nonceFrom(NONCE), NONCE)
    for (const entered of [
      '',
      'short',
      'a'.repeat(65),
      'with space in the nonce',
      'with/slash-in-nonce',
      'ünïcode-nonce-0001',
    ])
      assert.throws(() => nonceFrom(entered), { name: 'AssayError', message: /16 to 64 letters/ })
  })
})
