/**
 * No requirement passes on a server that does nothing useful, except those on the reviewed list. A sample of the shells
 * here; `npm run self-test -- --shells` judges those of every kind, and `-- --shells every` all.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { shells } from '../../selftest/shells/index.ts'
import {
  judgeShells,
  MOST_CAUSES_OF_SHELL,
  passedAmong,
  requirementsNamed,
  type ShellResult,
} from '../../selftest/judging/judge-shells.ts'
import { reviewedPasses, reviewPasses } from '../../selftest/judging/reviewed-passes.ts'

const SAMPLED: readonly string[] = [
  'code-400-INVALID_INPUT',
  'empty-object',
  'echo-with-id',
  'writes-rejected-403',
]

const sampled = shells.filter(({ id }) => SAMPLED.includes(id))
const asked = requirementsNamed([])
  .filter(({ level, specified }) => level === 'MUST' && specified)
  .map(({ id }) => id)

describe('servers that do nothing useful', () => {
  let results: readonly ShellResult[] = []

  before(async () => {
    results = await judgeShells(sampled, asked)
  })

  for (const { id, title } of sampled) {
    it(`pass no requirement without a reason: ${id}, which ${title}`, () => {
      const ofShell = results.filter(({ shell }) => shell.id === id)

      const { vacuous } = reviewPasses(ofShell, reviewedPasses(), [], asked)

      assert.deepEqual(
        vacuous.map((pass) => pass.id),
        [],
      )
    })
  }

  for (const { id } of sampled)
    it(`have at most ${MOST_CAUSES_OF_SHELL} causes: ${id}`, () => {
      const { causes } = results.find(({ shell }) => shell.id === id)!

      assert.ok(
        causes.length >= 1 && causes.length <= MOST_CAUSES_OF_SHELL,
        causes.map(({ title }) => title).join('\n'),
      )
    })

  it('have ids of their own', () => {
    const ids = shells.map(({ id }) => id)

    assert.deepEqual(ids, [...new Set(ids)])
  })
})

describe('a requirement that is newer than the edition', () => {
  it('passes on a shell although the report has it as a SHOULD until it enters', () => {
    const results = [
      { id: 'QUO-01', level: 'SHOULD', verdict: 'pass', enters: 2 },
      { id: 'QUO-02', level: 'SHOULD', verdict: 'warn', enters: 2 },
      { id: 'QUO-03', level: 'MUST', verdict: 'pass' },
    ] as const

    assert.deepEqual(passedAmong(results, ['QUO-01', 'QUO-02']), ['QUO-01'])
  })
})

describe('the reviewed list of passes', () => {
  const all = shells.map(({ id }) => id)
  const passing = (shell: string, ...passed: readonly (typeof asked)[number][]): ShellResult => ({
    shell: shells.find(({ id }) => id === shell)!,
    passed,
    causes: [],
    checksRun: 1,
  })

  it('names shells and requirements that exist', () => {
    const list = reviewedPasses()

    assert.deepEqual(
      reviewPasses([], list, all, asked).unneeded.filter((entry) => entry.endsWith('no such shell')),
      [],
    )
    assert.deepEqual(
      list.flatMap(({ requirements }) => requirements).filter((id) => !asked.includes(id)),
      [],
    )
  })

  it('explains the passes that it names, and no others', () => {
    const list = [{ shells: ['echo*'], requirements: ['CNV-01'], reason: 'JSON' }] as const

    const review = reviewPasses([passing('echo', 'CNV-01', 'CNV-02')], list, all, asked)

    assert.deepEqual(review.reviewed, [{ shell: 'echo', id: 'CNV-01', reason: 'JSON' }])
    assert.deepEqual(review.vacuous, [{ shell: 'echo', id: 'CNV-02' }])
    assert.deepEqual(review.unneeded, [])
  })

  it('shrinks: an entry that explains no pass on any of its shells is not needed', () => {
    const list = [{ shells: ['echo*'], requirements: ['CNV-01', 'CNV-02'], reason: 'JSON' }] as const

    const review = reviewPasses([passing('echo', 'CNV-01'), passing('echo-with-id')], list, all, asked)

    assert.deepEqual(review.unneeded, ['CNV-02 on echo*'])
  })
})
