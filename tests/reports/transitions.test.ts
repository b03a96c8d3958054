import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../../reports/conformance.ts'
import { transitionsOf } from '../../reports/transitions.ts'
import { stateTables, type StateTable } from '../../spec/index.ts'
import { enumSites } from '../../spec/index.ts'

const card: StateTable = {
  name: 'Card',
  area: 'cards',
  resource: 'Card',
  property: 'state',
  states: ['ACTIVE', 'FROZEN', 'CLOSED'],
  transitions: [
    { to: 'ACTIVE', trigger: 'it is created' },
    { from: 'ACTIVE', to: 'FROZEN', trigger: 'requested' },
    { from: '*', to: 'CLOSED', trigger: 'requested' },
    { from: 'CLOSED', to: 'CLOSED', trigger: 'requested again' },
  ],
}

/** A response to a request so many ms after the first, which took 5 ms. */
const response = (after: number, body: unknown, more: Partial<Exchange> = {}): Exchange => ({
  id: 'x',
  check: 'c',
  kind: 'contract',
  at: new Date(Date.UTC(2026, 0) + after).toISOString(),
  durationMs: 5,
  request: { method: 'GET', url: 'https://host/', headers: {} },
  response: { status: 200, headers: {}, body: JSON.stringify(body), bytes: 1, truncated: false },
  findings: [],
  ...more,
})

function seen(...exchanges: Exchange[]) {
  const [table] = transitionsOf(exchanges, [card])
  assert.ok(table)
  return {
    states: Object.fromEntries(table.states.map(({ state, seen }) => [state, seen])),
    transitions: table.transitions
      .filter(({ seen }) => seen > 0)
      .map(({ from = '', to, listed, seen }) => `${from}→${to} ${seen}${listed ? '' : ' unlisted'}`),
  }
}

describe('the moves of a run', () => {
  it('are those between consecutive responses, anywhere in their bodies', () => {
    assert.deepEqual(
      seen(
        response(20, { data: [{ id: 'Card:1', state: 'FROZEN' }] }),
        response(0, { id: 'Card:1', state: 'ACTIVE' }),
        response(40, { event: { card: { id: 'Card:1', state: 'CLOSED' } } }),
        response(0, { id: 'Card:2', state: 'FROZEN' }),
        response(50, { id: 'Card:2', state: 'ACTIVE' }),
      ),
      {
        states: { ACTIVE: 2, FROZEN: 2, CLOSED: 1 },
        transitions: ['→ACTIVE 1', 'ACTIVE→FROZEN 1', '*→CLOSED 1', 'FROZEN→ACTIVE 1 unlisted'],
      },
    )
  })

  it('are not derived from overlapping responses, rejections, or unknown states', () => {
    const overlapping = seen(
      response(0, { id: 'Card:1', state: 'ACTIVE' }),
      response(3, { id: 'Card:1', state: 'FROZEN' }),
    )
    assert.deepEqual(overlapping.transitions, ['→ACTIVE 1'])
    const first = response(0, { id: 'Card:1', state: 'FROZEN' })
    const refused = { ...first.response!, status: 409 }
    for (const other of [
      response(20, { id: 'Card:1', state: 'CLOSED' }, { response: refused }),
      response(20, { id: 'Card:1', state: 'CLOSED' }, { kind: 'state' }),
      response(20, { id: 'Card:1', state: 'constructor' }),
      response(20, { id: 'Cardholder:1', state: 'CLOSED' }),
    ])
      assert.deepEqual(seen(first, other).transitions, [])
  })

  it('to the same state are seen if a request caused them', () => {
    const closed = { id: 'Card:1', state: 'CLOSED' }
    const asked = { method: 'PATCH', url: 'https://host/', headers: {} }
    assert.deepEqual(seen(response(0, closed), response(20, closed)).transitions, [])
    assert.deepEqual(seen(response(0, closed), response(20, closed, { request: asked })).transitions, [
      'CLOSED→CLOSED 1',
    ])
  })

  it('survive a body of any shape', () => {
    const wide = Array.from({ length: 200_000 }, () => ({ id: 'Card:1', state: 'ACTIVE' }))
    assert.equal(seen(response(0, wide)).states.ACTIVE, 1)
    for (const body of [null, 'text', [null], { id: {} }])
      assert.deepEqual(seen(response(0, body)).transitions, [])
  })
})

describe('the state tables', () => {
  it('name only states that they have', () => {
    for (const { name, states, transitions } of stateTables)
      for (const { from, to } of transitions)
        assert.ok(states.includes(to) && (from === undefined || from === '*' || states.includes(from)), name)
  })

  it('have the states of the OpenAPI document, where it has them', () => {
    for (const [table, schema] of [
      ['External account', 'ExternalAccountStatus'],
      ['Agent action', 'AgentActionStatus'],
      ['Quote', 'QuoteStatus'],
    ]) {
      const documented = enumSites.find(({ name }) => name === schema)!.values
      const { states } = stateTables.find(({ name }) => name === table)!
      assert.deepEqual(states.toSorted(), documented.toSorted())
    }
  })
})
