/** `assay explain`: every explanation comes from existing data. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explained, type Explained } from '../../reports/explained/explained.ts'
import { explainedText } from '../../reports/explained/explained-text.ts'
import { collectChecks } from '../../runner/collect-checks.ts'
import { faults } from '../../selftest/faults/index.ts'
import { commandsFor } from '../../reports/commands.ts'
import { page } from '../../reports/html/page.ts'
import { checklist } from '../../spec/checklist.ts'
import { readExplanations } from '../../spec/generate/explanations.ts'
import { defaultContract, requirements, type Requirement } from '../../spec/index.ts'
import { failing } from '../reports/sample-run.ts'
import { assay } from './assay.ts'

const checks = await collectChecks()

describe('the explanation of every requirement', () => {
  const all = requirements.map((requirement) => explained(requirement, { rules: checklist, checks, faults }))
  const lacking = (wrong: (each: Explained) => boolean) => all.filter(wrong).map(({ id }) => id)

  it('states why it matters and where to look', () => {
    assert.deepEqual(
      lacking(({ flow, why, fix }) => [flow, why, fix].some((text) => text.length < 4)),
      [],
    )
  })

  it('names its checks, unless response rules judge it or it is not checked', () => {
    assert.deepEqual(
      lacking(
        ({ specified, inEveryResponse, checks }) => specified && !inEveryResponse && checks.length === 0,
      ),
      [],
    )
    assert.deepEqual(
      lacking(({ specified, checks }) => !specified && checks.length > 0),
      [],
    )
  })

  it('names faults that break it, those first that break it alone', () => {
    assert.deepEqual(
      lacking(({ specified, faults }) => specified && faults.length === 0),
      [],
    )
    const breaksAlone = new Set(faults.filter(({ breaks }) => breaks.length === 1).map(({ id }) => id))
    assert.deepEqual(
      lacking((one) => {
        const alone = one.faults.map(({ id }) => breaksAlone.has(id))
        return alone.lastIndexOf(true) >= alone.filter(Boolean).length
      }),
      [],
    )
  })

  it('names the challenges of a requirement, and what an upheld one changes', () => {
    const upheld = {
      state: 'upheld',
      opened: '2026-11-01',
      decided: '2026-11-20',
      claim: 'Row 3 allows it.',
      reason: 'Both interpretations pass.',
    } as const
    const open = { state: 'open', opened: '2026-11-21', claim: 'Row 4 allows it.' } as const
    const { catalogue } = defaultContract
    const challenges = [upheld, open].map((each) => ({ ...each, requirement: 'QUO-20' }))
    const contract = { ...defaultContract, catalogue: { ...catalogue, challenges } }
    const known = (id: string) =>
      explained(
        requirements.find((each) => each.id === id)!,
        { contract, rules: checklist, checks, faults },
      )

    assert.deepEqual(known('QUO-20').challenges, challenges)
    assert.deepEqual(known('QUO-21').challenges, [])
    const text = explainedText(known('QUO-20'), commandsFor({ deployment: undefined }), false)
    assert.match(
      text,
      /\n {2}Challenge, upheld on 2026-11-20: Both interpretations pass\. A violation is only a warning\.\n {2}Challenge, open since 2026-11-21: Row 4 allows it\.\n/,
    )
  })

  it('is no wider than a terminal', () => {
    for (const each of all)
      for (const line of explainedText(each, commandsFor({ deployment: undefined }), false)
        .split('\n')
        .slice(1))
        assert.ok(line.length <= 101, `${each.id}: ${line}`)
  })
})

describe('explanations.yaml', () => {
  const texts = { flow: 'f', why: 'w', fix: 'x' }
  const requirement = { id: 'ACT-01' } as Requirement
  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['a flow that is missing', {}, /ACT is missing/],
    ['a flow that there is not', { ACT: texts, ZZZ: texts }, /ZZZ: no id begins with it/],
    ['a text that is missing', { ACT: { ...texts, fix: '' } }, /ACT: fix is missing/],
    ['a key that is not known', { ACT: { ...texts, fixx: 'x' } }, /ACT: unknown key fixx/],
  ]
  for (const [title, source, said] of refused)
    it(`is rejected with ${title}`, () => {
      assert.throws(() => readExplanations(source, [requirement]), said)
    })
})

describe('assay explain', () => {
  it('prints rule, reason, checks, faults and remedy', async () => {
    const { code, stdout } = await assay(['explain', 'quo-20'])
    assert.equal(code, 0)
    assert.match(stdout, /^QUO-20 {2}MUST {2}Agent Operations\n/)
    for (const part of [
      /Contract: Endpoints 3, request header/,
      /Why it matters \(Quotes of agents\)/,
      /- a concurrent request with the same identifier gets the first quote/,
      /\(request-identifier-ignored\)/,
      /Judge only this: npx assay run .*--only QUO-20/,
    ])
      assert.match(stdout, part)
  })

  it('prints JSON', async () => {
    const { stdout } = await assay(['explain', 'CNV-03', '--json'])
    const known = JSON.parse(stdout) as Explained
    assert.deepEqual([known.id, known.inEveryResponse, known.editions[0]], ['CNV-03', true, 1])
    assert.ok(known.faults.some(({ id }) => id === 'convention-bare-uuid'))
  })

  it('ends with 2 on an unknown id, and names similar ones', async () => {
    const { code, stderr } = await assay(['explain', 'QUZ-20'])
    assert.equal(code, 2)
    assert.match(stderr, /there is no requirement and no error code "QUZ-20"\.\n.*Did you mean QUO-20, /)
    assert.equal((await assay(['explain', 'nothing-at-all'])).code, 2)
  })
})

it('the report explains failures, and not passes', () => {
  const html = page(failing, [])
  assert.match(html, /<code>npx assay explain OWN-07<\/code>/)
  assert.doesNotMatch(html, /<code>assay explain OWN-01<\/code>/)
})
