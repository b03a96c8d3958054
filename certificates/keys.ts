/** Ed25519 keys as PEM: the private one signs certificates, verifiers get the public one. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'

/** The input is not a usable key. The message never quotes it. */
export class NoSuchKey extends Error {
  override readonly name = 'NoSuchKey'
  /** The next step for the person. */
  readonly next: string

  constructor(found: string, next: string) {
    super(found)
    this.next = next
  }
}

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

const NEW_PAIR = 'Make a pair with `assay keygen`.'

/**
 * The key that signs.
 *
 * @throws NoSuchKey when the text is no private Ed25519 key in PEM
 */
export function signingKey(pem: string): KeyObject {
  if (/-----BEGIN PUBLIC KEY-----/.test(pem)) {
    throw new NoSuchKey('it is a public key, which cannot sign', 'Use the private key of the pair.')
  }
  const key = read(pem, createPrivateKey)
  if (key === undefined) throw new NoSuchKey('it is no private key in PEM without a passphrase', NEW_PAIR)
  return ofTheRightKind(key)
}

/**
 * The key that verifies.
 *
 * @throws NoSuchKey when the text is no public Ed25519 key in PEM
 */
export function verificationKey(pem: string): KeyObject {
  if (/PRIVATE KEY-----/.test(pem)) {
    throw new NoSuchKey(
      'it is a private key, which a verifier must not have',
      'Use the public key of the pair, and create a new pair if this private key was disclosed.',
    )
  }
  const key = read(pem, createPublicKey)
  if (key === undefined) {
    throw new NoSuchKey('it is no public key in PEM', 'Use the public key of a signer of the certificate.')
  }
  return ofTheRightKind(key)
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

function ofTheRightKind(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key
  throw new NoSuchKey(`it is a key of the kind ${key.asymmetricKeyType ?? 'unknown'}, not Ed25519`, NEW_PAIR)
}
