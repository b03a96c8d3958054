import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentedAnswers } from '../../second-opinions/documented-answers.ts'
import { opinionOf } from '../../second-opinions/opinion.ts'
import { violationsOf } from '../../second-opinions/prism.ts'
import { recordedAnswers } from '../../second-opinions/recorded-answers.ts'
import { sampled } from '../../second-opinions/sampled.ts'
import { ToolFailed, type Question, type Tool } from '../../second-opinions/tool.ts'
import type { Exchange } from '../../reports/conformance.ts'
import { described, recorded } from './recorded.ts'

const [documented] = described
assert.ok(documented)
const sound = recorded(documented, documented.example)
const response = sound.response!

/** A tool with the same result for everything. */
const saying = (valid: boolean, more: Partial<Tool> = {}): Tool => ({
  name: 'prism',
  version: '0.0.0',
  limitPerStatus: 100,
  ask: (questions) =>
    Promise.resolve(new Map(questions.map(({ key }) => [key, { valid, where: '', message: '' }]))),
  ...more,
})

describe('a recording', () => {
  const without = documentedAnswers.find(({ schema }) => !schema)!
  const cases: readonly [string, Exchange][] = [
    ['no complete response came', { ...sound, response: undefined } as unknown as Exchange],
    ['the document does not describe that status', { ...sound, response: { ...response, status: 429 } }],
    ['the document shows no schema of the body', recorded(without, {})],
    ['without a body', { ...sound, response: { ...response, body: '' } }],
    ['truncated in the recording', { ...sound, response: { ...response, truncated: true } }],
    ['not JSON', { ...sound, response: { ...response, body: '{"id":«redacted:token»}' } }],
  ]
  for (const [reason, exchange] of cases) {
    it(`omits responses that are ${reason}, and counts them`, () => {
      const { responses, notJudged } = recordedAnswers([exchange, exchange])
      assert.deepEqual(responses, [])
      assert.deepEqual(notJudged, [{ reason, count: 2 }])
    })
  }

  it('ignores responses that are not from the API', () => {
    const { responses, notJudged } = recordedAnswers([
      { ...sound, kind: 'state' },
      { ...sound, kind: 'probe' },
    ])
    assert.deepEqual([...responses, ...notJudged], [])
  })
})

describe('an opinion', () => {
  it('is invalid when it misses a known-bad response', async () => {
    const opinion = await opinionOf(saying(true), recordedAnswers([sound]))
    assert.equal(opinion.judged, 0)
    assert.deepEqual(opinion.notJudged, [
      { reason: 'prism accepted an invalid response of the same schema', count: 1 },
    ])
    assert.ok(opinion.schemas.every(({ opinion }) => opinion === 'none'))
  })

  it('of a tool that does not start has the reason', async () => {
    const tool = saying(true, { ask: () => Promise.reject(new ToolFailed('it did not start')) })
    const opinion = await opinionOf(tool, recordedAnswers([sound]))
    assert.equal(opinion.unavailable, 'it did not start')
    assert.deepEqual(opinion.notJudged, [{ reason: 'the tool did not run', count: 1 }])
  })

  it('of a tool that is not installed states it', async () => {
    const opinion = await opinionOf(saying(false, { version: undefined }), recordedAnswers([sound]))
    assert.equal(opinion.unavailable, 'prism is not installed')
    assert.equal(opinion.version, '')
  })

  it('is not requested if there is nothing to judge', async () => {
    const tool = saying(true, { ask: () => Promise.reject(new Error('was asked')) })
    const { judged, unavailable } = await opinionOf(tool, recordedAnswers([]))
    assert.deepEqual({ judged, unavailable }, { judged: 0, unavailable: undefined })
  })

  it('of many responses is about an even sample, those that Assay rejects first', async () => {
    const broken = recorded(documented, {}, { id: 'broken' })
    const asked: Question[] = []
    const tool = saying(false, {
      limitPerStatus: 3,
      ask: (questions) => {
        asked.push(...questions)
        return saying(false).ask(questions)
      },
    })
    const opinion = await opinionOf(
      tool,
      recordedAnswers([...Array.from({ length: 9 }, () => sound), broken]),
    )
    assert.equal(opinion.judged, 3)
    assert.deepEqual(opinion.notJudged, [
      { reason: 'not in the sample of its operation and status', count: 7 },
    ])
    assert.ok(asked.some(({ body, key }) => body === '{}' && !key.startsWith('canary')))
  })

  it('counts requests without a response', async () => {
    const canariesOnly: Tool['ask'] = async (questions) =>
      saying(false).ask(questions.filter(({ key }) => key.startsWith('canary')))
    const { notJudged } = await opinionOf(saying(false, { ask: canariesOnly }), recordedAnswers([sound]))
    assert.deepEqual(notJudged, [{ reason: 'prism gave no result', count: 1 }])
  })
})

describe('a sample', () => {
  const numbers = Array.from({ length: 10 }, (_, index) => index)
  it('is spread evenly, in order', () => {
    assert.deepEqual(
      sampled(numbers, 5, () => false),
      [0, 2, 4, 6, 8],
    )
    assert.deepEqual(
      sampled(numbers, 10, () => false),
      numbers,
    )
  })
  it('includes the important ones', () => {
    assert.deepEqual(
      sampled(numbers, 3, (number) => number === 7),
      [0, 5, 7],
    )
    assert.equal(sampled(numbers, 3, (number) => number > 2).length, 3)
  })
})

describe('the header of Prism', () => {
  const violation = (place: readonly string[], severity = 'Error') => ({
    location: place,
    severity,
    message: 'm',
  })

  it('covers the response only', () => {
    assert.equal(violationsOf('').valid, true)
    assert.equal(violationsOf(JSON.stringify([violation(['request', 'body'])])).valid, true)
    assert.equal(violationsOf(JSON.stringify([violation(['response', 'body'], 'Warning')])).valid, true)
  })
  it('has the place', () => {
    const header = JSON.stringify([violation(['response', 'body', 'data', '0', 'id'])])
    assert.deepEqual(violationsOf(header), { valid: false, where: '/data/0/id', message: 'm' })
  })
  it('may be cut', () => {
    const header = `Too many violations! ${JSON.stringify([violation(['response', 'body'])])}`.slice(0, -2)
    assert.deepEqual(violationsOf(header), { valid: false, where: '', message: 'm' })
  })
})
