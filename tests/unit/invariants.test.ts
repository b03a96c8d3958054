/** The laws that span exchanges: generated conforming histories keep them, and each way to break one is found. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import { checkInvariants } from '../../spec/invariants/check-invariants.ts'
import type { Observation } from '../../spec/invariants/observation.ts'
import {
  conformingHistory,
  conformingStates,
  conformingWalk,
  statesSeen,
  type ConformingHistory,
} from './conforming-histories.ts'

const NAMES = { requestIdHeader: 'Idempotency-Key' }
const SEED = 20_251_013

type Json = Readonly<Record<string, unknown>>

const brokenIn = (history: readonly Observation[]) =>
  checkInvariants(history, NAMES)
    .filter(({ violations }) => violations.length > 0)
    .map(({ requirement }) => requirement)

/** The history with one response changed. */
const withBody = (
  { history }: ConformingHistory,
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
const last = ({ lists }: ConformingHistory) => lists.at(-1)!

interface Disallowed {
  readonly what: string
  readonly breaks: RequirementId
  /** Whether it is broken depends on the time of the deployment; default: no. */
  readonly needsClock?: true
  readonly break: (conforming: ConformingHistory) => readonly Observation[]
}

const DAY_MS = 86_400_000
const QUOTE = 'Quote:018f5b1e-6f0a-7c3d-9a53-0a5a1f1f0004'

/** One page of a walk is changed, whichever it is. */
interface InvalidPage {
  readonly what: string
  readonly breaks: RequirementId
  readonly change: (page: Json, request: URL) => Json
}

const item = (index: number): Json => ({
  id: `Resource:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
})
const items = (count: number) => Array.from({ length: count }, (_, index) => item(index))

const INVALID_PAGES: readonly InvalidPage[] = [
  {
    what: 'a page with more and no cursor',
    breaks: 'CNV-27',
    change: (page) => ({ ...page, data: items(1), hasMore: true, nextCursor: undefined }),
  },
  {
    what: 'a cursor on the last page',
    breaks: 'CNV-27',
    change: (page) => ({ ...page, hasMore: false, nextCursor: 'next' }),
  },
  {
    what: 'the same resource twice in a list',
    breaks: 'CNV-37',
    change: (page) => ({ ...page, data: [item(1), item(1)] }),
  },
]

const WRONG_COUNTS = [
  { what: 'a count that leaves out an item', body: { data: items(2), hasMore: false, totalCount: 1 } },
  {
    what: 'a count of the page where more follows',
    body: { data: items(2), hasMore: true, nextCursor: 'next', totalCount: 2 },
  },
]

/** A page of a list, requested with a cursor. */
const pageOf = (operation: OperationName, cursor: string, body: Json): Observation => ({
  exchange: cursor,
  operation,
  method: 'GET',
  url: `https://payments.example/list?cursor=${cursor}`,
  requestHeaders: {},
  requestBody: undefined,
  status: 200,
  body,
  sentAt: 1_700_000_000_000,
  receivedAt: 1_700_000_000_010,
  date: undefined,
})

/** Sequences of states that no path of the contract allows, as one reading operation shows them. */
const IMPOSSIBLE = [
  { breaks: 'CNV-33', seen: statesSeen('getCard', 'VirtualCard:1', 'status', ['CLOSED', 'FROZEN']) },
  { breaks: 'CNV-34', seen: statesSeen('getAgentQuote', QUOTE, 'status', ['COMPLETED', 'PENDING']) },
  { breaks: 'CNV-34', seen: statesSeen('getQuote', QUOTE, 'status', ['EXPIRED', 'EXPIRED', 'PROCESSING']) },
  {
    breaks: 'CNV-35',
    seen: statesSeen('getStablecoin', 'Coin:1', 'enablementStatus', ['ENABLED', 'PENDING_APPROVAL']),
  },
  {
    breaks: 'CNV-36',
    seen: statesSeen('getPlatformExternalAccount', `ExternalAccount:${QUOTE.slice(6)}`, 'status', [
      'UNVERIFIED',
      'ACTIVE',
    ]),
  },
] as const

const DISALLOWED: readonly Disallowed[] = [
  {
    what: 'a total that does not add up',
    breaks: 'CNV-21',
    break: (conforming) =>
      withBody(
        conforming,
        last(conforming),
        ofQuote((quote) => plus(quote, 'totalSendingAmount', 10_000)),
      ),
  },
  {
    what: 'fees of the platform beyond all fees',
    breaks: 'CNV-21',
    break: (conforming) =>
      withBody(
        conforming,
        last(conforming),
        ofQuote((quote) => plus(quote, 'platformFeesIncluded', 100_000)),
      ),
  },
  {
    what: 'other amounts, which add up too',
    breaks: 'CNV-22',
    needsClock: true,
    break: (conforming) =>
      withBody(
        conforming,
        last(conforming),
        ofQuote((quote) => plus(plus(quote, 'totalSendingAmount', 1), 'totalReceivingAmount', 1)),
      ),
  },
  {
    what: 'an expiry that is put off',
    breaks: 'CNV-22',
    needsClock: true,
    break: (conforming) =>
      withBody(
        conforming,
        last(conforming),
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
    break: (conforming) => {
      const second = { ...conforming.history[conforming.lists[0]!]! }
      const changed = ofAction((action) => ({ ...action, agentId: 'Agent:another' }))(second.body as Json)
      return [...conforming.history, { ...second, body: changed }]
    },
  },
  {
    what: 'another quote for the same request',
    breaks: 'CNV-25',
    needsClock: true,
    // The repetition that is honoured shows that the header has the right name.
    break: (conforming) => {
      const { history, repeated } = conforming
      const honoured = history.slice(0, repeated + 1)
      return withBody(
        { ...conforming, history: [...honoured, ...history.slice(repeated)] },
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
    break: (conforming) =>
      withBody(
        conforming,
        last(conforming),
        ofAction((action) => shifted(action, 'updatedAt', -DAY_MS)),
      ),
  },
  {
    what: 'an update that is yet to come',
    breaks: 'CNV-26',
    needsClock: true,
    break: (conforming) =>
      withBody(
        conforming,
        last(conforming),
        ofAction((action) => shifted(action, 'updatedAt', DAY_MS)),
      ),
  },
  {
    what: 'two times of creation',
    breaks: 'CNV-37',
    break: (conforming) =>
      withBody(conforming, conforming.created, (quote) => shifted(quote, 'createdAt', -DAY_MS)),
  },
]

describe('the laws that span exchanges', () => {
  it('are kept by conforming histories', () => {
    fc.assert(
      fc.property(conformingHistory, ({ history }) => assert.deepEqual(brokenIn(history), [])),
      { seed: SEED },
    )
  })

  it('pass for any other content of the responses', () => {
    const response = fc.record({ status: fc.constantFrom(200, 400), body: fc.jsonValue() })
    fc.assert(
      fc.property(conformingHistory, fc.array(response), ({ history }, others) => {
        const odd = others.map((rest) => ({ ...history[0]!, operation: undefined, ...rest }))

        assert.deepEqual(brokenIn([...odd, ...history]), [])
      }),
      { seed: SEED },
    )
  })

  for (const { what, breaks, needsClock = false, break: broken } of DISALLOWED) {
    it(`do not allow ${what}`, () => {
      fc.assert(
        fc.property(conformingHistory, (conforming) => {
          const isTold = !needsClock || conforming.history.every(({ date }) => date !== undefined)

          const found = brokenIn(broken(conforming))

          assert.equal(found.includes(breaks), isTold, `found ${found.join(', ') || 'nothing'}`)
        }),
        { seed: SEED },
      )
    })
  }
})

describe('the laws of lists', () => {
  it('are kept by conforming walks', () => {
    fc.assert(
      fc.property(conformingWalk, (history) => assert.deepEqual(brokenIn(history), [])),
      { seed: SEED },
    )
  })

  for (const { what, breaks, change } of INVALID_PAGES) {
    it(`do not allow ${what}`, () => {
      fc.assert(
        fc.property(conformingWalk, fc.nat(), (history, choice) => {
          const place = choice % history.length
          const changed = history.map((page, index) =>
            index === place ? { ...page, body: change(page.body as Json, new URL(page.url)) } : page,
          )

          assert.ok(brokenIn(changed).includes(breaks))
        }),
        { seed: SEED },
      )
    })
  }

  it('do not allow a page larger than its limit', () => {
    fc.assert(
      fc.property(conformingWalk, fc.integer({ min: 1, max: 100 }), (history, limit) => {
        const [first] = history
        const broken = brokenIn([
          {
            ...first!,
            url: `https://payments.example/list?limit=${limit}`,
            body: { data: items(limit + 1), hasMore: false },
          },
        ])

        assert.deepEqual(broken, [first!.operation === 'listAgentActions' ? 'CNV-28' : 'CNV-29'])
      }),
      { seed: SEED },
    )
  })

  for (const { what, body } of WRONG_COUNTS) {
    it(`do not allow ${what} in the list of an agent`, () => {
      assert.deepEqual(brokenIn([pageOf('listAgentActions', 'first', body)]), ['CNV-30'])
    })

    it(`allow ${what} on one page of a list of the platform, which changes at any time`, () => {
      const right = { ...body, totalCount: 9 }
      const pages = [pageOf('listCards', 'first', body), pageOf('listCards', 'second', right)]

      assert.deepEqual(brokenIn(pages), [])
    })

    it(`do not allow ${what} on every page of a list of the platform`, () => {
      const pages = [pageOf('listCards', 'first', body), pageOf('listCards', 'second', body)]

      assert.deepEqual(brokenIn(pages), ['CNV-30'])
    })

    it(`allow ${what} while the list changes`, () => {
      const before = { data: items(1), hasMore: false, totalCount: 1 }
      const [earlier, later] = [before, body].map((page) => pageOf('listAgentActions', 'first', page))

      assert.deepEqual(brokenIn([earlier!, { ...later!, sentAt: earlier!.sentAt + 1_000 }]), [])
    })
  }

  it('do not allow a cursor that does not advance', () => {
    fc.assert(
      fc.property(conformingWalk, fc.string({ minLength: 1 }), ([first], cursor) => {
        const url = `https://payments.example/list?cursor=${encodeURIComponent(cursor)}`
        const body = { data: items(1), hasMore: true, nextCursor: cursor }

        assert.deepEqual(brokenIn([{ ...first!, url, body }]), ['CNV-31'])
      }),
      { seed: SEED },
    )
  })

  it('judge no bare array, and no limit that may be clamped', () => {
    fc.assert(
      fc.property(conformingWalk, fc.constantFrom('0', '-1', 'abc', '1000'), ([first], limit) => {
        const url = `https://payments.example/list?limit=${limit}`

        assert.deepEqual(brokenIn([{ ...first!, url, body: items(101) }]), [])
        assert.deepEqual(brokenIn([{ ...first!, url, body: { data: items(100), hasMore: false } }]), [])
      }),
      { seed: SEED },
    )
  })
})

describe('the laws of states', () => {
  it('are kept by every path that the contract allows', () => {
    fc.assert(
      fc.property(conformingStates, (history) => assert.deepEqual(brokenIn(history), [])),
      { seed: SEED },
    )
  })

  for (const { breaks, seen } of IMPOSSIBLE) {
    it(`${breaks} is broken by a move that none allows`, () => {
      assert.deepEqual(brokenIn(seen), [breaks])
    })

    it(`${breaks} is not judged if two reads overlapped`, () => {
      const [first] = seen
      const atOnce = seen.map((one) => ({ ...one, sentAt: first!.sentAt, receivedAt: first!.receivedAt }))

      assert.deepEqual(brokenIn(atOnce), [])
    })

    it(`${breaks} is not judged if two reads took place within one millisecond`, () => {
      const [{ sentAt } = { sentAt: 0 }] = seen

      assert.deepEqual(brokenIn(seen.map((one) => ({ ...one, sentAt, receivedAt: sentAt }))), [])
    })
  }

  it('allow a listed account of another check to become ACTIVE, whose challenge is unknown', () => {
    const { seen } = IMPOSSIBLE.find(({ breaks }) => breaks === 'CNV-36')!
    const listed = seen.map((one) => ({
      ...one,
      operation: 'listCustomerExternalAccounts' as const,
      url: 'https://host.example/customers/external-accounts',
      body: { data: [one.body] },
    }))
    const used = { ...seen[0]!, method: 'PATCH', body: {} }

    assert.deepEqual(brokenIn(listed), [])
    assert.deepEqual(brokenIn([used, ...listed]), ['CNV-36'])
  })

  it('read addresses with malformed percent escapes, which a client may send', () => {
    const { seen } = IMPOSSIBLE.find(({ breaks }) => breaks === 'CNV-36')!
    const malformed = { ...seen[0]!, url: 'https://host.example/cards?q=100%', body: {} }

    assert.deepEqual(brokenIn([malformed, ...seen]), ['CNV-36'])
  })

  it('allow an account to become ACTIVE by a new challenge', () => {
    const { seen } = IMPOSSIBLE.find(({ breaks }) => breaks === 'CNV-36')!
    const started = { ...seen[0]!, operation: 'startOwnershipChallenge', method: 'POST' } as const

    assert.deepEqual(brokenIn([started, ...seen]), [])
  })
})

describe('a quote', () => {
  const quote = {
    id: QUOTE,
    status: 'PENDING',
    totalSendingAmount: 100,
    totalReceivingAmount: 100,
    exchangeRate: 1,
  }
  const read = (body: Json) => [{ ...statesSeen('getQuote', QUOTE, 'status', ['PENDING'])[0]!, body }]

  it('has the rate that it was created with, as far as a database keeps it', () => {
    const complete = { ...quote, feesIncluded: 0 }
    const readAs = (exchangeRate: number) =>
      brokenIn([...read(complete), ...read({ ...complete, exchangeRate })])

    assert.deepEqual(readAs(1.000_000_000_4), [])
    assert.ok(readAs(1.000_1).includes('CNV-22'))
  })

  it('shows its fees wherever it shows its amounts', () => {
    assert.deepEqual(brokenIn(read(quote)), ['CNV-32'])
    assert.deepEqual(brokenIn(read({ ...quote, feesIncluded: null })), ['CNV-32'])
    assert.deepEqual(brokenIn(read({ ...quote, feesIncluded: 0 })), [])
    assert.deepEqual(brokenIn(read({ id: QUOTE, status: 'PENDING' })), [])
  })
})

describe('an identifier', () => {
  const seen = (customerId: string, type = 'Card') =>
    statesSeen('getCard', `${type}:${QUOTE.slice(6)}`, 'customerId', [customerId, 'Customer:two'])

  it('names one resource of one owner', () => {
    assert.deepEqual(brokenIn(seen('Customer:one')), ['CNV-37'])
    assert.deepEqual(brokenIn(seen('CUSTOMER:TWO')), [])
    assert.deepEqual(brokenIn(seen('Customer:one', 'Transaction')), [])
  })
})

describe('a quote', () => {
  const seen = (...ids: readonly string[]) => statesSeen('getQuote', QUOTE, 'transactionId', ids)

  it('names one transaction', () => {
    assert.deepEqual(brokenIn(seen('Transaction:one', 'Transaction:two')), ['CNV-39'])
    assert.deepEqual(brokenIn(seen('Transaction:one', 'TRANSACTION:ONE')), [])
    assert.deepEqual(brokenIn(seen('', 'Transaction:one')), [])
  })
})

describe('a currency', () => {
  const seen = (code: string, ...decimals: readonly unknown[]) =>
    decimals.map((each) => ({
      ...statesSeen('getQuote', QUOTE, 'status', ['PENDING'])[0]!,
      body: { data: [{ currency: { code, decimals: each } }] },
    }))

  it('has the same decimals everywhere, unless it is a token', () => {
    assert.deepEqual(brokenIn(seen('USD', 2, 3)), ['CNV-40'])
    assert.deepEqual(brokenIn(seen('USD', 2, 2)), [])
    assert.deepEqual(brokenIn(seen('USD', 2, 'two')), [])
    assert.deepEqual(brokenIn(seen('USDC', 6, 18)), [])
  })
})
