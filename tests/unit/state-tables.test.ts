/** The state tables of the contract, and the values that it closes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valuesAt, withErrorCodes } from '../../spec/generate/closed-values.ts'
import type { OpenApi } from '../../spec/generate/sources.ts'
import type { StateTableSource } from '../../spec/generate/source-schemas.ts'
import { readStateTables } from '../../spec/generate/state-tables.ts'
import {
  closedValues,
  fiatTypes,
  isTransition,
  lightningTypes,
  statesOf,
  walletTypes,
} from '../../spec/index.ts'
import { leadsTo } from '../../spec/state-tables.ts'

const body = { properties: { side: { anyOf: [{ enum: ['LEFT'] }, { pattern: 'R' }] } } }
const document = {
  paths: {
    '/doors': {
      post: { operationId: 'openDoor', requestBody: { content: { 'application/json': { schema: body } } } },
    },
  },
  components: { schemas: { DoorStatus: { enum: ['OPEN', 'SHUT'] } } },
} as unknown as OpenApi

describe('values that the contract closes', () => {
  it('are those of a schema, or of a field of a request', () => {
    assert.deepEqual(valuesAt('DoorStatus', document), ['OPEN', 'SHUT'])
    assert.deepEqual(valuesAt('openDoor.side', document), ['LEFT'])
  })

  it('must be listed', () => {
    assert.throws(
      () => valuesAt('openDoor.colour', document),
      /lists no values at openDoor.colour; name a schema/,
    )
  })

  it('give the codes of each status a schema', () => {
    const { schemas } = withErrorCodes(document, {
      '409': { LOCKED: { id: 'ERR-01', meaning: 'Locked' } },
    }).components

    assert.deepEqual(schemas.ErrorCode409, { type: 'string', enum: ['LOCKED'] })
    assert.ok(schemas.DoorStatus)
  })

  it('have each account type once: of banks, of wallets, or Lightning', () => {
    const all = [...fiatTypes, ...walletTypes, ...lightningTypes]

    assert.deepEqual([fiatTypes.length, walletTypes.length, lightningTypes.length], [40, 8, 2])
    assert.deepEqual(all.toSorted(), [...closedValues.AccountType].toSorted())
  })
})

describe('a state table', () => {
  const source: StateTableSource = {
    name: 'Door',
    area: 'doors',
    resource: 'Door',
    property: 'status',
    states: 'DoorStatus',
    transitions: [{ to: 'SHUT', trigger: 'built' }],
  }
  const read = (table: Partial<StateTableSource>) =>
    readStateTables([{ ...source, ...table }], [{ id: 'doors', title: 'Doors' }], document)

  it('takes its states from a schema, or has a list', () => {
    assert.deepEqual(read({})[0]?.states, ['OPEN', 'SHUT'])
    assert.deepEqual(read({ states: ['SHUT', 'AJAR'] })[0]?.states, ['SHUT', 'AJAR'])
  })

  it('must be of an area, and have only transitions between its states', () => {
    assert.throws(() => read({ area: 'gates' }), /state-tables.yaml, Door: gates is not an area of/)
    assert.throws(
      () => read({ transitions: [{ from: '*', to: 'AJAR', trigger: 'wind' }] }),
      /Door: AJAR is not a state of the table; its states are OPEN, SHUT/,
    )
  })

  it('has the transitions of the contract, and no other', () => {
    const allowed = statesOf('Card').flatMap((from) =>
      statesOf('Card')
        .filter((to) => isTransition('Card', from, to))
        .map((to) => `${from} → ${to}`),
    )

    assert.deepEqual(allowed, ['ACTIVE → FROZEN', 'ACTIVE → CLOSED', 'FROZEN → ACTIVE', 'FROZEN → CLOSED'])
    assert.ok(isTransition('External account', 'INACTIVE', 'ACTIVE'))
  })

  it('leads to a state also through others', () => {
    assert.ok(leadsTo('Agent action', 'PENDING_APPROVAL', 'FAILED'))
    assert.ok(!leadsTo('Agent action', 'REJECTED', 'FAILED'))
    assert.ok(!leadsTo('Agent action', 'FAILED', 'APPROVED'))
  })
})
