/** The self-test names the causes of faults that failed, and of no others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Cause } from '../../reports/conformance.ts'
import { causesOfFaults } from '../../selftest/judging/causes-of-faults.ts'
import type { FaultResult } from '../../selftest/judging/fault-matrix.ts'

const cause = (...requirements: readonly string[]) => ({ requirements }) as unknown as Cause

const result = (red: FaultResult['red'], causes: readonly Cause[]): FaultResult => ({
  fault: { id: 'fault', title: 'a fault', breaks: ['QUO-02'], replace: {} },
  red,
  missed: [],
  blocked: new Map(),
  unrelated: [],
  causes,
  hasBlocked: false,
  checksRun: 1,
})

const lengths = (results: readonly FaultResult[], reasons: ReadonlyMap<string, string> = new Map()) =>
  Object.entries(causesOfFaults(results, reasons)).flatMap(([name, some]) => (some.length > 0 ? [name] : []))

describe('the causes of a fault', () => {
  it('are not judged if nothing failed', () => {
    assert.deepEqual(lengths([result([], [])]), [])
  })

  it('are one', () => {
    assert.deepEqual(lengths([result(['QUO-02'], [cause('QUO-02')])]), ['single'])
  })

  it('are lost if nothing explains a failure, or the first one names another rule', () => {
    assert.deepEqual(lengths([result(['QUO-02'], [])]), ['lost'])
    assert.deepEqual(lengths([result(['QUO-02'], [cause('QUO-87')])]), ['single', 'lost'])
  })

  it('are several, which needs a reason', () => {
    const several = result(['QUO-02'], [cause('QUO-02'), cause('QUO-87')])

    assert.deepEqual(lengths([several]), ['scattered'])
    assert.deepEqual(lengths([several], new Map([['fault', 'two rules']])), ['reviewed'])
  })

  it('need no reason any more if they are one', () => {
    assert.deepEqual(lengths([result(['QUO-02'], [cause('QUO-02')])], new Map([['fault', 'two rules']])), [
      'single',
      'reunited',
    ])
  })
})
