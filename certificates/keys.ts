/** Ed25519 keys as PEM. The private key signs certificates; verifiers get the public key. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { assayError } from '../errors/index.ts'

export interface KeyPair {
  /** PKCS #8 as PEM, not encrypted. */
  readonly privatePem: string
  /** SPKI as PEM. */
  readonly publicPem: string
}

export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privatePem: privateKey, publicPem: publicKey }
}

const GIVEN = 'the given text'

/**
 * The key that signs.
 *
 * @param from where the text was found, for messages
 * @throws AssayError if the text is not a private Ed25519 key in PEM
 */
export function signingKey(pem: string, from = GIVEN): KeyObject {
  if (/-----BEGIN PUBLIC KEY-----/.test(pem)) {
    throw assayError('key-cannot-sign', { from })
  }
  const key = read(pem, createPrivateKey)
  if (key === undefined) throw assayError('key-not-private', { from })
  return ofTheRightKind(key, from)
}

/**
 * The key that verifies.
 *
 * @param from where the text was found, for messages
 * @throws AssayError if the text is not a public Ed25519 key in PEM
 */
export function verificationKey(pem: string, from = GIVEN): KeyObject {
  if (/PRIVATE KEY-----/.test(pem)) {
    throw assayError('key-must-stay-private', { from })
  }
  const key = read(pem, createPublicKey)
  if (key === undefined) {
    throw assayError('key-not-public', { from })
  }
  return ofTheRightKind(key, from)
}

/** The public id of a key: SHA-256 of its public half (SPKI, DER), hex. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update((key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }))
    .digest('hex')

function read(pem: string, parse: (pem: string) => KeyObject): KeyObject | undefined {
  try {
    return parse(pem)
  } catch {
    // The library's message may quote the input.
    return undefined
  }
}

function ofTheRightKind(key: KeyObject, from: string): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key
  throw assayError('key-type-unsupported', { from, type: key.asymmetricKeyType ?? 'unknown' })
}
