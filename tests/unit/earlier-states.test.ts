import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { returnsEarlierState, settleReads } from '../../fixtures/earlier-states.ts'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { CONSISTENCY_MS } from '../../fixtures/patience.ts'
import type { Observation } from '../../spec/index.ts'

/** Requests one after the other, 10 ms each. */
const historyOf = (...seen: readonly Partial<Observation>[]): readonly Observation[] =>
  seen.map(
    (one, index) =>
      ({
        operation: 'listAgentActions',
        method: 'GET',
        status: 200,
        requestHeaders: { authorization: 'Bearer a' },
        sentAt: index * 10,
        receivedAt: index * 10 + 5,
        ...one,
      }) as Observation,
  )
const ID = 'AgentAction:1'
const [PENDING, APPROVED] = [
  { id: ID, status: 'PENDING_APPROVAL' },
  { id: ID, status: 'APPROVED' },
]
const list = (...data: readonly unknown[]) => ({ body: { data, totalCount: data.length } })
const APPROVAL = { operation: 'approveTransaction', method: 'POST' } as const
const [AT, LATER] = ['2026-01-01T00:00:01.250Z', '2026-01-01T00:00:01.750Z']

describe('reads that return an earlier state', () => {
  it('show a status again after a later one', () => {
    const history = historyOf(list(PENDING), APPROVAL, list(APPROVED), list(PENDING))

    assert.equal(returnsEarlierState(history), true)
  })

  it('show an earlier updatedAt than another response before', () => {
    const read = list({ id: ID, updatedAt: AT })

    assert.equal(returnsEarlierState(historyOf(list({ id: ID, updatedAt: LATER }), read)), true)
    assert.equal(
      returnsEarlierState(historyOf({ ...APPROVAL, body: { id: ID, updatedAt: LATER } }, read)),
      true,
    )
  })

  it('lack a moment later what they showed, for an agent or one resource', () => {
    const agent = { url: 'https://host/agents/me/actions' }
    const ofCustomer = {
      url: 'https://host/sca/factors?customerId=Customer:0a0a0a0a-0000',
      requestHeaders: { authorization: 'Basic p' },
    }
    const ofAll = { ...ofCustomer, url: 'https://host/customers' }

    for (const [read, expected] of [
      [agent, true],
      [ofCustomer, true],
      [ofAll, false],
    ] as const) {
      const lost = historyOf({ ...list(PENDING), ...read }, { ...list(), ...read })
      const absent = historyOf({ ...list(PENDING), ...read }, { status: 404, ...read })
      assert.deepEqual([returnsEarlierState(lost), returnsEarlierState(absent)], [expected, expected])
    }
    const read = { ...list(PENDING), ...agent }
    assert.equal(returnsEarlierState(historyOf(read, APPROVAL, { ...list(), ...agent })), false)
    assert.equal(returnsEarlierState(historyOf(read, { ...list(), ...agent, sentAt: 3_000 })), false)
  })

  it('are not those that show fewer digits of the same time', () => {
    for (const shown of ['2026-01-01T00:00:01Z', '2026-01-01T00:00:01.000Z'])
      assert.equal(
        returnsEarlierState(
          historyOf(list({ id: ID, updatedAt: LATER }), list({ id: ID, updatedAt: shown })),
        ),
        false,
      )
  })

  it('are not those in which anything else changes to and fro', () => {
    const rails = (...supportedRails: readonly string[]) =>
      list({ ...PENDING, updatedAt: AT, supportedRails })

    const history = historyOf(rails('ACH', 'WIRE'), rails('WIRE', 'ACH'), rails('ACH', 'WIRE'))

    assert.equal(returnsEarlierState(history), false)
  })

  it('are not those that show a change, for each caller on its own', () => {
    const other = { requestHeaders: { authorization: 'Bearer b' } }

    const history = historyOf(list(PENDING), list(APPROVED), { ...list(PENDING), ...other })

    assert.equal(returnsEarlierState(history), false)
  })

  it('are not those after a write that may have restored it', () => {
    const history = historyOf(list(PENDING), list(APPROVED), APPROVAL, list(PENDING))

    assert.equal(returnsEarlierState(history), false)
  })

  it('are not those that were sent before the later version was received', () => {
    const history = historyOf(list(PENDING), { ...list(APPROVED), receivedAt: 99 }, list(PENDING))

    assert.equal(returnsEarlierState(history), false)
  })
})

describe('a read that waits until changes are known everywhere', () => {
  const request = (method: string): Outgoing =>
    ({ kind: 'contract', method, url: 'http://host/actions', headers: {} }) as Outgoing

  /** Sends requests that take no time. @returns when each was sent, ms */
  async function sent(methods: readonly string[], texts: readonly string[] = []) {
    let now = 0
    const times: number[] = []
    const pass = settleReads(
      async () => {
        times.push(now)
        return { text: texts[times.length - 1] ?? '' } as Incoming
      },
      { now: () => now, sleep: async (ms) => void (now += ms) },
    )
    for (const method of methods) await pass(request(method), true)
    return times
  }

  it('is sent 2 s after the write before it', async () => {
    assert.deepEqual(await sent(['GET', 'POST', 'POST', 'GET', 'GET']), [
      0,
      0,
      0,
      CONSISTENCY_MS,
      CONSISTENCY_MS,
    ])
  })

  it('is sent 2 s after another read that showed a change', async () => {
    assert.deepEqual(await sent(['GET', 'GET', 'GET'], ['a', 'b', 'b']), [0, 0, CONSISTENCY_MS])
  })
})
