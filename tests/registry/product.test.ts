import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readProduct } from '../../registry/product.ts'

const productNamed = (name: string, link = 'https://b.example') =>
  readProduct(
    JSON.stringify({
      name,
      organisation: 'Example',
      version: '1.0.0',
      contact: 'a@b.example',
      link,
      profiles: ['whole-contract'],
      reproduce: 'docker run it',
    }),
  )

describe('the name of a product', () => {
  it('has only characters that every page and feed can have', () => {
    assert.equal(productNamed('Bank ż 🙂').problem, undefined)
    for (const character of ['\u202e', '\u0000', '\ufffe', '\uffff', '\ud800', '\u2028', '\u061c'])
      assert.equal(
        productNamed(`Bank ${character}`).problem,
        'product.yaml: name has control or invisible characters',
        JSON.stringify(character),
      )
  })

  it('has no invisible characters', () => {
    for (const character of ['\u00ad', '\u034f', '\u115f', '\u200b', '\u3164', '\ufe0f', '\u{e0041}', '\n'])
      assert.match(productNamed(`Ba${character}nk`).problem ?? '', /^product\.yaml: name has /, character)
  })

  it('prints nothing of itself while it is read', ({ mock }) => {
    const warnings: unknown[] = []
    mock.method(process, 'emitWarning', (warning: unknown) => warnings.push(warning))

    readProduct('name: !evil Bank\n')

    assert.deepEqual(warnings, [])
  })

  it('has no spaces that a page does not show', () => {
    for (const name of [' Bank', 'Bank ', 'Ba  nk', 'Ba\u00a0nk', 'Ba\u2003nk'])
      assert.equal(
        productNamed(name).problem,
        'product.yaml: name and organisation have single spaces, and none at an end',
        JSON.stringify(name),
      )
  })
})

describe('the link of a product', () => {
  it('shows the host that a browser opens', () => {
    for (const link of [
      'https://b.example',
      'https://B.example:8443/pay?a=1',
      'https://xn--bnk-6ka.example/',
    ])
      assert.equal(productNamed('Bank', link).problem, undefined, link)
    for (const link of [
      'https://evil.example\\@bank.example',
      'https:///evil.example',
      'https://b\u0430nk.example',
    ])
      assert.equal(
        productNamed('Bank', link).problem,
        'product.yaml: link does not show its host as a browser reads it',
        link,
      )
  })
})
