import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { Exchange } from '../../reports/conformance.ts'
import { evidenceOf, type PackedExchange, type WaitingLine } from '../../reports/html/evidence.ts'
import { failureMarkup } from '../../reports/html/expectation-markup.ts'
import { bytesOf } from '../../reports/html/packed-text.ts'
import { exchanges as samples } from './sample-run.ts'

/** Characters. */
const ROOM = 330_000

const sample = samples.find(({ id }) => id === 'page 1')!

/** An exchange of which nothing can be deflated away. */
const exchange = (id: string, characters: number, more: Partial<Exchange> = {}): Exchange => ({
  ...sample,
  id,
  response: { ...sample.response!, body: randomBytes(characters / 2).toString('hex') },
  ...more,
})

function unpacked(scripts: string): {
  readonly lines: readonly WaitingLine[]
  readonly packs: readonly Readonly<Record<string, PackedExchange>>[]
} {
  const values = [...scripts.matchAll(/id="([^"]+)">([^<]*)<\/script>/g)].map(
    ([, id, text = '']) => [id, JSON.parse(inflateRawSync(bytesOf(text)).toString()) as unknown] as const,
  )
  const [lines, ...packs] = values.map(([, value]) => value)
  return {
    lines: lines as readonly WaitingLine[],
    packs: packs as readonly Readonly<Record<string, PackedExchange>>[],
  }
}

