/** Proof of completeness: no sentence of the contract without a requirement, and no requirement without a sentence. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readableSource, readChecklist } from '../../spec/generate/checklist.ts'
import { shaped } from '../../spec/generate/shaped.ts'
import { checklistSchema } from '../../spec/generate/source-schemas.ts'
import { checklist } from '../../spec/checklist.ts'
import { areas, closedValues, errorCatalogue, requirements, type Rule } from '../../spec/index.ts'
import {
  groundlessRequirements,
  inventedEnums,
  placeOf,
  uncoveredRules,
  type Document,
} from './checklist-gaps.ts'

const document = JSON.parse(
  readFileSync(new URL('../../spec/generated/openapi.json', import.meta.url), 'utf8'),
) as Document

/** How many rows each part of the contract has: it does not change, so that a row left out is seen. */
const ROWS: Readonly<Record<string, number>> = {
  Introduction: 3,
  Conventions: 7,
  'What the service does': 1,
  'What the service does, functional areas': 57,
  'What the service does, agent behaviour': 3,
  'Resources, external account': 21,
  'Resources, currency object': 4,
  'Resources, Quote': 31,
  'Resources, PaymentInstruction': 4,
  'Resources, rateDetails': 6,
  'Resources, ScaChallenge': 7,
  'Resources, agent action': 11,
  'Resources, Transaction': 21,
  'Resources, FieldError': 3,
  'Resources, paginated list envelope': 4,
  'Resources, gaps': 15,
  'States, External account status': 12,
  'States, Agent action status': 8,
  'States, Card status': 7,
  'States, Stablecoin enablement': 6,
  'States, Quote status': 4,
  'States, gaps': 3,
  Endpoints: 1,
  'Endpoints 1': 20,
  'Endpoints 2': 11,
  'Endpoints 3': 36,
  'Endpoints, others that are referenced': 6,
  'Endpoints, gaps': 8,
  Authentication: 13,
  'Authentication, gaps': 4,
  Events: 8,
  'Events, gaps': 3,
  Errors: 4,
  'Errors, 400 codes': 60,
  'Errors, 401 codes': 7,
  'Errors, 404 codes': 23,
  'Errors, 409 codes': 23,
  'Errors, 500 codes': 2,
  'Errors, gaps': 1,
  Limits: 14,
  Versioning: 6,
}

const changed = (place: string, change: Partial<Rule>): readonly Rule[] =>
  checklist.map((rule) => (placeOf(rule) === place ? { ...rule, ...change } : rule))

const newIn = (found: readonly string[], before: readonly string[]) =>
  found.filter((text) => !before.includes(text))

describe('the checklist', () => {
  it('has every part of the contract, row by row', () => {
    const counted = Object.entries(Object.groupBy(checklist, ({ section }) => section)).map(
      ([section, rows = []]) => [section, rows.length],
    )

    assert.deepEqual(Object.fromEntries(counted), ROWS)
  })

  it('has each of the 22 functional areas', () => {
    const functional = areas.filter(({ id }) => id !== 'conventions' && id !== 'error-catalogue')
    const missing = functional.filter(
      ({ title }) =>
        !checklist.some(
          ({ section, place }) =>
            section === 'What the service does, functional areas' && place.split(', ')[0] === title,
        ),
    )

    assert.equal(functional.length, 22)
    assert.deepEqual(missing, [])
  })

  it('has a requirement for every rule, or a reason for none', () => {
    assert.deepEqual(uncoveredRules(checklist), [])
  })

  it('has a rule for every requirement', () => {
    assert.deepEqual(groundlessRequirements(checklist, requirements), [])
  })

  it('has each of the 115 codes', () => {
    assert.equal(Object.values(errorCatalogue).flatMap((codes) => Object.keys(codes)).length, 115)
  })

  it('knows every enum of the OpenAPI document', () => {
    assert.deepEqual(inventedEnums(closedValues, errorCatalogue, document), [])
  })
})

describe('a gap is detected:', () => {
  const code = 'Errors, 409 codes, CARD_NOT_MUTABLE'

  it('the requirement of a rule', () => {
    assert.deepEqual(newIn(uncoveredRules(changed(code, { requirements: [] })), uncoveredRules(checklist)), [
      `${code}: Closed card cannot be changed.`,
    ])
  })

  it('the rule of a requirement', () => {
    const added = { ...requirements[0]!, id: 'CNV-999', title: 'Nothing of the contract.' }

    assert.deepEqual(
      newIn(
        groundlessRequirements(checklist, [...requirements, added]),
        groundlessRequirements(checklist, requirements),
      ),
      ['CNV-999: Nothing of the contract.'],
    )
  })

  it('an enum', () => {
    const status = { type: 'string', enum: ['OPEN', 'SHUT'] }

    assert.deepEqual(
      inventedEnums(closedValues, errorCatalogue, {
        paths: {},
        components: { schemas: { Door: { properties: { status } } } },
      }),
      ['/components/schemas/Door/properties/status'],
    )
  })
})

describe('reading the checklist', () => {
  const row = { place: 'sentence 1', rule: 'It is so.' }
  const judging = (source: string) => ({ ...requirements[0]!, id: 'CNV-01', source })
  const read = (rows: readonly object[], ...sources: readonly string[]) =>
    readChecklist(
      shaped(checklistSchema, [{ section: 'Conventions', rows }], 'checklist.yaml'),
      sources.map(judging),
    )

  it('gives each row the requirements whose sources name it', () => {
    assert.deepEqual(read([row], 'RFC 9110, section 15.5; Conventions, sentence 1'), [
      { section: 'Conventions', ...row, requirements: ['CNV-01'] },
    ])
  })

  const refused = [
    {
      what: 'a source that names no row',
      rows: [row],
      source: 'Conventions, sentence 9',
      says: /CNV-01: source names Conventions, sentence 9, which is not a row of checklist.yaml; name rows as/,
    },
    {
      what: 'a source that names a row twice',
      rows: [row],
      source: 'Conventions, sentence 1; Conventions, sentence 1',
      says: /CNV-01: source names Conventions, sentence 1 twice/,
    },
    { what: 'a place given twice', rows: [row, row], says: /Conventions, sentence 1: given twice/ },
    { what: 'an unknown key', rows: [{ ...row, ids: [] }], says: /unknown key ids; allowed are/ },
    { what: 'a row without a rule', rows: [{ ...row, rule: '' }], says: /rule is missing/ },
    {
      what: 'a reason for no requirement where there is one',
      rows: [{ ...row, nothing: 'None.' }],
      source: 'Conventions, sentence 1',
      says: /CNV-01 has it as its source, so its key `nothing` is wrong/,
    },
  ]
  for (const { what, rows, source, says } of refused) {
    it(`rejects ${what}`, () => {
      assert.throws(() => read(rows, ...(source === undefined ? [] : [source])), says)
    })
  }
})

describe('the source of a requirement, for readers,', () => {
  const rows = checklist.filter(({ section }) => section === 'Resources, Quote')

  it('names the rows of a section together', () => {
    assert.equal(
      readableSource('Limits, Page size; Conventions, sentence 4; Limits, Live cards; RFC 9110', checklist),
      'Limits, Page size and Live cards; Conventions, sentence 4; RFC 9110',
    )
  })

  it('names only the sections of more than eight rows', () => {
    const source = rows.slice(0, 9).map(placeOf).join('; ')

    assert.equal(readableSource(source, checklist), 'Resources, Quote')
  })
})
