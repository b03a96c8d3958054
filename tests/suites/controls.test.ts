/** Where only a part of the checks runs, the checks that show what its verdicts need run too. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { knownChecks } from '../../cli/explain/known-checks.ts'
import { controlsOf, missingWitnesses, type Controls } from '../../fixtures/controls.ts'
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

  it('choose each control once', () => {
    const one = { suite: 'cards/card', check: 'CRD-01-abc' }

    assert.deepEqual(
      controlsOf([control, 'listed listCards', 'money moved'], {
        [control]: one,
        'listed listCards': one,
      }),
      [one],
    )
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
    const keys = new Set((await knownChecks()).map(({ key }) => key))

    assert.deepEqual(
      Object.values(controls).filter((one) => one !== undefined && !keys.has(one.check)),
      [],
    )
  })
})
