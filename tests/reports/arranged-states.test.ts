import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failing, HOSTILE, passing } from './sample-run.ts'

it('states are counted by name and way, and their remains are listed once', () => {
  assert.deepEqual(failing.states, [
    { state: 'agent', by: 'http', count: 2, notTornDown: [] },
    { state: 'wallet-challenge', by: 'self', count: 1, notTornDown: ['made in vain', HOSTILE] },
  ])
})

it('a run without states does not speak of them', () => {
  assert.equal(passing.states, undefined)
})
