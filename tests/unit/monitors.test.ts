/** The laws that span exchanges: generated lawful histories keep them, and each way to break one is found. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { RequirementId } from '../../spec/index.ts'
import { monitored } from '../../spec/monitors/monitored.ts'
import type { Observation } from '../../spec/monitors/observation.ts'
import { lawfulHistory, type LawfulHistory } from './lawful-histories.ts'

const NAMES = { requestIdHeader: 'Idempotency-Key' }
const SEED = 20_251_013

type Json = Readonly<Record<string, unknown>>

const brokenIn = (history: readonly Observation[]) =>
  monitored(history, NAMES)
    .filter(({ broken }) => broken.length > 0)
    .map(({ requirement }) => requirement)

/** The history with one answer changed. */
const withBody = (
  { history }: LawfulHistory,
  index: number,
  change: (body: Json) => Json,
): readonly Observation[] =>
  history.map((observation, place) =>
    place === index ? { ...observation, body: change(observation.body as Json) } : observation,
  )

const ofAction = (change: (action: Json) => Json) => (body: Json) => ({
  ...body,
  data: (body.data as readonly Json[]).map(change),
})
const ofQuote = (change: (quote: Json) => Json) =>
  ofAction((action) => ({ ...action, quote: change(action.quote as Json) }))
const plus = (quote: Json, name: string, amount: number) => ({
  ...quote,
  [name]: Number(quote[name]) + amount,
})
const shifted = (resource: Json, name: string, ms: number) => ({
  ...resource,
  [name]: new Date(Date.parse(String(resource[name])) + ms).toISOString(),
})
const last = ({ lists }: LawfulHistory) => lists.at(-1)!

interface Unlawful {
  readonly what: string
  readonly breaks: RequirementId
  /** Whether it is broken depends on the time of the deployment; left out: no. */
  readonly needsClock?: true
  readonly break: (lawful: LawfulHistory) => readonly Observation[]
}

const DAY_MS = 86_400_000

const UNLAWFUL: readonly Unlawful[] = [
  {
    what: 'a total that does not add up',
    breaks: 'CNV-21',
    break: (lawful) =>
      withBody(
        lawful,
        last(lawful),
        ofQuote((quote) => plus(quote, 'totalSendingAmount', 10_000)),
      ),
  },
  {
    what: 'fees of the platform beyond all fees',
    breaks: 'CNV-21',
    break: (lawful) =>
      withBody(
        lawful,
        last(lawful),
        ofQuote((quote) => plus(quote, 'platformFeesIncluded', 100_000)),
      ),
  },
  {
    what: 'other amounts, which add up too',
    breaks: 'CNV-22',
    needsClock: true,
    break: (lawful) =>
      withBody(
        lawful,
        last(lawful),
        ofQuote((quote) => plus(plus(quote, 'totalSendingAmount', 1), 'totalReceivingAmount', 1)),
      ),
  },
  {
    what: 'an expiry that is put off',
    breaks: 'CNV-22',
    needsClock: true,
    break: (lawful) =>
      withBody(
        lawful,
        last(lawful),
        ofQuote((quote) => shifted(quote, 'expiresAt', 60_000)),
      ),
  },
  {
    what: 'a status that goes back',
    breaks: 'CNV-23',
    break: ({ history, lists }) => {
      const seen = (status: string) =>
        ofAction((action) => ({ ...action, status }))(history[lists[0]!]!.body as Json)
      const [before, after] = [history[lists[0]!]!, { ...history[lists[0]!]! }]
      const wait = before.receivedAt - before.sentAt
      return [
        { ...before, body: seen('REJECTED') },
        {
          ...after,
          sentAt: before.receivedAt,
          receivedAt: before.receivedAt + wait,
          body: seen('PENDING_APPROVAL'),
        },
      ]
    },
  },
  {
    what: 'actions of two agents under one token',
    breaks: 'CNV-24',
    break: (lawful) => {
      const second = { ...lawful.history[lawful.lists[0]!]! }
      const changed = ofAction((action) => ({ ...action, agentId: 'Agent:another' }))(second.body as Json)
      return [...lawful.history, { ...second, body: changed }]
    },
  },
  {
    what: 'another quote for the same request',
    breaks: 'CNV-25',
    needsClock: true,
    // The repetition that is honoured shows that the header has the right name.
    break: (lawful) => {
      const { history, repeated } = lawful
      const honoured = history.slice(0, repeated + 1)
      return withBody(
        { ...lawful, history: [...honoured, ...history.slice(repeated)] },
        repeated + 1,
        (quote) => ({
          ...quote,
          id: 'Quote:00000000-0000-4000-8000-000000000000',
        }),
      )
    },
  },
  {
    what: 'an update before the creation',
    breaks: 'CNV-26',
    break: (lawful) =>
      withBody(
        lawful,
        last(lawful),
        ofAction((action) => shifted(action, 'updatedAt', -DAY_MS)),
      ),
  },
  {
    what: 'an update that is yet to come',
    breaks: 'CNV-26',
    needsClock: true,
    break: (lawful) =>
      withBody(
        lawful,
        last(lawful),
        ofAction((action) => shifted(action, 'updatedAt', DAY_MS)),
      ),
  },
  {
    what: 'two times of creation',
    breaks: 'CNV-26',
    break: (lawful) => withBody(lawful, lawful.created, (quote) => shifted(quote, 'createdAt', -DAY_MS)),
  },
]

describe('the laws that span exchanges', () => {
  it('are kept by lawful histories', () => {
    fc.assert(
      fc.property(lawfulHistory, ({ history }) => assert.deepEqual(brokenIn(history), [])),
      { seed: SEED },
    )
  })

  it('are kept whatever else the answers hold', () => {
    const answer = fc.record({ status: fc.constantFrom(200, 400), body: fc.jsonValue() })
    fc.assert(
      fc.property(lawfulHistory, fc.array(answer), ({ history }, others) => {
        const odd = others.map((rest) => ({ ...history[0]!, operation: undefined, ...rest }))

        assert.deepEqual(brokenIn([...odd, ...history]), [])
      }),
      { seed: SEED },
    )
  })

  for (const { what, breaks, needsClock = false, break: broken } of UNLAWFUL) {
    it(`do not allow ${what}`, () => {
      fc.assert(
        fc.property(lawfulHistory, (lawful) => {
          const isTold = !needsClock || lawful.history.every(({ date }) => date !== undefined)

          const found = brokenIn(broken(lawful))

          assert.equal(found.includes(breaks), isTold, `found ${found.join(', ') || 'nothing'}`)
        }),
        { seed: SEED },
      )
    })
  }
})
