/** What is taken to hold without asking Playwright holds by Playwright too, and what does not is reported by it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { expect as playwrightExpect } from '@playwright/test'
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { countingExpectations, expect } from '../../fixtures/expect.ts'
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

describe('what holds without asking Playwright', () => {
  it('holds by Playwright too: toBe and toEqual', () => {
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

  it('holds by Playwright too: toContain and toHaveLength', () => {
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

describe('what does not hold', () => {
  const broken = [
    {
      name: 'a status',
      expectation: () => expect(response).toHaveStatus(200),
      says: /expected "200", found/,
    },
    { name: 'a success', expectation: () => expect(response).toSucceed(), says: /expected "2xx"/ },
    { name: 'an error', expectation: () => expect(response).toBeError(409), says: /an error 409/ },
    { name: 'a code', expectation: () => expect(response).toHaveCode('X'), says: /found "AGENT_NOT_FOUND"/ },
    {
      name: 'members',
      expectation: () => expect(response).toMatchFields({ code: 'X' }),
      says: /expected \{"code": "X"\}/,
    },
    { name: 'a value', expectation: () => expect(1).toBe(2), says: /Expected: 2\nReceived: 1/ },
    { name: 'its opposite', expectation: () => expect(1).not.toBe(1), says: /Expected: not 1/ },
    { name: 'a part', expectation: () => expect('ab').toContain('c'), says: /Expected substring: "c"/ },
  ]
  for (const { name, expectation, says } of broken)
    it(`is reported by Playwright: ${name}`, () => {
      assert.throws(expectation, (error: Error) => {
        assert.match(stripVTControlCharacters(error.message), says)
        return true
      })
    })
})

it('every expectation is counted once, no matter who evaluates it', async () => {
  const count = await countingExpectations(systemTime, async () => {
    expect(response).toHaveStatus(404)
    expect([{ a: 1 }]).toEqual([{ a: 1 }])
    expect([{ a: 1, b: undefined }]).toEqual([{ a: 1 }])
    expect(1).not.toBe(2)
    await Promise.resolve()
  })

  assert.equal(count, 4)
})
