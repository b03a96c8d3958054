import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faults } from '../../selftest/faults/index.ts'
import {
  isInDoubt,
  withBlockedJudged,
  withoutLate,
  type FaultResult,
} from '../../selftest/judging/fault-matrix.ts'
import type { Cause } from '../../reports/conformance.ts'
import type { RequirementId } from '../../spec/index.ts'

const [fault] = faults

const result = (
  missed: readonly RequirementId[],
  blocked: readonly RequirementId[],
  red: readonly RequirementId[] = [],
): FaultResult => ({
  fault: fault!,
  red,
  missed,
  blocked: new Map(blocked.map((id) => [id, 'another check was in its way'])),
  unrelated: [],
  causes: [],
  hasBlocked: blocked.length > 0,
  checksRun: 1,
})

describe('a fault whose requirement was blocked', () => {
  it('is caught if the requirement fails alone', () => {
    const { missed, red } = withBlockedJudged(result(['STB-43'], ['STB-43']), result([], [], ['STB-43']))

    assert.deepEqual([missed, red], [[], ['STB-43']])
  })

  it('has the cause of the requirement that fails alone', () => {
    const causes = [{ verdict: 'fail', requirements: ['STB-43'] } as unknown as Cause]
    const alone = { ...result([], [], ['STB-43']), causes }

    assert.deepEqual(withBlockedJudged(result(['STB-43'], ['STB-43']), alone).causes, causes)
  })

  it('stays missed if the requirement is blocked again', () => {
    const { missed } = withBlockedJudged(result(['STB-43'], ['STB-43']), result(['STB-43'], ['STB-43']))

    assert.deepEqual(missed, ['STB-43'])
  })

  it('stays missed by a requirement that passed, although that fails alone', () => {
    const first = result(['STB-43', 'STB-01'], ['STB-43'])

    assert.deepEqual(withBlockedJudged(first, result([], [], ['STB-43', 'STB-01'])).missed, ['STB-01'])
  })
})

describe('a fault is judged once more', () => {
  const cause = { verdict: 'fail', requirements: fault!.breaks } as unknown as Cause
  const caught: FaultResult = { ...result([], [], fault!.breaks), causes: [cause], hasBlocked: true }

  it('where a check was blocked and the fault was missed', () => {
    assert.ok(isInDoubt({ ...caught, missed: fault!.breaks }, true))
  })

  it('where a check was blocked and there is another cause, if causes are judged', () => {
    const late = { verdict: 'blocked', requirements: ['WHK-05'] } as unknown as Cause
    const scattered = { ...caught, causes: [cause, late] }

    assert.deepEqual([isInDoubt(scattered, true), isInDoubt(scattered, false)], [true, false])
  })

  it('but not where another requirement failed: an alarm stays one', () => {
    const unrelated = [{ id: 'WHK-18' as const, message: 'no event' }]

    assert.ok(!isInDoubt({ ...caught, causes: [cause, cause], unrelated }, true))
  })

  it('but not where its own requirement was blocked: that is judged without others', () => {
    assert.ok(!isInDoubt({ ...result(fault!.breaks, fault!.breaks), hasBlocked: true }, true))
  })

  it('but not where it was caught, and gives its cause', () => {
    assert.ok(!isInDoubt(caught, true))
  })

  it('but not where every check judged something', () => {
    assert.ok(!isInDoubt({ ...caught, missed: fault!.breaks, hasBlocked: false }, true))
  })
})

describe('the causes of a fault', () => {
  const cause = (verdict: Cause['verdict'], requirements: readonly RequirementId[]) =>
    ({ verdict, requirements }) as Cause
  const cells = [
    { requirements: ['WHK-04', 'WHK-05'], verdict: 'blocked', obstacle: 'time' },
    { requirements: ['WHK-04'], verdict: 'fail' },
    { requirements: ['STB-43'], verdict: 'blocked', obstacle: 'state' },
  ] as const

  it('leave out what only ran out of time', () => {
    const late = cause('blocked', ['WHK-05'])
    const ofFault = cause('blocked', ['WHK-04'])
    const other = cause('blocked', ['STB-43', 'WHK-05'])

    assert.deepEqual(withoutLate([late, ofFault, other], cells), [ofFault, other])
  })
})
