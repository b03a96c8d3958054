/** Equality needs a value: two missing values are not equal (docs/outcomes.md, No pass without evidence). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/errors.ts'
import { expect } from '../../fixtures/expect.ts'

const MISSING = { id: undefined, total: Number.NaN }

describe('an expectation', () => {
  for (const [name, evaluate] of [
    ['toBe', () => expect(undefined).toBe(undefined)],
    ['toEqual', () => expect(MISSING).toEqual(MISSING)],
    ['toEqual of nested members', () => expect({ quote: MISSING }).toEqual({ quote: MISSING })],
    ['not.toBe', () => expect('a').not.toBe(undefined)],
    ['not.toContain', () => expect('text').not.toContain(undefined as unknown as string)],
  ] as const)
    it(`of missing values fails: ${name}`, () => {
      assert.throws(evaluate, Blocked)
    })

  for (const [name, evaluate] of [
    ['toBe', () => expect('a').toBe('a')],
    ['toEqual', () => expect({ id: 'a', total: undefined }).toEqual({ id: 'a', total: undefined })],
    ['toEqual of empty lists', () => expect([]).toEqual([])],
    ['not.toBe', () => expect('a').not.toBe('b')],
    ['toBeUndefined', () => expect(undefined).toBeUndefined()],
  ] as const)
    it(`of values passes: ${name}`, () => {
      assert.doesNotThrow(evaluate)
    })

  it('of a value and a missing one fails', () => {
    assert.throws(
      () => expect(undefined).toBe('a'),
      (error) => !(error instanceof Blocked),
    )
  })
})
