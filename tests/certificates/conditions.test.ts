/** What a run must be to be certified: each condition rejects by its name, and a run that meets them all is not rejected. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CLOCK_BOUND_MS, clockAgreement } from '../../certificates/clock-agreement.ts'
import { recordingGaps } from '../../certificates/recording-gaps.ts'
import { refusals, type FinishedRun } from '../../certificates/refusals.ts'
import { expiryProblem, validityProblems } from '../../certificates/validity.ts'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { cutOff, failing, passing } from '../reports/sample-run.ts'

const FINE: FinishedRun = { conformance: passing, gaps: [], clock: { responses: 10, farthestMs: 0 } }

const refused = (more: Partial<FinishedRun>) =>
  Object.fromEntries(refusals({ ...FINE, ...more }).map(({ name, found, next }) => [name, { found, next }]))

const withVerdict = (verdict: Conformance['requirements'][number]['verdict']): Conformance => {
  const [first, ...rest] = passing.requirements
  return { ...passing, requirements: [{ ...first!, level: 'SHOULD', verdict }, ...rest] }
}

describe('a run', () => {
  it('that meets every condition is not rejected', () => {
    assert.equal(passing.verdict, 'conformant')
    assert.deepEqual(refused({}), {})
  })

  it('in which a SHOULD was not met is not rejected', () => {
    assert.deepEqual(refused({ conformance: withVerdict('warn') }), {})
  })

  it('with a violation is rejected, with its place', () => {
    const broken = failing.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)

    const { 'non-conformant': refusal } = refused({ conformance: failing })

    assert.ok(broken.length > 0)
    for (const id of broken) assert.ok(refusal?.found.includes(id), id)
  })

  it('in which a requirement of a later edition was blocked is certified', () => {
    const [first, ...rest] = passing.requirements
    const later = { ...first!, id: 'QTE-72', level: 'SHOULD' as const, verdict: 'blocked' as const }

    assert.deepEqual(refused({ conformance: { ...passing, requirements: [later, ...rest] } }), {})
  })

  it('in which anything was blocked is rejected, a SHOULD too', () => {
    const names = refused({ conformance: withVerdict('blocked') })

    assert.deepEqual(Object.keys(names), ['blocked'])
    assert.match(names.blocked!.found, new RegExp(passing.requirements[0]!.id))
  })

  it('that was cut off is rejected', () => {
    const { incomplete } = refused({ conformance: cutOff })

    assert.ok(incomplete?.found.includes(cutOff.incompleteReason ?? 'no reason'))
  })

  it('that was restricted is rejected', () => {
    assert.match(refused({ conformance: { ...passing, only: ['OWN-01'] } }).restricted!.found, /OWN-01/)
  })

  it('that judged nothing is rejected', () => {
    const nothing = { ...passing, verdict: 'inconclusive', requirements: [] } as const

    assert.match(refused({ conformance: nothing }).inconclusive!.found, /nothing was judged/)
  })

  it('without a complete recording is rejected', () => {
    assert.match(refused({ gaps: ['ACT-01.1.2 is missing'] }).recording!.found, /ACT-01\.1\.2/)
  })

  it('of a deployment with a wrong or unknown clock is rejected', () => {
    assert.deepEqual(refused({ clock: { responses: 1, farthestMs: -CLOCK_BOUND_MS } }), {})
    assert.match(
      refused({ clock: { responses: 1, farthestMs: -CLOCK_BOUND_MS - 1 } }).clock!.found,
      /30 s behind the local clock; 30 s are allowed/,
    )
    assert.match(
      refused({ clock: { responses: 0, farthestMs: 0 } }).clock!.found,
      /no response has a Date header/,
    )
  })

  it('that fails several conditions lists all of them, each with a next step', () => {
    const names = refused({
      conformance: { ...failing, only: ['own'] },
      gaps: ['x'],
      clock: { responses: 0, farthestMs: 0 },
    })

    for (const name of ['non-conformant', 'blocked', 'restricted', 'recording', 'clock'])
      assert.notEqual(names[name]?.next ?? '', '', name)
  })
})

const BASE = 'https://host.example/2025-10-13'
const exchange = (id: string, more: Partial<Exchange> = {}): Exchange => ({
  id,
  check: 'X',
  kind: 'contract',
  at: '2026-11-21T10:00:00.900Z',
  durationMs: 200,
  request: { method: 'GET', url: `${BASE}/agents/me/actions`, headers: {} },
  findings: [],
  ...more,
})
const response = (date: string | undefined, more: Partial<NonNullable<Exchange['response']>> = {}) => ({
  response: {
    status: 200,
    headers: date === undefined ? ({} as Record<string, string>) : { date },
    body: '{}',
    bytes: 2,
    truncated: false,
    ...more,
  },
})

describe("the agreement of the deployment's clock with ours", () => {
  const differenceOf = (date: string) =>
    clockAgreement([exchange('X.1.1', response(date))], [BASE]).farthestMs

  it('accepts a header with whole seconds', () => {
    // Sent at :00.900, response at :01.100.
    for (const date of ['Sat, 21 Nov 2026 10:00:00 GMT', 'Sat, 21 Nov 2026 10:00:01 GMT'])
      assert.equal(differenceOf(date), 0)
  })

  it('is measured in both directions, with the benefit of the doubt', () => {
    assert.equal(differenceOf('Sat, 21 Nov 2026 10:01:00 GMT'), 58_900)
    assert.equal(differenceOf('Sat, 21 Nov 2026 09:59:00 GMT'), -59_900)
  })

  it('is that of the farthest response', () => {
    const { responses, farthestMs } = clockAgreement(
      [
        exchange('X.1.1', response('Sat, 21 Nov 2026 10:00:01 GMT')),
        exchange('X.1.2', response('Sat, 21 Nov 2026 09:00:00 GMT')),
        exchange('X.1.3', response('Sat, 21 Nov 2026 10:00:31 GMT')),
      ],
      [BASE],
    )

    assert.equal(responses, 3)
    assert.equal(farthestMs, -3_599_900)
  })

  it('is that of the replicas too, which get the requests', () => {
    const replica = 'https://replica.example/2025-10-13'
    const request = { method: 'GET', url: `${replica}/config`, headers: {} }
    const { responses, farthestMs } = clockAgreement(
      [
        exchange('X.1.1', response('Sat, 21 Nov 2026 10:00:01 GMT')),
        exchange('X.1.2', { ...response('Sat, 21 Nov 2026 09:59:00 GMT'), request }),
      ],
      [BASE, replica],
    )

    assert.equal(responses, 2)
    assert.equal(farthestMs, -59_900)
  })

  it('is taken only from the API, and from headers that contain a time', () => {
    const elsewhere = { method: 'POST', url: 'https://host.example/_states', headers: {} }
    const { responses } = clockAgreement(
      [
        exchange('X.1.1', { ...response('Sat, 21 Nov 2026 10:00:31 GMT'), request: elsewhere }),
        exchange('X.1.2', response('yesterday')),
        exchange('X.1.3', response(undefined)),
        exchange('X.1.4', { error: { kind: 'reset', message: 'cut' } }),
      ],
      [BASE],
    )

    assert.equal(responses, 0)
  })
})

describe('the dates of a certificate', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const span = { first: Date.parse('2026-11-21T09:00:00Z'), last: Date.parse('2026-11-21T10:00:00Z') }
  const problemsOf = (issuedAfterMs: number, validMs: number) => {
    const issued = span.last + issuedAfterMs
    const dates = {
      issuedAt: new Date(issued).toISOString(),
      expiresAt: new Date(issued + validMs).toISOString(),
    }
    return validityProblems(dates, span, issued)
  }

  it('allow 1 to 366 days', () => {
    for (const days of [1, 366]) assert.deepEqual(problemsOf(0, days * DAY_MS), [])
    for (const ms of [0, -DAY_MS, DAY_MS - 1, 366 * DAY_MS + 1, 100_000 * DAY_MS])
      assert.match(problemsOf(0, ms).join(), /expiresAt .* a certificate is valid for 1 to 366 days/)
  })

  it('start within an hour after the last exchange', () => {
    for (const ms of [0, 3_600_000]) assert.deepEqual(problemsOf(ms, DAY_MS), [])
    for (const ms of [-60_000, 3_600_001])
      assert.match(problemsOf(ms, DAY_MS).join(), /issuedAt .* is not within an hour after the last exchange/)
  })

  it('are dates', () => {
    const dates = { issuedAt: '2026-13-45T00:00:00.000Z', expiresAt: '2026-99-99T00:00:00.000Z' }

    assert.equal(validityProblems(dates, span, span.last).length, 3)
    assert.match(expiryProblem(dates, span.last) ?? '', /it expired at 2026-99/)
  })
})

describe('the gaps of a recording', () => {
  const two = [exchange('X-1a.1.2', response(undefined)), exchange('X-1a.1.1', response(undefined))]

  it('are empty when every exchange of every attempt is present, in any order', () => {
    assert.deepEqual(recordingGaps([...two, exchange('X-1a.2.1')], new Set(), ['X-1a.1.2']), [])
  })

  it('are exchanges that are missing or there twice, and those that a verdict names', () => {
    assert.deepEqual(recordingGaps([two[0]!], new Set(), []), [
      'X-1a.1 does not have each of its exchanges once',
    ])
    assert.equal(recordingGaps([...two, two[0]!], new Set(), []).length, 1)
    assert.deepEqual(recordingGaps(two, new Set(), ['X-1a.1.3']), ['X-1a.1.3 is missing'])
  })

  it('are bodies of which only a part is there', () => {
    const cut = [exchange('X-1a.1.1', response(undefined, { truncated: true }))]
    const lossy = [exchange('X-1a.1.1', response(undefined, { lossy: true }))]

    assert.match(recordingGaps(cut, new Set(), [])[0]!, /only the beginning/)
    assert.deepEqual(recordingGaps(cut, new Set(['X-1a.1.1']), []), [])
    assert.match(recordingGaps(two, new Set(['X-1a.1.1']), [])[0]!, /two different texts/)
    assert.match(recordingGaps(lossy, new Set(['X-1a.1.1']), [])[0]!, /is not text/)
  })
})
