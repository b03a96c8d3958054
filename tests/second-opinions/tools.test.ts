/** The real Prism and the real Dredd, on recordings made from the OpenAPI document. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { canaryOf } from '../../second-opinions/canary.ts'
import { dredd } from '../../second-opinions/dredd.ts'
import { opinionOf } from '../../second-opinions/opinion.ts'
import { prism } from '../../second-opinions/prism.ts'
import { recordedAnswers } from '../../second-opinions/recorded-answers.ts'
import type { Question, Said, Tool } from '../../second-opinions/tool.ts'
import type { Opinion } from '../../reports/conformance.ts'
import { altered, described, recorded } from './recorded.ts'

const examples = described.map((documented) => recorded(documented, documented.example))

/** Responses share their schemas: the first of a schema is altered in every way, the others in two that break it. */
const WAYS_FOR_A_KNOWN_SCHEMA = 2
const firstOfSchema = new Map(
  described.toReversed().map((documented) => [JSON.stringify(documented.schema), documented]),
)
const mistakes = described.flatMap((documented) => {
  const all = altered(documented.example).map(({ how, json }) =>
    recorded(documented, json, { id: `${documented.operation} ${documented.status} ${how}` }),
  )
  if (firstOfSchema.get(JSON.stringify(documented.schema)) === documented) return all
  return all.filter(({ findings }) => findings.length > 0).slice(0, WAYS_FOR_A_KNOWN_SCHEMA)
})

it('every schema of a response comes with an example that can be broken', () => {
  const without = described.filter((one) => canaryOf(one) === undefined)
  assert.deepEqual(
    without.map(({ operation, status }) => `${operation} ${status}`),
    [],
  )
})

const [documented] = described
assert.ok(documented)
const accused = recorded(documented, documented.example, {
  id: 'falsely accused',
  findings: [{ requirement: 'CNV-03', at: '/id', message: 'made up' }],
})
const acquitted = recorded(documented, {}, { id: 'falsely acquitted', findings: [] })

/** The tool, run once for two opinions, since its start takes seconds. */
function askedOnce(tool: Tool): Tool {
  const questions: (readonly Question[])[] = []
  const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, Said>>()
  const keyIn = (opinion: number, key: string) => `${opinion} ${key}`
  return {
    ...tool,
    async ask(its) {
      const opinion = questions.push(its) - 1
      if (opinion === 1)
        resolve(
          tool.ask(
            questions.flatMap((asked, index) => asked.map((one) => ({ ...one, key: keyIn(index, one.key) }))),
          ),
        )
      const said = await promise
      return new Map(
        its.flatMap(({ key }) => {
          const response = said.get(keyIn(opinion, key))
          return response ? [[key, response] as const] : []
        }),
      )
    },
  }
}

for (const tool of [prism, dredd]) {
  describe(tool.name, () => {
    let ofExamples: Opinion
    let ofMistakes: Opinion

    before(async () => {
      const asked = askedOnce(tool)
      ;[ofExamples, ofMistakes] = await Promise.all([
        opinionOf(asked, recordedAnswers([...examples, accused, acquitted])),
        opinionOf(asked, recordedAnswers(mistakes)),
      ])
    })

    it('has an opinion on every schema, and reports differences in both directions', () => {
      const opinion = ofExamples

      assert.equal(opinion.unavailable, undefined)
      assert.deepEqual(opinion.notJudged, [])
      assert.equal(opinion.judged, described.length + 2)
      const found = (word: string) => opinion.schemas.filter((schema) => schema.opinion === word).length
      assert.deepEqual([found('valid'), found('invalid')], [described.length - 1, 1])
      const place = { tool: tool.name, operation: documented.operation, status: documented.status }
      const [first, second, ...others] = opinion.disagreements
      assert.deepEqual(others, [])
      assert.deepEqual(first, {
        ...place,
        exchange: 'falsely accused',
        toolVerdict: 'valid',
        assayVerdict: 'invalid',
        where: '/id',
        message: 'CNV-03: made up',
      })
      const { message, where, ...rest } = second ?? { message: '', where: '' }
      assert.deepEqual(rest, {
        ...place,
        exchange: 'falsely acquitted',
        toolVerdict: 'invalid',
        assayVerdict: 'valid',
      })
      assert.match(message, /required/)
      assert.match(where, /^\//)
    })

    it('differs from Assay on no altered body', () => {
      const opinion = ofMistakes

      assert.equal(opinion.unavailable, undefined)
      assert.ok(opinion.judged > WAYS_FOR_A_KNOWN_SCHEMA * described.length, `${opinion.judged} judged`)
      assert.deepEqual(opinion.disagreements, [])
      const faulted = opinion.schemas.filter((schema) => schema.opinion === 'invalid')
      assert.equal(faulted.length, described.length)
    })
  })
}