describe('the evidence in the page', () => {
  it('is kept completely if it is short', () => {
    const evidence = evidenceOf(samples)
    const waiting = evidence.later(
      { verdict: 'pass', exchanges: ['late 1', 'page 1', 'not recorded'] },
      'ACT-01',
    )
    assert.equal(waiting.missing, 1)
    const { scripts, leftOut } = evidence.data(ROOM)
    assert.equal(leftOut, 0)
    const { lines, packs } = unpacked(scripts)
    const places = waiting.exchanges.map((place) => lines[place]!)
    assert.deepEqual(
      places.map(({ id }) => id),
      ['late 1', 'page 1'],
    )
    const kept = packs[places[1]!.pack!]![waiting.exchanges[1]!]!
    assert.equal(kept.response?.body, sample.response?.body)
    assert.equal(kept.url, sample.request.url)
  })

  it('renders little ahead of a failure with long exchanges: the one that shows it, then what fits', () => {
    const all = Array.from({ length: 30 }, (_, index) => exchange(`long ${index}`, 20_000))
    const evidence = evidenceOf(all)
    const violation = { exchange: 'long 29', at: 'body', expected: 'less', actual: 'more' }

    const markup = evidence.ahead(
      { verdict: 'fail', exchanges: all.map(({ id }) => id), violation },
      'ACT-01',
    )

    assert.ok(markup.length < 250_000, `${markup.length} characters`)
    assert.ok(markup.includes(all.at(-1)!.response!.body))
    const waiting = [...markup.matchAll(/data-exchange="(\d+)"/g)].length
    assert.ok(waiting > 15 && waiting < 30, `${waiting} wait`)
    const { lines } = unpacked(evidence.data(ROOM).scripts)
    assert.equal(lines.length, waiting)
  })

  it('renders few lines ahead of many failures with many exchanges', () => {
    const ids = Array.from({ length: 40 }, (_, check) =>
      Array.from({ length: 80 }, (_, index) => `${check}.${index}`),
    )
    const evidence = evidenceOf(ids.flat().map((id) => exchange(id, 20)))

    const markup = ids.map((exchanges) => evidence.ahead({ verdict: 'fail', exchanges }, 'ACT-01'))

    const length = markup.join('').length
    assert.ok(length < 250_000, `${length} characters`)
  })

  it('leaves out the longest of checks that passed, and never a line of them', () => {
    const all = Array.from({ length: 40 }, (_, index) => exchange(`${index}`, index < 20 ? 2_000 : 60_000))
    const evidence = evidenceOf(all)
    evidence.later({ verdict: 'pass', exchanges: all.map(({ id }) => id) }, 'ACT-01')
    const { scripts, leftOut } = evidence.data(ROOM)
    const { lines } = unpacked(scripts)
    assert.equal(lines.length, 40)
    assert.ok(leftOut > 10 && leftOut <= 20, `${leftOut} left out`)
    assert.ok(lines.slice(0, 20).every(({ pack }) => pack !== undefined))
    assert.equal(lines.filter(({ pack }) => pack === undefined).length, leftOut)
    assert.ok(scripts.length <= ROOM, `${scripts.length} characters`)
  })

  it('leaves out the longest of checks that failed where they are too long for a page, and never a line', () => {
    const all = Array.from({ length: 300 }, (_, index) => exchange(`${index}`, index < 20 ? 2_000 : 60_000))
    const evidence = evidenceOf(all)
    evidence.later({ verdict: 'fail', exchanges: all.map(({ id }) => id) }, 'ACT-01')
    const { scripts, leftOut } = evidence.data(ROOM)
    const { lines } = unpacked(scripts)
    assert.equal(lines.length, 300)
    assert.ok(leftOut > 250 && leftOut < 280, `${leftOut} left out`)
    assert.ok(scripts.length <= ROOM, `${scripts.length} characters`)
    assert.ok(lines.slice(0, 20).every(({ pack }) => pack !== undefined))
    assert.equal(lines.filter(({ pack }) => pack === undefined).length, leftOut)
  })

  it('omits the arrangement of states before it omits requests to the API', () => {
    const all = Array.from({ length: 12 }, (_, index) =>
      exchange(`${index}`, 60_000, { kind: index % 2 === 0 ? 'state' : 'contract' }),
    )
    const evidence = evidenceOf(all)
    evidence.later({ verdict: 'pass', exchanges: all.map(({ id }) => id) }, 'ACT-01')
    const { lines } = unpacked(evidence.data(240_000).scripts)
    const kept = lines.filter(({ pack }) => pack !== undefined)
    assert.ok(kept.length >= 4, `${kept.length} kept`)
    assert.ok(kept.every(({ from }) => from === 'agent'))
  })

  it('has all evidence of a failure, including what it shares with a passed check', () => {
    const all = Array.from({ length: 12 }, (_, index) => exchange(`${index}`, 60_000))
    const evidence = evidenceOf(all)
    evidence.later({ verdict: 'pass', exchanges: ['0', '1'] }, 'ACT-01')
    evidence.later({ verdict: 'blocked', exchanges: all.map(({ id }) => id) }, 'ACT-01')
    assert.equal(evidence.data(600_000).leftOut, 0)
  })

  it('keeps what did not pass before what passed', () => {
    const all = Array.from({ length: 12 }, (_, index) => exchange(`${index}`, 60_000))
    const evidence = evidenceOf(all)
    evidence.later({ verdict: 'pass', exchanges: all.slice(0, 6).map(({ id }) => id) }, 'ACT-01')
    evidence.later({ verdict: 'fail', exchanges: all.slice(6).map(({ id }) => id) }, 'ACT-02')
    const { lines } = unpacked(evidence.data(ROOM).scripts)
    assert.ok(lines.slice(6).every(({ pack }) => pack !== undefined))
    assert.ok(lines.slice(0, 6).some(({ pack }) => pack === undefined))
  })

  it('keeps the exchange that violates a requirement where the rest of the page takes all room', () => {
    const all = Array.from({ length: 60 }, (_, index) => exchange(`${index}`, 4_000))
    const evidence = evidenceOf(all)
    evidence.later({ verdict: 'pass', exchanges: all.slice(0, 20).map(({ id }) => id) }, 'ACT-01')
    const failed = all.slice(20).map(({ id }) => id)
    const violation = { exchange: '59', at: 'HTTP status', expected: '400', actual: '200' }
    evidence.later({ verdict: 'fail', exchanges: failed, violation }, 'ACT-02')
    const { lines } = unpacked(evidence.data(-20_000).scripts)
    assert.deepEqual(
      lines.filter(({ pack }) => pack !== undefined).map(({ id }) => id),
      ['59'],
    )
  })

  it('cuts the long body of the exchange that violates a requirement, and keeps the exchange', () => {
    const body = 'long '.repeat(200_000)
    const evidence = evidenceOf([{ ...sample, response: { ...sample.response!, body } }])
    const violation = { exchange: sample.id, at: 'HTTP status', expected: '400', actual: '200' }
    evidence.later({ verdict: 'fail', exchanges: [sample.id], violation }, 'ACT-01')
    const { response } = unpacked(evidence.data(0).scripts).packs[0]![0]!
    assert.equal(response?.truncated, true)
    assert.ok(response.body.length < 50_000, `${response.body.length} characters`)
  })

  it('renders the violating exchange of each failed check ahead', () => {
    const checks = Array.from({ length: 6 }, (_, check) =>
      Array.from({ length: 20 }, (_, index) => exchange(`${check} ${index}`, 3_000)),
    )
    const evidence = evidenceOf(checks.flat())
    const markups = checks.map((own) =>
      evidence.ahead(
        {
          verdict: 'fail',
          exchanges: own.map(({ id }) => id),
          violation: { exchange: own[19]!.id, at: 'body', expected: 'less', actual: 'more' },
        },
        'ACT-01',
      ),
    )
    for (const [check, markup] of markups.entries())
      assert.ok(markup.includes(checks[check]![19]!.response!.body), `check ${check}`)
  })

  it('marks the place of a failed expectation, also in evidence that is opened later', () => {
    const evidence = evidenceOf(samples)
    const violation = { exchange: 'page 1', at: 'HTTP status', expected: '400', actual: '200' }
    evidence.later({ verdict: 'fail', exchanges: ['page 1'], violation }, 'ACT-01')
    const { lines, packs } = unpacked(evidence.data(ROOM).scripts)
    assert.deepEqual(lines[0]?.findings, [{ requirement: 'ACT-01', at: 'status' }])
    assert.deepEqual(packs[0]?.[0]?.findings, [
      { requirement: 'ACT-01', at: 'status', message: 'expected 400, found 200' },
    ])
  })

  it('shows the value that breaks a response rule, and what the rule expects', () => {
    const body = JSON.stringify({ data: [{ updatedAt: '2026-11-23 17:55:03' }] })
    const message = 'expected a time in UTC that ends with "Z"'
    const findings = [{ requirement: 'CNV-04', at: '/data/0/updatedAt', message }]
    const evidence = evidenceOf([{ ...sample, response: { ...sample.response!, body }, findings }])
    const told = evidence.requestOf({ verdict: 'fail', exchanges: [sample.id] }, 'CNV-04')
    const markup = failureMarkup({
      ...told,
      message: `violated in 1 of 7 responses judged: ${message} at /data/*/updatedAt`,
    })
    const text = markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    assert.match(text, /violated in 1 of 7 responses judged/)
    assert.match(text, /Expected a time in UTC that ends with &quot;Z&quot; Seen 2026-11-23 17:55:03 $/)
  })

  it('names the request that violates the requirement, not one that violates others', () => {
    const evidence = evidenceOf(samples)
    const exchanges = ['page 1', 'late 2']
    const violation = { exchange: 'page 1', at: 'HTTP status', expected: '400', actual: '200' }
    const requestOf = (requirement: string, more: object) =>
      evidence.requestOf({ verdict: 'fail', exchanges, ...more }, requirement).request
    assert.equal(requestOf('ACT-01', { violation }), 'GET /agents/me/actions?limit=20 → 200')
    assert.equal(requestOf('CNV-03', {}), 'GET /platform/external-accounts/ExternalAccount%3A0191… → 200')
    assert.equal(requestOf('ACT-01', {}), undefined)
  })
})
