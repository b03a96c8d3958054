/** What is public interface stands in the documents, name by name; and what they name is there. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { deploymentFileSchema } from '../../fixtures/deployment/file-schema.ts'
import { VERDICTS } from '../../reports/verdicts.ts'
import { names, operations, requirements } from '../../spec/index.ts'
import { parse } from 'yaml'
import { documentOf, documents, root } from './documents.ts'

interface StateSource {
  readonly params?: Readonly<Record<string, unknown>>
  readonly values?: Readonly<Record<string, { readonly optional?: boolean; readonly secret?: boolean }>>
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
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

  it('names every provider state with its parameters and values, and marks what may be missing', () => {
    const states = parse(read('spec/states.yaml')) as Readonly<Record<string, StateSource>>
    const sections = new Map(
      text
        .split(/^#### /m)
        .slice(1)
        .map((section) => [/^`([^`]+)`/.exec(section)?.[1] ?? '', section.split(/^## /m)[0]!] as const),
    )
    const problems = Object.entries(states).flatMap(([state, { params = {}, values = {} }]) => {
      const section = sections.get(state) ?? ''
      const same = section.includes('those of `agent`') ? (sections.get('agent') ?? '') : ''
      const marked = (fields: Readonly<Record<string, unknown>>) =>
        Object.entries(fields).map(([name, field]) =>
          (field as { optional?: boolean }).optional ? `${name}?` : name,
        )
      return [
        ...(section === '' ? [`${state}: no section`] : []),
        ...marked(params)
          .filter((name) => !section.includes(`\`${name}\``))
          .map((name) => `${state}: parameter ${name}`),
        ...marked(values)
          .filter((name) => !`${section}${same}`.includes(`\`${name}\``))
          .map((name) => `${state}: value ${name}`),
      ]
    })

    assert.deepEqual(problems, [])
    assert.deepEqual([...sections.keys()].sort(), Object.keys(states).sort())
  })
})

describe('docs/outcomes.md', () => {
  const text = documentOf('docs/outcomes.md')

  it('names every verdict and every field of conformance.json', () => {
    const schema = JSON.parse(read('reports/conformance.schema.json')) as Schema & {
      readonly $defs?: Readonly<Record<string, Schema>>
    }
    const fields = (at: Schema | undefined): readonly string[] => Object.keys(at?.properties ?? {})

    assert.deepEqual(missing(VERDICTS, text), [])
    assert.deepEqual(missing(fields(schema), text), [])
    assert.ok(fields(schema).length > 10)
  })
})

describe('docs/contract.md', () => {
  const text = documentOf('docs/contract.md')

  it('names every operation and name with its default', () => {
    const wanted = [
      ...Object.entries(operations).flatMap(([name, { method, path }]) => [name, `${method} ${path}`]),
      ...Object.entries(names).flat(),
    ]

    assert.deepEqual(missing(wanted, text), [])
  })

  it('names every requirement that has more than one reading or is left open', () => {
    const wanted = requirements.filter(({ readings, specified }) => readings !== undefined || !specified)

    assert.deepEqual(
      wanted.filter(({ id }) => !text.includes(id)).map(({ id }) => id),
      [],
    )
  })

  it('lists what is left open in the words of spec/requirements', () => {
    const rows = text.split(/^## Left open$/m)[1] ?? ''
    const open = requirements.filter(({ specified }) => !specified)

    assert.deepEqual(
      open.filter(({ id, title }) => !rows.includes(`| ${id} | ${title} `)).map(({ id }) => id),
      [],
    )
  })
})

describe('the documents', () => {
  it('name requirements that exist', () => {
    const known = new Set<string>(requirements.map(({ id }) => id))
    const unknown = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:OWN|ACT|QUO|APR|CNV)-\d{2}\b/g)]
        .filter(([id]) => !known.has(id))
        .map(([id]) => `${file}: ${id}`),
    )

    assert.deepEqual(unknown, [])
  })
})
