/** `assay list`: the requirements, and how much of the contract they cover. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contractCoverage } from '../../cli/contract-coverage.ts'
import { requirements, requirementsInEdition, type Requirement } from '../../spec/index.ts'
import { assay } from './assay.ts'

const requirement = (id: string, area: string, changes: Partial<Requirement> = {}): Requirement => ({
  id,
  area,
  level: 'MUST',
  title: id,
  source: '',
  operations: [],
  assumes: [],
  states: [],
  specified: true,
  ...changes,
})

const AREAS = ['cards', 'webhooks', 'sandbox'].map((id) => ({ id, title: id }))
const REQUIREMENTS = [
  requirement('CRD-01', 'cards'),
  requirement('CRD-02', 'cards', { level: 'SHOULD' }),
  requirement('CRD-90', 'cards', { specified: false }),
  requirement('WHK-01', 'webhooks'),
]
const row = (place: string, ids: readonly string[]) => ({
  section: 'Here',
  place,
  rule: place,
  requirements: ids,
})
const CHECKLIST = [
  row('of cards', ['CRD-01', 'CRD-02']),
  row('left open', ['CRD-90']),
  row('of both', ['CRD-01', 'WHK-01']),
  { ...row('introduction', []), nothing: 'An introduction.' },
]

describe('the coverage of the contract', () => {
  it('counts rules and requirements of each area, and a rule of two areas once together', () => {
    assert.deepEqual(contractCoverage(AREAS, REQUIREMENTS, CHECKLIST), {
      areas: [
        { area: 'cards', title: 'cards', rules: 3, judged: 2, should: 1, open: 1 },
        { area: 'webhooks', title: 'webhooks', rules: 1, judged: 1, should: 0, open: 0 },
      ],
      totals: { rules: 3, judged: 3, should: 1, open: 1, rulesJudged: 2, rulesOpen: 1, rulesWithNothing: 1 },
    })
  })

  it('is that of the requirements chosen', () => {
    const [, ...others] = REQUIREMENTS
    const { areas, totals } = contractCoverage(AREAS, others.slice(0, 2), CHECKLIST)

    assert.deepEqual(areas, [{ area: 'cards', title: 'cards', rules: 2, judged: 1, should: 1, open: 1 }])
    assert.equal(totals.rulesJudged, 1)
  })
})

describe('assay list --coverage', () => {
  it('prints a line for each area, and totals', async () => {
    const { code, stdout } = await assay(['list', '--coverage'])

    assert.equal(code, 0)
    assert.match(stdout, /│ area .*│ rows of the contract │ judged │ of these SHOULD │ left open │/)
    assert.match(stdout, /│ external-accounts +│ +\d+ │ +\d+ │ +\d+ │ +\d+ │/)
    const judged = requirementsInEdition().filter(({ specified }) => specified)
    const should = judged.filter(({ level }) => level === 'SHOULD').length
    const open = requirements.length - judged.length
    assert.match(stdout, new RegExp(`│ together +│ +\\d+ │ +${judged.length} │ +${should} │ +${open} │`))
    assert.match(stdout, /Rows judged: \d+\. Left open by the contract: \d+\. Nothing to judge: \d+\./)
  })

  it('has the same content as JSON, for the chosen areas', async () => {
    const { code, stdout } = await assay(['list', '--coverage', '--only', 'agent-management', '--json'])

    assert.equal(code, 0)
    const { areas } = JSON.parse(stdout) as { areas: { area: string; judged: number }[] }
    assert.deepEqual(
      areas.map(({ area, judged }) => ({ area, judged })),
      [
        {
          area: 'agent-management',
          judged: requirements.filter(({ area, specified }) => area === 'agent-management' && specified)
            .length,
        },
      ],
    )
  })
})

describe('assay list --edition', () => {
  it('lists the requirements of the edition, with their levels there', async () => {
    const { code, stdout } = await assay(['list', '--edition', '1', '--only', 'ACT-01', 'ACT-28', '--json'])
    assert.equal(code, 0)
    const listed = JSON.parse(stdout) as readonly Requirement[]
    assert.deepEqual(
      listed.map(({ id, level }) => [id, level]),
      [
        ['ACT-01', 'MUST'],
        ['ACT-28', 'SHOULD'],
      ],
    )
    const refused = await assay(['list', '--edition', '99'])
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /there is no edition "99"\.\n.*existing edition: 1/)
  })
})

describe('assay list --areas', () => {
  it('shows the ids that a deployment file can claim', async () => {
    const { code, stdout } = await assay(['list', '--areas'])

    assert.equal(code, 0)
    assert.match(stdout, /external-accounts.*External Accounts/)
    const listed = JSON.parse((await assay(['list', '--areas', '--json'])).stdout) as readonly object[]
    assert.ok(listed.length > 20)
    assert.match(stdout, new RegExp(`${listed.length} areas`))
  })
})
