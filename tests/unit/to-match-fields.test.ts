/** Expectations that pass without Playwright also pass with it, and failures are reported by it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expect as playwrightExpect } from '@playwright/test'
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { countExpectations, expect } from '../../fixtures/expect.ts'
import { matchingFields } from '../../fixtures/to-match-fields.ts'
import { systemTime } from '../../fixtures/time.ts'

const anything = fc.anything({
  withNullPrototype: true,
  withDate: true,
  withMap: true,
  withSparseArray: true,
})
/** Two values that are often alike. */
const twoValues = fc.oneof(
  fc.tuple(anything, anything),
  anything.map((value) => [value, value] as const),
  fc.clone(anything, 2),
)
const shown = { status: 404, body: { code: 'AGENT_NOT_FOUND', reason: 'gone' }, operation: 'getAgent' }
const response = { ...shown, exchange: 'AGM-01-abcdef.1.1', shown: '' } as unknown as CheckedResponse

describe('fields that match without Playwright', () => {
  it('agrees with Playwright: toBe and toEqual', () => {
    let held = 0
    fc.assert(
      fc.property(twoValues, ([actual, expected]) => {
        for (const name of ['toBe', 'toEqual'] as const) {
          if (!matchingFields[name](actual, expected)) continue
          held++
          playwrightExpect(actual)[name](expected)
        }
      }),
      { numRuns: 2_000, seed: 7 },
    )
    assert.ok(held > 1_000, `it held ${held} times`)
  })

  it('agrees with Playwright: toContain and toHaveLength', () => {
    let held = 0
    fc.assert(
      fc.property(fc.array(anything), anything, fc.nat(6), ([first, ...more], other, length) => {
        for (const expected of [first, other, Number.NaN]) {
          if (!matchingFields.toContain([first, ...more, Number.NaN], expected)) continue
          held++
          playwrightExpect([first, ...more, Number.NaN]).toContain(expected)
        }
        if (!matchingFields.toHaveLength(more, length)) return
        held++
        playwrightExpect(more).toHaveLength(length)
      }),
      { numRuns: 1_000, seed: 7 },
    )
    assert.ok(held > 500, `it held ${held} times`)
  })
})

describe('a difference is reported in plain words', () => {
  const place = 'getAgent (exchange AGM-01-abcdef.1.1)'
  const long = { id: 'Quote:1', status: 'PENDING', description: 'x'.repeat(200), expiresAt: '2026-11-21' }
  const broken = [
    {
      name: 'a status, with the code and the reason instead of the whole body',
      expectation: () => expect(response).toHaveStatus(200),
      says: `${place}: expected 200, found 404 AGENT_NOT_FOUND: "gone"`,
    },
    {
      name: 'a success',
      expectation: () => expect(response).toSucceed(),
      says: `${place}: expected 2xx, found 404 AGENT_NOT_FOUND: "gone"`,
    },
    {
      name: 'an error',
      expectation: () => expect(response).toBeError(409),
      says: `${place}: expected an error 409, found 404 AGENT_NOT_FOUND: "gone"`,
    },
    {
      name: 'a code',
      expectation: () => expect(response).toHaveCode('X'),
      says: `${place}: expected code X, found 404 AGENT_NOT_FOUND: "gone"`,
    },
    {
      name: 'the fields that differ, and no others',
      expectation: () => expect(response).toMatchFields({ code: 'X', reason: 'gone' }),
      says: `${place}: expected "X", found "AGENT_NOT_FOUND"`,
    },
    {
      name: 'a value, with what was looked at',
      expectation: () => expect(1, 'paid by the wallet').toBe(2),
      says: 'paid by the wallet: expected 2, found 1',
    },
    { name: 'its opposite', expectation: () => expect(1).not.toBe(1), says: 'expected not 1, found 1' },
    {
      name: 'a part of a text',
      expectation: () => expect('ab').toContain('c'),
      says: 'expected text with "c", found "ab"',
    },
    {
      name: 'one of several values',
      expectation: () => expect(['PENDING', 'FAILED']).toContain('DONE'),
      says: 'expected one of "PENDING", "FAILED", found "DONE"',
    },
    {
      name: 'an instant as ISO 8601, and not as milliseconds',
      expectation: () => expect(1_795_255_200_000, 'expiresAt').toBeGreaterThan(1_795_255_201_000),
      says: 'expiresAt: expected more than 2026-11-21T10:00:01.000Z, found 2026-11-21T10:00:00.000Z',
    },
    {
      name: 'the fields of two objects that differ, and not the objects',
      expectation: () => expect({ ...long, id: 'Quote:2' }).toEqual(long),
      says: 'id: expected "Quote:1", found "Quote:2"',
    },
    {
      name: 'a long object by the names of its fields',
      expectation: () => expect(long, 'refund').toBeUndefined(),
      says: 'refund: expected no value, found an object with id, status, description, expiresAt',
    },
    {
      name: 'what is wrong, of which there should be nothing',
      expectation: () => expect(['fees is 1, not 2']).toEqual([]),
      says: 'fees: expected none, found fees is 1, not 2',
    },
    {
      name: 'the wrong type of a field in several items, as its type and the values',
      expectation: () =>
        expect([
          'fees is not an integer: "1"',
          'fees is not an integer: "1"',
          'fees is not an integer: 2.5',
        ]).toEqual([]),
      says: 'fees: expected an integer, found "1", 2.5',
    },
  ]
  for (const { name, expectation, says } of broken)
    it(name, () => {
      assert.throws(expectation, (error: Error) => {
        assert.equal(error.message, says)
        return true
      })
    })
})

it('every expectation is counted once, whichever code evaluates it', async () => {
  const count = await countExpectations(systemTime, async () => {
    expect(response).toHaveStatus(404)
    expect([{ a: 1 }]).toEqual([{ a: 1 }])
    expect([{ a: 1, b: undefined }]).toEqual([{ a: 1 }])
    expect(1).not.toBe(2)
    await Promise.resolve()
  })

  assert.equal(count, 4)
})
