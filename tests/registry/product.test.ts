import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readProduct } from '../../registry/product.ts'

const productNamed = (name: string) =>
  readProduct(
    JSON.stringify({
      name,
      organisation: 'Example',
      version: '1.0.0',
      contact: 'a@b.example',
      link: 'https://b.example',
      profiles: ['whole-contract'],
      reproduce: 'docker run it',
    }),
  )

describe('the name of a product', () => {
  it('has only characters that every page and feed can have', () => {
    assert.equal(productNamed('Bank ż 🙂').problem, undefined)
    for (const character of ['\u202e', '\u0000', '\ufffe', '\uffff', '\ud800'])
      assert.equal(
        productNamed(`Bank ${character}`).problem,
        'product.yaml: name has control characters',
        JSON.stringify(character),
      )
  })
})
