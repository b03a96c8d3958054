/** If only some checks run, the checks that produce the witnesses of their verdicts run too. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { collectChecks } from '../../runner/collect-checks.ts'
import { missingWitnesses, performChosenControls, type Controls } from '../../fixtures/controls.ts'
import { operations, type Witness, type Witnesses } from '../../spec/index.ts'

const controls = JSON.parse(
  readFileSync(new URL('../../suites/controls.json', import.meta.url), 'utf8'),
) as Controls

const none: Witnesses = { shows: [], needs: [], presumes: [] }
const control: Witness = 'accepted createCard'
const presumption = { witness: control, operation: 'createCard', status: 400, exchange: 'x' } as const

describe('the witnesses that a run misses', () => {
  it('are those of passes and of failures, unless some check shows them', () => {
    const pass = { verdict: 'pass', witnesses: { ...none, needs: [control] } } as const
    const fail = { verdict: 'fail', witnesses: { ...none, presumes: [presumption] } } as const
    const shows = { verdict: 'pass', witnesses: { ...none, shows: [control] } } as const

    assert.deepEqual(missingWitnesses([pass]), [control])
    assert.deepEqual(missingWitnesses([fail]), [control])
    assert.deepEqual(missingWitnesses([pass, fail, shows]), [])
  })

  it('are not missed where a control has shown them', () => {
    const pass = { verdict: 'pass', witnesses: { ...none, needs: [control] } } as const
    const shows = { witnesses: { ...none, shows: [control] } }

    assert.deepEqual(missingWitnesses([pass], [shows]), [])
  })
})

describe('controls', () => {
  const attempt = (check: string, witnesses: Partial<Witnesses>, verdict: 'pass' | 'blocked' = 'pass') => ({
    check,
    verdict,
    witnesses: { ...none, ...witnesses },
  })
  const first = { suite: 'cards/card', check: 'CRD-01-abc' }
  const second = { suite: 'cards/card', check: 'CRD-02-abc' }

  /** The checks that were performed, round by round, where each shows these witnesses; undefined: it is not offered. */
  const performedRounds = async (
    judgements: Parameters<typeof performChosenControls>[0],
    known: Controls,
    shownBy: Readonly<Record<string, readonly Witness[] | undefined>>,
  ) => {
    const rounds: (readonly string[])[] = []
    await performChosenControls(judgements, known, async (chosen) => {
      rounds.push(chosen.map(({ check }) => check))
      return chosen.flatMap(({ check }) => {
        const shows = shownBy[check]
        return shows === undefined ? [] : [attempt(check, { shows })]
      })
    })
    return rounds
  }

  it('are performed once each', async () => {
    const needing = attempt('one', { needs: [control, 'listed listCards', 'money moved'] })
    const known = { [control]: [first], 'listed listCards': [first] }

    assert.deepEqual(await performedRounds([needing], known, { [first.check]: [control] }), [[first.check]])
  })

  for (const [what, shownByFirst] of [
    ['is not offered', undefined],
    ['shows nothing here', []],
  ] as const)
    it(`are followed by another where the first ${what}`, async () => {
      const needing = attempt('one', { needs: [control] })
      const known = { [control]: [first, second] }

      const rounds = await performedRounds([needing], known, {
        [first.check]: shownByFirst,
        [second.check]: [control],
      })

      assert.deepEqual(rounds, [[first.check], [second.check]])
    })

  it('are not followed where the first has shown it, nor performed where a check of the run was the first', async () => {
    const known = { [control]: [first, second] }
    const needing = attempt('one', { needs: [control] })
    const tried = attempt(first.check, {}, 'blocked')

    assert.deepEqual(await performedRounds([needing], known, { [first.check]: [control] }), [[first.check]])
    assert.deepEqual(await performedRounds([needing, tried], known, { [second.check]: [control] }), [
      [second.check],
    ])
  })

  it('end where nothing shows the witness', async () => {
    const needing = attempt('one', { needs: [control] })

    assert.deepEqual(await performedRounds([needing], { [control]: [first] }, {}), [[first.check]])
  })
})

describe('suites/controls.json', () => {
  it('has a control for each operation that is judged', () => {
    const judged = Object.entries(operations).filter(([, { onlyArranges }]) => onlyArranges !== true)

    assert.deepEqual(
      judged.map(([name]) => name).filter((name) => !Object.hasOwn(controls, `accepted ${name}`)),
      [],
    )
  })

  it('names checks that there are; `npm run controls` writes it', async () => {
    const keys = new Set((await collectChecks()).map(({ key }) => key))

    assert.deepEqual(
      Object.values(controls)
        .flat()
        .filter((one) => one !== undefined && !keys.has(one.check)),
      [],
    )
  })

  it('has several controls that need different operations for a witness of nearly every pass', () => {
    const suites = new Set(controls['request rejected']?.map(({ suite }) => suite.split('/')[0]))

    assert.ok(suites.size > 1)
  })
})
