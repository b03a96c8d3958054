import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Verdict } from '../../spec/judgement.ts'
import {
  commandOfAll,
  commandOfCause,
  commandOfFailed,
  commandsFor,
  thenRun,
} from '../../reports/commands.ts'

describe('the command of a cause', () => {
  const commands = commandsFor({ deployment: 'staging.yaml', out: 'reports/staging' })
  const resultOf = (id: string, verdict: Verdict = 'fail') => ({
    id,
    area: id.replace(/-.*/, '').toLowerCase(),
    verdict,
  })
  const idsOf = (flow: string, amount: number) =>
    Array.from({ length: amount }, (_, index) => `${flow}-${index}`)
  const run = 'npx assay run --deployment staging.yaml --out reports/staging'

  it('names its requirements', () => {
    const ids = [...idsOf('CRD', 8), 'CNV-1', 'ERR-1']
    const others = ['CRD-9', 'CNV-2', 'ERR-2']
    const results = [...ids, ...others].map((id) => resultOf(id))
    const cause = { requirements: ids }
    assert.equal(
      commandOfCause(commands, cause, results),
      `${run} --only CNV-1 ${idsOf('CRD', 8).join(' ')} ERR-1`,
    )
  })

  it('names an area, or the beginning of ids, only if it judges no other requirement', () => {
    const requirements = [...idsOf('CRD', 20), ...idsOf('QUO', 20), 'CNV-1']
    const inArea = (results: readonly ReturnType<typeof resultOf>[]) =>
      results.map((result) => (/^(?:QUO|AGA)/.test(result.id) ? { ...result, area: 'agents' } : result))
    const results = inArea([
      ...requirements.map((id) => resultOf(id)),
      resultOf('CNV-2', 'pass'),
      resultOf('AGA-1', 'pass'),
      resultOf('CRD-99', 'not-specified'),
    ])
    assert.equal(commandOfCause(commands, { requirements }, results), `${run} --only CNV-1 crd QUO`)
    const passed = results.map((result) => (result.id === 'CRD-99' ? resultOf('CRD-99', 'pass') : result))
    assert.doesNotMatch(commandOfCause(commands, { requirements }, passed), / crd /)
  })

  it('of a restricted run names no area: the run does not know its other requirements', () => {
    const requirements = [...idsOf('CRD', 6), 'CNV-1']
    const results = requirements.map((id) => resultOf(id))
    const command = `${run} --only ${['CNV-1', ...idsOf('CRD', 6)].join(' ')}`
    assert.equal(commandOfCause(commands, { requirements }, results, requirements), command)
    assert.equal(commandOfAll(commands, requirements, results, requirements), command)
  })

  it('of a restricted run with very many requirements repeats its restriction', () => {
    const requirements = idsOf('CRD', 60)
    const results = requirements.map((id) => resultOf(id))
    assert.equal(
      commandOfCause(commands, { requirements }, results, ['cards', 'CNV-1']),
      `${run} --only cards CNV-1`,
    )
  })

  it('names every one of many requirements', () => {
    const requirements = [...idsOf('CRD', 30), 'CNV-1', 'ERR-1']
    const results = [...requirements, 'CRD-99', 'CNV-2', 'ERR-2'].map((id) => resultOf(id))
    assert.equal(
      commandOfCause(commands, { requirements }, results),
      `${run} --only CNV-1 ${idsOf('CRD', 30).join(' ')} ERR-1`,
    )
  })

  it('names the beginning of many ids if every other one there passed', () => {
    const requirements = [...idsOf('CRD', 30), ...idsOf('QUO', 14), 'CNV-1', 'ERR-1']
    const others = ['CRD-99', 'CNV-2', 'ERR-2'].map((id) => resultOf(id, 'pass'))
    const results = [...requirements.map((id) => resultOf(id)), ...others, resultOf('QUO-99')]
    assert.equal(
      commandOfCause(commands, { requirements }, results),
      `${run} --only CNV-1 CRD ERR-1 ${idsOf('QUO', 14).join(' ')}`,
    )
  })

  it('names the areas of very many requirements', () => {
    const requirements = [...idsOf('CRD', 40), ...idsOf('QUO', 20)]
    const results = [...requirements, 'CRD-99', 'QUO-99'].map((id) => resultOf(id))
    assert.equal(commandOfCause(commands, { requirements }, results), `${run} --only crd quo`)
  })

  it('judges everything where most areas fail', () => {
    const requirements = Array.from({ length: 24 }, (_, index) =>
      idsOf(`A${String.fromCodePoint(65 + index)}`, 9),
    ).flat()
    const results = requirements.map((id) => resultOf(id))
    assert.equal(commandOfCause(commands, { requirements }, results), run)
    assert.equal(commandOfAll(commands, requirements, results), run)
  })

  it('of all that is open names the areas of many', () => {
    const ids = idsOf('CRD', 30)
    const results = [...ids, 'CRD-99'].map((id) => resultOf(id))
    assert.equal(commandOfAll(commands, ids, results), `${run} --only crd`)
  })

  it('follows a next step as a sentence', () => {
    assert.equal(
      thenRun('Trust it: tls: { ca: ca.pem }', 'x'),
      'Trust it: tls: { ca: ca.pem }. Then run `x`.',
    )
    assert.equal(thenRun('Renew it. Then run again.', 'x'), 'Renew it. Then run `x`.')
  })

  it('judges what failed, in the folder of the run', () => {
    assert.equal(
      commandOfFailed(commands),
      'npx assay run --deployment staging.yaml --out reports/staging --only-failed',
    )
  })
})
