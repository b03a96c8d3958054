/** Bodies that the contract does not show, as checks read them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readableBody } from '../../fixtures/http/readable-body.ts'

const ID = 'Card:1'

describe('a body that the contract does not show', () => {
  const forms: readonly { readonly form: string; readonly body: unknown }[] = [
    { form: 'at the top', body: { id: ID } },
    { form: 'at the top, named after its kind', body: { cardId: ID } },
    { form: 'in an envelope', body: { data: { id: ID } } },
    { form: 'in an envelope, named after its kind', body: { data: { cardId: ID } } },
    { form: 'under its kind', body: { card: { id: ID } } },
  ]
  for (const { form, body } of forms) {
    it(`is read where its identifier is ${form}`, () => {
      assert.equal((readableBody('getCard', body) as { id?: unknown }).id, ID)
    })
  }

  it('keeps what is beside the resource', () => {
    assert.deepEqual(readableBody('createToken', { data: { tokenId: 'T:1' }, secret: 's' }), {
      tokenId: 'T:1',
      id: 'T:1',
      secret: 's',
    })
  })

  it('is read in lists', () => {
    assert.deepEqual(readableBody('listCards', { data: [{ cardId: ID }, 7], hasMore: false }), {
      data: [{ cardId: ID, id: ID }, 7],
      hasMore: false,
    })
    assert.deepEqual(readableBody('listCards', [{ id: ID, cardId: 'other' }]), [{ id: ID, cardId: 'other' }])
  })

  it('does not get the identifier of another resource', () => {
    const body = { customerId: 'Customer:1', id: null }

    assert.equal(readableBody('getCard', body), body)
    assert.deepEqual(readableBody('getDocument', { customerId: 'Customer:1' }), { customerId: 'Customer:1' })
    assert.equal(readableBody('getCard', 'text'), 'text')
  })
})

it('a body that the contract shows stays as it is', () => {
  const body = { data: { id: 'Quote:1' } }

  assert.equal(readableBody('getQuote', body), body)
})
