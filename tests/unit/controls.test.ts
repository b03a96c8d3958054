import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asControl, ofControl } from '../../fixtures/controls.ts'
import type { Judgement } from '../../spec/index.ts'

describe('a control', () => {
  it('has a separate key for every need', () => {
    assert.equal(asControl({ key: 'ACT-01-0a1b2c' }).key, 'ACT-01-0a1b2c-control')
    assert.equal(asControl({ key: 'ACT-01-0a1b2c' }, '-2').key, 'ACT-01-0a1b2c-control-2')
  })

  it('judges nothing and needs nothing, and keeps its witnesses', () => {
    const judgement: Judgement = {
      deployment: 'd',
      check: 'ACT-01-0a1b2c-control',
      title: 'a check',
      requirements: ['ACT-01'],
      attempt: 1,
      durationMs: 1,
      expectations: 1,
      exchanges: ['ACT-01-0a1b2c-control.1.1'],
      verdict: 'fail',
      conventions: [{ requirement: 'CNV-01', judged: 1, violations: [] }],
      witnesses: { shows: ['request rejected'], needs: ['money moved'], presumes: [] },
    }

    const { verdict, requirements, conventions, witnesses } = ofControl(judgement)

    assert.deepEqual([verdict, requirements, conventions], ['pass', [], []])
    assert.deepEqual(witnesses, { shows: ['request rejected'], needs: [], presumes: [] })
  })
})
