import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { disallowedTransitions } from '../../spec/invariants/action-transitions.ts'

describe('strayMoves', () => {
  const conforming: readonly (readonly (string | undefined)[])[] = [
    [],
    ['PENDING_APPROVAL'],
    [undefined, undefined, 'PENDING_APPROVAL', 'PENDING_APPROVAL', 'APPROVED', 'APPROVED'],
    ['PENDING_APPROVAL', 'APPROVED', 'FAILED', 'FAILED'],
    ['PENDING_APPROVAL', 'FAILED'],
    ['PENDING_APPROVAL', 'REJECTED'],
    [undefined, 'APPROVED'],
    [undefined, 'FAILED'],
  ]
  for (const observed of conforming) {
    it(`finds nothing in ${observed.join(', ') || 'no observation'}`, () => {
      assert.deepEqual(disallowedTransitions(observed), [])
    })
  }

  const stray: readonly (readonly [readonly (string | undefined)[], string])[] = [
    [['PENDING_APPROVAL', 'APPROVED', 'PENDING_APPROVAL'], 'APPROVED → PENDING_APPROVAL'],
    [['APPROVED', 'REJECTED'], 'APPROVED → REJECTED'],
    [['REJECTED', 'REJECTED', 'APPROVED'], 'REJECTED → APPROVED'],
    [['REJECTED', 'FAILED'], 'REJECTED → FAILED'],
    [['FAILED', 'APPROVED'], 'FAILED → APPROVED'],
    [['FAILED', 'PENDING_APPROVAL'], 'FAILED → PENDING_APPROVAL'],
    [['PENDING_APPROVAL', undefined], 'PENDING_APPROVAL → not listed'],
    [['PENDING_APPROVAL', 'CANCELLED'], 'PENDING_APPROVAL → CANCELLED'],
    [['CANCELLED', 'APPROVED'], 'CANCELLED → APPROVED'],
  ]
  for (const [observed, move] of stray) {
    it(`finds ${move}`, () => {
      assert.deepEqual(disallowedTransitions(observed), [move])
    })
  }
})
