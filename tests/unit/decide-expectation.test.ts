/** Where Assay decides an expectation without Playwright, Playwright decides alike. Failures are said in plain words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expect as playwrightExpect } from '@playwright/test'
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { countExpectations, expect } from '../../fixtures/expect.ts'
import { decideExpectation } from '../../fixtures/decide-expectation.ts'
import { createPoll } from '../../fixtures/poll.ts'
import { systemTime } from '../../fixtures/time.ts'

const anything = fc.anything({
  withNullPrototype: true,
  withDate: true,
  withMap: true,
  withSparseArray: true,
})
const json = fc.jsonValue()
const few = fc.constantFrom('', 'a', 'ab', 0, -0, 1, Number.NaN, null, undefined)
/** Two values that are often alike, or alike but for one member. */
const twoValues = fc.oneof(
  fc.tuple(anything, anything),
  fc.tuple(few, few),
  anything.map((value) => [value, value] as const),
  fc.clone(anything, 2),
  fc.clone(json, 2),
  fc
    .tuple(fc.dictionary(fc.string(), json), fc.string(), fc.oneof(json, few))
    .map(([object, name, value]) => [{ ...object, [name]: value }, object] as const),
  fc.tuple(fc.array(json), json).map(
    ([list, last]) =>
      [
        [...list, last],
        [...list, null],
      ] as const,
  ),
  fc.tuple(few, few).map(([actual, expected]) => [{ a: [actual] }, { a: [expected] }] as const),
)
const shown = { status: 404, body: { code: 'AGENT_NOT_FOUND', reason: 'gone' }, operation: 'getAgent' }
const response = { ...shown, exchange: 'AGM-01-abcdef.1.1', shown: '' } as unknown as CheckedResponse

/** Whether Playwright finds that an expectation holds. */
function holdsInPlaywright(name: string, actual: unknown, expected: readonly unknown[]): boolean {
  const matchers = playwrightExpect(actual) as unknown as Record<string, (...values: unknown[]) => void>
  try {
    matchers[name]!(...expected)
    return true
  } catch {
    return false
  }
}

/** Compares the decisions on many values with Playwright's, and counts them. */
function compare(names: readonly string[], values: fc.Arbitrary<readonly [unknown, unknown]>, runs = 1_000) {
  const decided = { true: 0, false: 0 }
  fc.assert(
    fc.property(values, ([actual, expected]) => {
      for (const name of names) {
        const decision = decideExpectation(name, actual, [expected])
        if (decision === undefined) continue
        decided[`${decision}`]++
        assert.equal(decision, holdsInPlaywright(name, actual, [expected]), name)
      }
    }),
    { numRuns: runs, seed: 7 },
  )
  return decided
}

describe('an expectation that Assay decides is decided alike by Playwright', () => {
  const cases = [
    { names: ['toBe'], values: twoValues },
    { names: ['toEqual'], values: twoValues, runs: 1_500 },
    { names: ['toMatchObject'], values: twoValues, runs: 1_500 },
    {
      names: ['toContain', 'toContainEqual'],
      values: fc.tuple(fc.array(fc.oneof(few, json)), fc.oneof(few, json)),
    },
    { names: ['toHaveLength'], values: fc.tuple(fc.oneof(fc.string(), fc.array(json)), fc.nat(6)) },
    {
      names: ['toContain', 'toMatch'],
      values: fc.tuple(fc.constantFrom('abc', 'b', ''), fc.constantFrom('b', '')),
    },
    { names: ['toMatch'], values: fc.tuple(fc.string(), fc.constantFrom(/a/, /^$/, /[a-z]/i)) },
    {
      names: ['toBeLessThan', 'toBeLessThanOrEqual', 'toBeGreaterThan', 'toBeGreaterThanOrEqual'],
      values: fc.tuple(fc.oneof(fc.nat(3), fc.double()), fc.oneof(fc.nat(3), fc.double())),
    },
  ] as const
  for (const { names, values, ...rest } of cases)
    it(names.join(' and '), () => {
      const decided = compare(names, values, 'runs' in rest ? rest.runs : undefined)

      assert.ok(decided.true > 100 && decided.false > 100, JSON.stringify(decided))
    })

  it('toBeDefined and toBeUndefined', () => {
    for (const name of ['toBeDefined', 'toBeUndefined'])
      for (const actual of [undefined, null, 0, '', {}])
        assert.equal(decideExpectation(name, actual, []), holdsInPlaywright(name, actual, []))
  })

  const patterns = [
    { name: 'any String', pattern: expect.any(String), playwrights: playwrightExpect.any(String) },
    { name: 'any Number', pattern: expect.any(Number), playwrights: playwrightExpect.any(Number) },
    {
      name: 'text like /a/',
      pattern: expect.stringMatching(/a/),
      playwrights: playwrightExpect.stringMatching(/a/),
    },
    {
      name: 'a list with',
      pattern: expect.arrayContaining(['a', expect.any(Number)]),
      playwrights: playwrightExpect.arrayContaining(['a', playwrightExpect.any(Number)]),
    },
    {
      name: 'an object with',
      pattern: expect.objectContaining({ a: expect.any(String) }),
      playwrights: playwrightExpect.objectContaining({ a: playwrightExpect.any(String) }),
    },
  ]
  for (const { name, pattern, playwrights } of patterns)
    it(name, () => {
      const values = [
        [undefined, null, true, 0, 1, '', 'a', 'bab', 'B'],
        [[], ['a'], ['a', 1], [1, 2, 'a'], [{ a: 'x' }]],
        [{}, { a: 'x' }, { a: 1 }, { a: 'x', b: 1 }],
      ].flat()
      for (const value of values) {
        const expected = holdsInPlaywright('toEqual', [value], [[playwrights]])
        assert.equal(decideExpectation('toEqual', [value], [[pattern]]), expected, JSON.stringify(value))
        assert.equal(holdsInPlaywright('toEqual', [value], [[pattern]]), expected, JSON.stringify(value))
      }
    })

  it('null is no object', () => {
    assert.equal(decideExpectation('toEqual', null, [expect.any(Object)]), false)
    assert.equal(decideExpectation('toEqual', {}, [expect.any(Object)]), true)
  })

  it('leaves what JSON does not have to Playwright', () => {
    assert.equal(
      decideExpectation('toEqual', new Map([[1, { a: undefined }]]), [new Map([[1, {}]])]),
      undefined,
    )
    assert.doesNotThrow(() => expect(new Map([[1, { a: undefined }]])).toEqual(new Map([[1, {}]])))
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
      says: `${place}: expected 409, found 404 AGENT_NOT_FOUND: "gone"`,
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
  const count = await countExpectations(createPoll(systemTime), async () => {
    expect(response).toHaveStatus(404)
    expect([{ a: 1 }]).toEqual([{ a: 1 }])
    expect([{ a: 1, b: undefined }]).toEqual([{ a: 1 }])
    expect(1).not.toBe(2)
    await Promise.resolve()
  })

  assert.equal(count, 4)
})
