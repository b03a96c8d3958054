/** Data derived from the OpenAPI document and from the error catalogue, so that each fact has one source. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesIn, operationsIn } from '../../spec/generate/bindings.ts'
import { errorRequirements, errorSections } from '../../spec/generate/error-catalogue.ts'
import { requirementOf } from '../../spec/generate/requirements.ts'
import { shaped } from '../../spec/generate/shaped.ts'
import { editionSchema, requirementsSchema, statesSchema } from '../../spec/generate/source-schemas.ts'
import type { OpenApi } from '../../spec/generate/sources.ts'

const responses = (error: string) => ({
  '400': { content: { 'application/json': { schema: { $ref: `#/components/schemas/${error}` } } } },
})

const document = (operation: object, properties: object = {}) =>
  ({
    paths: {
      '/doors/{id}': { patch: { operationId: 'openDoor', responses: responses('Error400'), ...operation } },
    },
    components: { schemas: { Door: { properties } } },
  }) as unknown as OpenApi

describe('the binding of an operation', () => {
  it('comes from its path, method, security, errors and extensions', () => {
    const operation = {
      security: [{ agentToken: [] }],
      responses: responses('AgentListError400'),
      'x-moves-money': true,
      'x-shown': false,
    }

    assert.deepEqual(operationsIn(document(operation)), {
      openDoor: {
        method: 'PATCH',
        path: '/doors/{id}',
        credentials: 'AGENT',
        shown: false,
        movesMoney: true,
        errors: 'AGENT_LIST',
      },
    })
  })

  it('is shared by all x-operations', () => {
    const bound = operationsIn(document({ 'x-operations': ['openDoor', 'closeDoor'] }))

    assert.deepEqual(Object.keys(bound), ['openDoor', 'closeDoor'])
    assert.equal(bound.openDoor, bound.closeDoor)
  })

  it('needs known credentials and a known shape of errors', () => {
    assert.throws(
      () => operationsIn(document({ security: [{ key: [] }] })),
      /openDoor: unknown security scheme key; use/,
    )
    assert.throws(
      () => operationsIn(document({ responses: {} })),
      /openDoor: the 400 response must have one of/,
    )
  })
})

describe('a name', () => {
  it('has the property as its default, and its description as its meaning', () => {
    const properties = { colour: { 'x-name': 'doorColour', description: 'Colour of the door.' } }

    assert.deepEqual(namesIn(document({}, properties)), {
      doorColour: { default: 'colour', meaning: 'Colour of the door.' },
    })
  })

  it('has one default', () => {
    const properties = { colour: { 'x-name': 'doorColour' }, paint: { 'x-name': 'doorColour' } }

    assert.throws(() => namesIn(document({}, properties)), /doorColour is the name of colour and of paint/)
  })
})

describe('a requirement', () => {
  const shown = {
    method: 'GET',
    path: '/',
    credentials: 'NONE',
    movesMoney: false,
    errors: 'PLATFORM',
  } as const
  const known = {
    areas: [],
    states: {},
    names: { doorColour: {} },
    operations: { openDoor: { ...shown, shown: false }, knock: { ...shown, shown: true } },
  }
  const source = {
    id: 'DOO-01',
    title: 'It opens.',
    source: 'Doors, row 1',
    operations: ['openDoor', 'knock'],
  }

  it('assumes its operations that the contract does not show, and its other assumptions', () => {
    assert.deepEqual(requirementOf({ ...source, assumes: ['doorColour'] }, 'doors', known).assumes, [
      'openDoor',
      'doorColour',
    ])
  })

  it('does not repeat them', () => {
    assert.throws(
      () => requirementOf({ ...source, assumes: ['openDoor'] }, 'doors', known),
      /DOO-01: assumes repeats the operation openDoor; remove it/,
    )
  })
})

describe('the error catalogue', () => {
  const errors = {
    '409': {
      DOOR_LOCKED: { id: 'ERR-01', meaning: 'Door is locked' },
      NFC_LOST: { id: 'ERR-02', meaning: 'NFC key is lost', within: 'doors', source: 'Doors, row 1' },
    },
  }

  it('gives each code a requirement', () => {
    assert.deepEqual(errorRequirements(errors), [
      {
        id: 'ERR-01',
        title: 'The server returns 409 DOOR_LOCKED (door is locked) with an error message.',
        source: 'Errors, 409 codes, DOOR_LOCKED',
        states: ['error-condition'],
      },
      {
        id: 'ERR-02',
        title: 'The server returns 409 NFC_LOST (NFC key is lost) with an error message.',
        source: 'Errors, 409 codes, NFC_LOST; Doors, row 1',
        within: 'doors',
        states: ['error-condition'],
      },
    ])
  })

  it('gives each code a row of the checklist', () => {
    assert.deepEqual(errorSections(errors)[0]?.rows[0], { place: 'DOOR_LOCKED', rule: 'Door is locked.' })
  })
})

describe('a source', () => {
  const requirement = { id: 'DOO-01', title: 'A door opens.', source: 'Doors, sentence 1' }
  const refused: readonly (readonly [string, Parameters<typeof shaped>[0], unknown, RegExp])[] = [
    [
      'an unknown key',
      requirementsSchema,
      [{ ...requirement, levle: 'MUST' }],
      /^doors\.yaml, DOO-01: unknown key levle; allowed are id, title, source, level/,
    ],
    ['a missing key', requirementsSchema, [{ id: 'DOO-01', source: 'Doors' }], /DOO-01: title is missing/],
    ['an empty text', requirementsSchema, [{ ...requirement, title: '' }], /DOO-01: title is missing/],
    [
      'an id of another form',
      requirementsSchema,
      [{ ...requirement, id: 'DOOR-1' }],
      /DOOR-1: id is "DOOR-1", and an id is three capitals, a dash and a number/,
    ],
    [
      'a text that a comma cuts in two',
      statesSchema,
      { door: { meaning: 'A door.', values: { colour: { type: 'string', 'of the door': null } } } },
      /door, values, colour: unknown key of the door; allowed are type/,
    ],
    [
      'a value of another type',
      statesSchema,
      { door: { meaning: 'A door.', reusable: 'yes' } },
      /door: reusable is "yes", and it must be boolean/,
    ],
    [
      'a date of another form',
      editionSchema,
      { edition: 1, frozen: '1 May', MUST: [], SHOULD: [] },
      /frozen is "1 May", and a date is YYYY-MM-DD/,
    ],
  ]

  for (const [what, schema, content, said] of refused)
    it(`is rejected for ${what}, with file, entry and what is allowed`, () => {
      assert.throws(() => shaped(schema, content, 'doors.yaml'), { message: said })
    })
})
