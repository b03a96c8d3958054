/** A requirement has one level in an edition, whatever shows or counts it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ContractCoverage } from '../../cli/contract-coverage.ts'
import type { ChosenContract } from '../../cli/contract/chosen-contract.ts'
import { list } from '../../cli/list.ts'
import { listCoverage } from '../../cli/list-coverage.ts'
import { stakesOf } from '../../doctor/stakes.ts'
import type { Deployment } from '../../fixtures/config/deployment.ts'
import { commandsFor } from '../../reports/commands.ts'
import { conformanceOf } from '../../reports/conformance-of.ts'
import { explained } from '../../reports/explained/explained.ts'
import { explainedText } from '../../reports/explained/explained-text.ts'
import { checklist } from '../../spec/checklist.ts'
import { defaultContract, requirementsInEdition, type Contract, type Requirement } from '../../spec/index.ts'

const { catalogue } = defaultContract
const NEWER = 'ACT-01'
const NEXT = catalogue.editions.length + 1

/** A version with a requirement that is newer than each of its editions. */
const contract: Contract = {
  ...defaultContract,
  catalogue: {
    ...catalogue,
    editions: catalogue.editions.map((edition) => ({
      ...edition,
      MUST: edition.MUST.filter((id) => id !== NEWER),
    })),
  },
}

const SCOPE = {
  claimedAreas: undefined,
  notOffered: [],
  only: [],
  planned: [],
  judgements: [],
  toolVersion: '0',
  deployment: { name: 'name', baseUrl: 'https://host.example' },
  edition: NEXT - 1,
  seed: 'seed',
  startedAt: '2026-11-26T10:00:00.000Z',
  finishedAt: '2026-11-26T10:00:01.000Z',
  complete: true,
} as const

/** Ids of the judged requirements that are a MUST in a run. */
const must = conformanceOf(SCOPE, [], contract)
  .requirements.filter(({ level, verdict }) => level === 'MUST' && verdict !== 'not-specified')
  .map(({ id }) => id)

describe('a requirement that is newer than the latest edition', () => {
  it('is a SHOULD in a run', () => {
    assert.ok(must.length > 500)
    assert.ok(!must.includes(NEWER))
  })

  it('does not count as a MUST for the doctor', () => {
    const deployment = { areas: undefined, operations: {}, notOffered: [], contract } as unknown as Deployment
    assert.deepEqual(
      stakesOf(deployment).must.map(({ id }) => id),
      must,
    )
  })

  it('is listed as a SHOULD, with the edition that has it as a MUST', () => {
    const listed = JSON.parse(list([], true, undefined, contract)) as readonly Requirement[]
    const ids = listed.filter(({ level, specified }) => level === 'MUST' && specified).map(({ id }) => id)
    assert.deepEqual(ids, must)
    assert.equal(listed.find(({ id }) => id === NEWER)?.enters, NEXT)
    assert.match(
      list([NEWER], false, undefined, contract),
      new RegExp(`Not a MUST in edition ${NEXT - 1}, but in a later one: ${NEWER}\\.`),
    )
  })

  it('counts as a SHOULD in the coverage', () => {
    const chosen = { contract, sources: { checklist } } as unknown as ChosenContract
    const { totals } = JSON.parse(listCoverage([], true, chosen)) as ContractCoverage
    assert.equal(totals.judged - totals.should, must.length)
  })

  it('is explained as a SHOULD until its edition', () => {
    const requirement = requirementsInEdition(contract).find(({ id }) => id === NEWER)!
    const known = explained(requirement, { contract, rules: checklist, checks: [], faults: [] })
    assert.equal(known.level, 'SHOULD')
    assert.match(
      explainedText(known, commandsFor({ deployment: undefined }), false),
      new RegExp(`^${NEWER} {2}SHOULD, a MUST from edition ${NEXT} on`),
    )
  })
})
