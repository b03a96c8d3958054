/** The whole run on the reference server, with second opinions asked for, as a person would ask. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { wholeRun } from '../whole-run.ts'

/** Why a response of the reference server is not judged by another tool; anything else is a surprise. */
const EXPECTED_REASONS = [
  'the document shows no schema of the body',
  'truncated in the recording',
  'not in the sample of its operation and status',
]

describe('a run on the reference server', async () => {
  const { out, code, stdout } = await wholeRun()
  const read = (name: string) => readFileSync(join(out, name), 'utf8')
  const { secondOpinions, verdict } = JSON.parse(read('conformance.json')) as Conformance

  it('keeps its verdict', () => {
    assert.equal(verdict, 'conformant')
    assert.equal(code, 0)
  })

  for (const opinion of secondOpinions.opinions) {
    it(`is judged by ${opinion.tool}, which disagrees nowhere`, () => {
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

  it('shows it everywhere', () => {
    assert.deepEqual(
      secondOpinions.opinions.map(({ tool }) => tool),
      ['prism', 'dredd'],
    )
    assert.match(stdout, /^Second opinions: Prism .* judged \d+ responses, Dredd .*; no disagreement\.$/m)
    assert.match(read('summary.md'), /### Second opinions/)
    assert.match(read('index.html'), /<h2 id="second-opinions-title">/)
  })
})
