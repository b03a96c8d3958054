/** A deployment file may claim one area: the reference server is conformant in each of them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Conformance, Judgement } from '../../reports/conformance.ts'
import { foldRun } from '../../reports/fold-run.ts'
import { exitCode } from '../../reports/verdicts.ts'
import { isClaimable } from '../../spec/claims.ts'
import { areas, requirements } from '../../spec/index.ts'
import { targetsJudgements } from '../../selftest/hosted/judge-targets.ts'
import { withOwnReferences } from '../../selftest/hosted/own-references.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const everything = requirements.map(({ id }) => id)
const MAX_WAIT_SECONDS = 20
const claimable = areas.filter(({ id }) => isClaimable(id))

/** The results of a run over one area. */
const folded = (area: string, judgements: readonly Judgement[]): Conformance =>
  foldRun({
    catalogue: requirements,
    edition: 1,
    areas,
    claimedAreas: [area],
    notOffered: [],
    only: [],
    planned: [],
    judgements,
    toolVersion: '0.0.0',
    deployment: { name: area, baseUrl: 'http://reference/2025-10-13' },
    seed: 'seed',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:01.000Z',
    complete: true,
    coverage: {
      operations: [],
      errorCodes: { seen: {}, neverSeen: [] },
      enumValues: [],
      schemaProperties: [],
    },
    unserved: new Set(),
  })

describe('a deployment file that claims one area', () => {
  let judged: ReadonlyMap<string, readonly Judgement[]>

  before(async () => {
    const references = claimable.map(({ id }) => ({
      name: id,
      areas: [id],
      only: everything,
      waitsFor: everything,
      // A lifetime is a share of the wait: other tests run beside this one, and requests take seconds.
      maxWaitSeconds: MAX_WAIT_SECONDS,
    }))
    const folder = temporaryFolder('areas')
    judged = await withOwnReferences(references, folder, (targets) => targetsJudgements(targets))
  })

  it('can claim each of the 22 areas of the contract', () => {
    assert.equal(claimable.length, 22)
  })

  for (const { id } of claimable) {
    it(`is conformant where that is ${id}`, () => {
      const conformance = folded(id, judged.get(id) ?? [])

      const must = conformance.requirements.filter(({ level }) => level === 'MUST')
      const open = must.filter(
        ({ verdict }) => !['pass', 'not-applicable', 'not-specified'].includes(verdict),
      )
      assert.deepEqual(
        open.map(({ id: requirement, verdict, reason }) => `${requirement} ${verdict}: ${reason}`),
        [],
      )
      assert.equal(exitCode(conformance), 0)
      assert.ok(
        must.some(({ area, verdict }) => area === id && verdict === 'pass'),
        'nothing of it passed',
      )
    })
  }
})
