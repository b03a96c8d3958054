/** The whole run on the reference server, with second opinions asked for, as a person would ask. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { wholeRun, type WholeRun } from '../whole-run.ts'

/** Why a response of the reference server is not judged by another tool; anything else is a surprise. */
const EXPECTED_REASONS = [
  'the document shows no schema of the body',
  'truncated in the recording',
  'not in the sample of its operation and status',
]

describe('a run on the reference server', () => {
  let run: WholeRun
  let conformance: Conformance
  const read = (name: string) => readFileSync(join(run.out, name), 'utf8')
  const opinions = () => conformance.secondOpinions.opinions
  before(async () => {
    run = await wholeRun()
    conformance = JSON.parse(read('conformance.json')) as Conformance
  })

  it('keeps its verdict', () => {
    assert.equal(conformance.verdict, 'conformant')
    assert.equal(run.code, 0)
  })

  for (const tool of ['prism', 'dredd']) {
    it(`is judged by ${tool}, which disagrees nowhere`, () => {
      const opinion = opinions().find((one) => one.tool === tool)

      assert.ok(opinion, `no opinion of ${tool}`)
      assert.equal(opinion.unavailable, undefined)
      assert.match(opinion.version, /^\d+\.\d+\.\d+$/)
      assert.ok(opinion.judged > 50, `${opinion.judged} judged`)
      assert.deepEqual(opinion.disagreements, [])
      assert.deepEqual(
        opinion.notJudged.map(({ reason }) => reason).filter((reason) => !EXPECTED_REASONS.includes(reason)),
        [],
      )
      assert.ok(opinion.schemas.some((schema) => schema.opinion === 'valid'))
      assert.ok(opinion.schemas.every((schema) => schema.opinion !== 'invalid'))
    })
  }

  it('shows both everywhere', () => {
    assert.deepEqual(
      opinions().map(({ tool }) => tool),
      ['prism', 'dredd'],
    )
    assert.match(run.stdout, /^Second opinions: Prism .* judged \d+ responses, Dredd .*; no disagreement\.$/m)
    assert.match(read('summary.md'), /### Second opinions/)
    assert.match(read('index.html'), /<h2 id="second-opinions-title">/)
  })
})
