/**
 * Signatures of embedded wallets: Assay signs and the reference server verifies according to RFC 6979, with separate
 * code.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { p256KeyFrom } from '../../fixtures/wallets/p256.ts'
import { embeddedWalletAuthRules } from '../../reference/rules/embedded-wallet-auth.ts'
import { verifyP256 } from '../../reference/verify-signature/p256.ts'

/** RFC 6979, A.2.5: P-256 with SHA-256 over `sample`. */
const vector = {
  privateKey: 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721',
  publicKey: '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6',
  signature:
    '3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716' +
    '022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
} as const

describe('the signature of an embedded wallet', () => {
  it('verifies as RFC 6979 has it', () => {
    assert.equal(verifyP256(vector.publicKey, 'sample', vector.signature), true)
  })

  it('verifies over nothing else, and by no other key', () => {
    const otherKey = p256KeyFrom('01')!.publicKey

    assert.equal(verifyP256(vector.publicKey, 'sample ', vector.signature), false)
    assert.equal(verifyP256(otherKey, 'sample', vector.signature), false)
  })

  it('is invalid when key or signature are invalid', () => {
    assert.equal(verifyP256('00', 'sample', vector.signature), false)
    assert.equal(verifyP256(vector.publicKey, 'sample', '00'), false)
  })

  it('has the form from Assay that the reference server reads', () => {
    const key = p256KeyFrom(vector.privateKey)!

    const read = embeddedWalletAuthRules.readWalletSignature(key.sign('sample'))

    assert.equal(read?.publicKey, vector.publicKey)
    assert.equal(verifyP256(vector.publicKey, 'sample', read.signature), true)
  })

  it('is read from nothing but base64url JSON with its three fields', () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const { publicKey, signature } = vector

    for (const header of [
      'signed by me',
      encoded('signed'),
      encoded({ publicKey, signature }),
      encoded({ publicKey, signature, scheme: 'another' }),
      encoded({ publicKey, signature: 'no hex', scheme: 'SIGNATURE_SCHEME_TK_API_P256' }),
    ]) {
      assert.equal(embeddedWalletAuthRules.readWalletSignature(header), undefined, header)
    }
  })

  it('is made with a private key of P-256 only', () => {
    assert.equal(p256KeyFrom('no hex'), undefined)
    assert.equal(p256KeyFrom('00'), undefined)
    assert.equal(p256KeyFrom('f'.repeat(64)), undefined)
  })
})
