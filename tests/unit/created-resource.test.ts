/** Where the response to a creation may have the identifier of the new resource. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/errors.ts'
import { newIdIn, recordCreated } from '../../fixtures/provisioning/created-resource.ts'

const ID = 'Card:1'

describe('the identifier of a new resource', () => {
  for (const body of [
    { id: ID },
    { cardId: ID },
    { card: { id: ID } },
    { card: { cardId: ID } },
    { data: { id: ID } },
    { data: { cardId: ID } },
  ])
    it(`is found in ${JSON.stringify(body)}, also for its deletion`, () => {
      const created: string[] = []

      recordCreated('createCard', body, { created: (id) => void created.push(id) })

      assert.equal(newIdIn(body, 'createCard'), ID)
      assert.deepEqual(created, [ID])
    })

  it('is missing in a response with those of other resources only', () => {
    assert.throws(() => newIdIn({ customerId: 'Customer:1', data: {} }, 'createCard'), Blocked)
  })
})
