/** Proof of completeness: no sentence of the contract without a requirement, and no requirement without a sentence. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readChecklist, type Section } from '../../spec/generate/checklist.ts'
import { checklist } from '../../spec/checklist.ts'
import { areas, errorCatalogue, requirements, type Rule } from '../../spec/index.ts'
import {
  groundlessRequirements,
  inventedEnums,
  missingCodes,
  placeOf,
  strayValues,
  uncoveredRules,
  unknownRequirements,
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

const without = (place: string): readonly Rule[] => checklist.filter((rule) => placeOf(rule) !== place)
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

  it('has a requirement for every rule, or says that there is nothing to judge', () => {
    assert.deepEqual(uncoveredRules(checklist), [])
  })

  it('has a rule for every requirement', () => {
    assert.deepEqual(groundlessRequirements(checklist, requirements), [])
  })

  it('names requirements that exist', () => {
    assert.deepEqual(unknownRequirements(checklist, requirements), [])
  })

  it('has each of the 115 codes, with the requirement on it', () => {
    assert.equal(Object.values(errorCatalogue).flatMap((codes) => Object.keys(codes)).length, 115)
    assert.deepEqual(missingCodes(checklist, errorCatalogue, requirements), [])
  })

  it('closes the same values as the OpenAPI document', () => {
    assert.deepEqual(strayValues(checklist, document), [])
  })

  it('knows every enum of the OpenAPI document', () => {
    assert.deepEqual(inventedEnums(checklist, errorCatalogue, document), [])
  })
})

describe('what is left out is seen:', () => {
  const code = 'Errors, 409 codes, CARD_NOT_MUTABLE'

  it('a code', () => {
    assert.deepEqual(missingCodes(without(code), errorCatalogue, requirements), ['CARD_NOT_MUTABLE'])
  })

  it('the requirement of a rule', () => {
    assert.deepEqual(newIn(uncoveredRules(changed(code, { requirements: [] })), uncoveredRules(checklist)), [
      `${code}: Closed card does not change.`,
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

  it('a requirement that a rule names', () => {
    const first = checklist.find((rule) => rule.requirements.length > 0)!.requirements[0]!

    assert.notDeepEqual(
      unknownRequirements(
        checklist,
        requirements.filter(({ id }) => id !== first),
      ),
      [],
    )
  })

  it('a value, here or there', () => {
    const place = 'Resources, Quote, status, a'

    assert.deepEqual(strayValues(changed(place, { values: ['PENDING', 'PAID'] }), document), [
      `${place}: QuoteStatus lacks PAID`,
      ...['PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'].map(
        (value) => `${place}: QuoteStatus has ${value} besides`,
      ),
    ])
  })

  it('an enum', () => {
    const status = { type: 'string', enum: ['OPEN', 'SHUT'] }

    assert.deepEqual(
      inventedEnums(checklist, errorCatalogue, {
        paths: {},
        components: { schemas: { Door: { properties: { status } } } },
      }),
      ['/components/schemas/Door/properties/status'],
    )
  })
})

describe('reading the checklist rejects', () => {
  const row = { place: 'sentence 1', rule: 'It is so.', requirements: ['CNV-01'] }
  const read = (...rows: readonly object[]) =>
    readChecklist([{ section: 'Conventions', rows } as Section], requirements)

  it('nothing that is in order', () => {
    assert.deepEqual(read(row), [{ section: 'Conventions', ...row }])
  })

  const refused = [
    {
      what: 'an unknown requirement',
      rows: [{ ...row, requirements: ['CNV-99'] }],
      says: /Conventions, sentence 1: CNV-99 is no requirement; add it/,
    },
    {
      what: 'a requirement named twice',
      rows: [{ ...row, requirements: ['CNV-01', 'CNV-01'] }],
      says: /CNV-01 is named twice/,
    },
    { what: 'a place given twice', rows: [row, row], says: /Conventions, sentence 1: given twice/ },
    { what: 'an unknown key', rows: [{ ...row, ids: [] }], says: /unknown key ids; allowed are/ },
    { what: 'a row without a rule', rows: [{ ...row, rule: '' }], says: /rule is missing/ },
    {
      what: 'a row without a list',
      rows: [{ place: 'sentence 1', rule: 'It is so.' }],
      says: /requirements is missing/,
    },
    { what: 'both at once', rows: [{ ...row, nothing: 'None.' }], says: /take nothing away/ },
    { what: 'values from nowhere', rows: [{ ...row, values: ['A'] }], says: /values and at go together/ },
  ]
  for (const { what, rows, says } of refused) {
    it(what, () => {
      assert.throws(() => read(...rows), says)
    })
  }
})
