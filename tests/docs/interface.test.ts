/** Every name of the public interface is in the documents, and every name in the documents exists. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { givableStates } from '../../fixtures/config/given.ts'
import { deploymentFileSchema } from '../../fixtures/config/file-schema.ts'
import { conformanceSchema } from '../../reports/conformance-schema.ts'
import { VERDICTS } from '../../reports/verdicts.ts'
import { generatePages } from '../../docs/generate.ts'
import { requirements, stateValues, type StateName } from '../../spec/index.ts'
import { documentOf, documents } from './documents.ts'

const missing = (wanted: readonly string[], text: string) =>
  wanted.filter((name) => !text.includes(`\`${name}\``) && !text.includes(`\`${name}?\``))

describe('docs/deployment.md', () => {
  const text = documentOf('docs/deployment.md')

  it('names every key of a deployment file', () => {
    const { properties } = deploymentFileSchema
    const within = (key: 'credentials' | 'states' | 'limits') =>
      Object.keys(properties[key].properties).map((name) => `${key}.${name}`)
    const groups = ['credentials', 'states', 'limits', 'operations', 'names']
    const keys = Object.keys(properties).filter((key) => !groups.includes(key))

    assert.deepEqual(
      missing([...keys, ...within('credentials'), ...within('states'), ...within('limits')], text),
      [],
    )
  })

  it('names every state with values that given cannot name', () => {
    const refusal = /^- `given` cannot name (?:.*\n)+?(?=- )/m.exec(text)?.[0] ?? ''
    const withValues = (Object.keys(stateValues) as StateName[]).filter(
      (state) => Object.keys(stateValues[state]).length > 0,
    )

    assert.deepEqual(
      missing(
        withValues.filter((state) => !givableStates.includes(state)),
        refusal,
      ),
      [],
    )
    assert.deepEqual(missing(givableStates, refusal), givableStates)
  })
})

describe('docs/outcomes.md', () => {
  const text = documentOf('docs/outcomes.md')

  it('names every verdict and every field of conformance.json', () => {
    const fields = Object.keys(conformanceSchema.properties)

    assert.deepEqual(missing(VERDICTS, text), [])
    assert.deepEqual(missing(fields, text), [])
    assert.ok(fields.length > 10)
  })
})

describe('the documentation of spec/', () => {
  it('is the output of docs/generate.ts', async () => {
    const outdated = (await generatePages()).filter(([file, text]) => documentOf(file) !== text)

    assert.deepEqual(
      outdated.map(([file]) => file),
      [],
      'run `npm run docs`',
    )
  })
})

describe('the accepted interpretations of a requirement', () => {
  it('do not contain limits of judging, which have their own key', () => {
    const mixed = requirements.filter(({ accepts = '' }) =>
      /\b(?:not|is|are|only) judged\b|\bJudged\b|\bBlocked (?:if|where)\b|\bNot applicable\b/.test(accepts),
    )

    assert.deepEqual(
      mixed.map(({ id }) => id),
      [],
      'move these sentences from `accepts` to `limits`',
    )
    assert.ok(requirements.filter(({ limits }) => limits !== undefined).length > 100)
  })
})

describe('the documents', () => {
  it('name requirements that exist', () => {
    const known = new Set<string>(requirements.map(({ id }) => id))
    const prefixes = new Set(requirements.map(({ id }) => id.slice(0, 3)))
    const unknown = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\b([A-Z]{3})-\d{2,3}\b/g)]
        .filter(([id, prefix = '']) => prefixes.has(prefix) && !known.has(id))
        .map(([id]) => `${file}: ${id}`),
    )

    assert.deepEqual(unknown, [])
  })
})
