import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { notPassedEverywhere, worstExitCode, type Fleet, type FleetCell } from '../../reports/fleet/fleet.ts'
import type { Verdict } from '../../reports/conformance.ts'

describe('the exit code of a fleet', () => {
  it('is the worst: not started, then broken, then inconclusive', () => {
    assert.equal(worstExitCode([0, 0]), 0)
    assert.equal(worstExitCode([0, 3]), 3)
    assert.equal(worstExitCode([3, 1, 0]), 1)
    assert.equal(worstExitCode([1, 2, 3]), 2)
  })

  it('of no deployment is inconclusive', () => {
    assert.equal(worstExitCode([]), 3)
  })
})

describe('requirements that did not pass somewhere', () => {
  const row = (id: string, ...verdicts: readonly (Verdict | null)[]) => ({
    id,
    area: 'agent-operations',
    level: 'MUST' as const,
    title: id,
    cells: verdicts.map((verdict): FleetCell | null => (verdict === null ? null : { verdict })),
  })

  it('are listed worst first, without those that were judged nowhere or only cut off', () => {
    const requirements = [
      row('A', 'pass', 'pass'),
      row('B', 'pass', 'blocked'),
      row('C', 'not-applicable', 'not-specified'),
      row('D', null, 'fail'),
      row('E', null, 'pass'),
      row('F', 'blocked', 'pass'),
    ]
    const deployments = [{ complete: false }, { complete: true }]

    const found = notPassedEverywhere({ requirements, deployments } as unknown as Fleet)

    assert.deepEqual(
      found.map(({ id }) => id),
      ['D', 'B'],
    )
  })
})
