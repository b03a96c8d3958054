/** Which responses of a check the invariants judge. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_RECORDED_CHARACTERS, type Outgoing } from '../../fixtures/http/exchange-client.ts'
import { createObservedHistory, LONGEST_REMEMBERED } from '../../fixtures/http/observed-history.ts'

const outgoing: Outgoing = {
  kind: 'contract',
  operation: 'listAgentActions',
  method: 'GET',
  url: 'https://host.example/2025-10-13/agents/me/actions',
  headers: {},
  body: undefined,
  secretsIn: () => [],
}

/** Whether the body of each response is kept, by their sizes. */
function keptOf(...sizes: readonly number[]): readonly boolean[] {
  const history = createObservedHistory()
  for (const size of sizes)
    history.keep(
      'a.1.1',
      outgoing,
      { status: 200, headers: {}, body: new Uint8Array(size), receivedAt: 0 },
      {},
      0,
    )
  return history.observations.map(({ body }) => body !== undefined)
}

describe('the history of a check', () => {
  it('has every body that a recording can have, however a deployment pads it', () => {
    assert.equal(LONGEST_REMEMBERED, MAX_RECORDED_CHARACTERS)
    assert.deepEqual(keptOf(100_000, 300_000, 2_000_000, 100), [true, true, false, true])
  })

  it('has ten of the longest ones', () => {
    assert.deepEqual(
      keptOf(...Array.from({ length: 10 }, () => LONGEST_REMEMBERED)),
      Array.from({ length: 10 }, () => true),
    )
  })

  it('has a limited size in all', () => {
    assert.equal(keptOf(...Array.from({ length: 100 }, () => LONGEST_REMEMBERED)).at(-1), false)
  })
})
