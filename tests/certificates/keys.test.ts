/** Keys: made so that only their owner reads them, distinguishable, and never printed. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { AssayError } from '../../errors/index.ts'
import { keyId, newKeyPair, signingKey, verificationKey } from '../../certificates/keys.ts'
import { keygen, PRIVATE_KEY, PUBLIC_KEY } from '../../cli/keygen.ts'
import { signingKeyText } from '../../cli/signing-key.ts'
import { emptyFolder, silentTerminal } from '../cli/assay.ts'

const pair = newKeyPair()
const ecdsa = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

describe('a key in PEM', () => {
  it('has one id, computed from either half', () => {
    assert.equal(keyId(signingKey(pair.privatePem)), keyId(verificationKey(pair.publicPem)))
    assert.notEqual(keyId(signingKey(newKeyPair().privatePem)), keyId(signingKey(pair.privatePem)))
  })

  const refused = [
    ['to sign', 'a public key', () => signingKey(pair.publicPem), /public key, which cannot sign/],
    ['to sign', 'a key of another kind', () => signingKey(ecdsa.privateKey), /its type is ec, not Ed25519/],
    ['to sign', 'no key', () => signingKey('secret words'), /not a private key in PEM/],
    ['to verify', 'a private key', () => verificationKey(pair.privatePem), /private key, which/],
    [
      'to verify',
      'a key of another kind',
      () => verificationKey(ecdsa.publicKey),
      /its type is ec, not Ed25519/,
    ],
    ['to verify', 'no key', () => verificationKey(''), /not a public key in PEM/],
  ] as const
  for (const [purpose, what, read, message] of refused) {
    it(`is rejected ${purpose} where it is ${what}`, () => {
      assert.throws(read, (error) => {
        assert.ok(error instanceof AssayError)
        assert.match(error.message, message)
        assert.notEqual(error.next, '')
        return true
      })
    })
  }

  it('is not quoted where it cannot be read', () => {
    const cut = pair.privatePem.replace('-----END PRIVATE KEY-----', '')
    const line = cut.split('\n')[1]!

    assert.throws(
      () => signingKey(cut, 'somewhere'),
      (error: Error) => !error.message.includes(line) && error.name === 'AssayError',
    )
  })
})

describe('assay keygen', () => {
  it('makes the private key readable by its owner only', () => {
    const folder = emptyFolder()

    const printed = keygen(folder)

    assert.equal(statSync(join(folder, PRIVATE_KEY)).mode & 0o777, 0o600)
    const secret = signingKey(readFileSync(join(folder, PRIVATE_KEY), 'utf8'))
    assert.equal(keyId(secret), keyId(verificationKey(readFileSync(join(folder, PUBLIC_KEY), 'utf8'))))
    assert.ok(printed.includes(keyId(secret)))
    assert.doesNotMatch(printed, /BEGIN/)
  })

  for (const name of [PRIVATE_KEY, PUBLIC_KEY]) {
    it(`writes over no ${name}`, () => {
      const folder = emptyFolder()
      writeFileSync(join(folder, name), 'mine')

      assert.throws(() => keygen(folder), /already exists/)

      assert.equal(readFileSync(join(folder, name), 'utf8'), 'mine')
    })
  }
})

describe('the key that signs', () => {
  it('is taken out of the environment, so that the run does not know it', () => {
    const environment = { ASSAY_SIGNING_KEY: pair.privatePem }

    const { pem } = signingKeyText(undefined, silentTerminal(environment))

    assert.equal(pem, pair.privatePem)
    // Empty and not gone: a .env that is read later would set it again.
    assert.equal(environment.ASSAY_SIGNING_KEY, '')
  })

  it('may have \\n in place of its line breaks, as secrets of CI systems often do', () => {
    const environment = { ASSAY_SIGNING_KEY: pair.privatePem.replaceAll('\n', String.raw`\n`) }

    const { pem } = signingKeyText(undefined, silentTerminal(environment))

    assert.equal(pem, pair.privatePem)
  })

  it('is removed from the environment, also if a file contains it', () => {
    const folder = emptyFolder()
    keygen(folder)
    const environment = { ASSAY_SIGNING_KEY: pair.privatePem }

    const { pem } = signingKeyText(join(folder, PRIVATE_KEY), silentTerminal(environment))

    assert.notEqual(pem, pair.privatePem)
    assert.equal(environment.ASSAY_SIGNING_KEY, '')
  })

  it('must be given', () => {
    assert.throws(() => signingKeyText(undefined, silentTerminal()), /no signing key/)
    assert.throws(
      () => signingKeyText('/nowhere/key.pem', silentTerminal()),
      /there is no file \/nowhere\/key\.pem/,
    )
  })
})
