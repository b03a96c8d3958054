/** What a check's end means: three-valued from the bottom up, and nothing seen is never a pass. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expect } from '@playwright/test'
import { Blocked } from '../../fixtures/errors.ts'
import { classify } from '../../fixtures/classify.ts'
import { requirements } from '../../spec/index.ts'

const MUST = requirements.find(({ level, specified }) => level === 'MUST' && specified)!.id
const SHOULD = requirements.find(({ level }) => level === 'SHOULD')!.id

function thrownBy(act: () => void): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}

const failedExpectation = thrownBy(() => expect(1).toBe(2))

describe('a check that', () => {
  it('returned after expectations on exchanges has passed', () => {
    assert.deepEqual(classify([MUST], undefined, { expectations: 1, exchanges: 1 }), { verdict: 'pass' })
  })

  for (const [expectations, exchanges] of [
    [0, 3],
    [3, 0],
    [0, 0],
  ] as const) {
    it(`returned after ${expectations} expectations and ${exchanges} exchanges has judged nothing`, () => {
      const { verdict, fixIn } = classify([MUST], undefined, { expectations, exchanges })

      assert.deepEqual({ verdict, fixIn }, { verdict: 'blocked', fixIn: 'harness' })
    })
  }

  it('failed an expectation is the implementation failing', () => {
    const { verdict, fixIn, message, next } = classify([MUST], failedExpectation, {
      expectations: 1,
      exchanges: 1,
    })

    assert.deepEqual({ verdict, fixIn }, { verdict: 'fail', fixIn: 'implementation' })
    assert.ok(next)
    // eslint-disable-next-line no-control-regex -- none may be left
    assert.doesNotMatch(message ?? '', /\u001b/)
  })

  it('failed an expectation of a SHOULD is a warning', () => {
    assert.equal(classify([SHOULD], failedExpectation, { expectations: 1, exchanges: 1 }).verdict, 'warn')
  })

  it('failed an expectation of a SHOULD and a MUST is a failure', () => {
    assert.equal(
      classify([SHOULD, MUST], failedExpectation, { expectations: 1, exchanges: 1 }).verdict,
      'fail',
    )
  })

  it('was blocked shows where to fix it', () => {
    const outcome = classify([MUST], new Blocked('deployment-file', 'no such state', 'serve it'), {
      expectations: 0,
      exchanges: 1,
    })

    assert.deepEqual(outcome, {
      verdict: 'blocked',
      fixIn: 'deployment-file',
      message: 'no such state',
      next: 'serve it',
    })
  })

  for (const problem of [new TypeError('undefined is not an object'), 'text', null]) {
    it(`threw ${String(problem)} has fixIn harness, never implementation`, () => {
      const { verdict, fixIn } = classify([MUST], problem, { expectations: 5, exchanges: 5 })

      assert.deepEqual({ verdict, fixIn }, { verdict: 'blocked', fixIn: 'harness' })
    })
  }
})
