/** An operation at another address than the contract shows is not conformant, whatever the deployment file says. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failureOfMoved } from '../../fixtures/moved-operations.ts'
import { operations, requirements, type OperationName } from '../../spec/index.ts'

const ALL = requirements.map(({ id }) => id)
const SHOWN = (Object.keys(operations) as OperationName[]).filter((name) => operations[name].shown)
const movedTo = (name: OperationName, path: string) => ({
  operations: { ...operations, [name]: { ...operations[name], path } },
})

describe('a check at another address than the contract shows', () => {
  for (const name of SHOWN)
    it(`fails a MUST with the operation ${name}, and no other requirement`, () => {
      const failed = requirements.filter(
        ({ id }) => failureOfMoved([id], movedTo(name, '/elsewhere')) !== undefined,
      )

      assert.deepEqual(
        failed.map(({ level, operations: called }) => [level, called.includes(name)]),
        [['MUST', true]],
      )
    })

  it('names both addresses', () => {
    const { verdict, message } = failureOfMoved(['CUS-01'], movedTo('createCustomer', '/clients')) ?? {}

    assert.equal(verdict, 'fail')
    assert.match(message!, /POST \/clients.* POST \/customers$/)
  })

  it('passes at the address of the contract, with a query, and where the operation is not offered', () => {
    assert.equal(failureOfMoved(ALL, { operations }), undefined)
    assert.equal(failureOfMoved(ALL, movedTo('createCustomer', '/customers?key=a')), undefined)
    assert.equal(failureOfMoved(ALL, { operations: { ...operations, createCustomer: null } }), undefined)
  })

  it('passes where the contract shows no address', () => {
    assert.equal(failureOfMoved(ALL, movedTo('createCard', '/elsewhere')), undefined)
  })
})
