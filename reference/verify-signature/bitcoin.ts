import { createHash } from 'node:crypto'
import { base64, bech32, createBase58check } from '@scure/base'
import { recoverKey } from './recover-key.ts'

type AddressType = 'P2PKH' | 'P2SH-P2WPKH' | 'P2WPKH'

/** Header bytes that a signature may begin with, first to last. */
type HeaderRange = readonly [number, number]

/** BIP-137: the header byte encodes the address type, and for P2PKH also whether the key is compressed. */
const BIP137_HEADERS: Readonly<Record<AddressType, HeaderRange>> = {
  P2PKH: [27, 34],
  'P2SH-P2WPKH': [35, 38],
  P2WPKH: [39, 42],
}

/** Electrum and Sparrow use the header of a compressed P2PKH key for every address type. */
const ELECTRUM_HEADERS: Readonly<Record<AddressType, HeaderRange>> = {
  P2PKH: [27, 34],
  'P2SH-P2WPKH': [31, 34],
  P2WPKH: [31, 34],
}

/** Script of a P2WPKH output: version 0, then a push of the 20 bytes of the key's hash. */
const WITNESS_SCRIPT_START = Buffer.from('0014', 'hex')

/** A header from this value on means a compressed key. */
const FIRST_COMPRESSED_HEADER = 31

export const isBip137Signature = (message: string, address: string, signature: string): Promise<boolean> =>
  isSignature(message, address, signature, BIP137_HEADERS)

export const isElectrumSignature = (message: string, address: string, signature: string): Promise<boolean> =>
  isSignature(message, address, signature, ELECTRUM_HEADERS)

async function isSignature(
  message: string,
  address: string,
  signature: string,
  headers: Readonly<Record<AddressType, HeaderRange>>,
): Promise<boolean> {
  const type = addressType(address)
  const bytes = decoded(() => base64.decode(signature))
  const expected = decoded(() => HASH_IN_ADDRESS[type](address))
  const [first, last] = headers[type]
  const header = bytes?.[0]
  if (expected === undefined || bytes?.length !== 65) return false
  if (header === undefined || header < first || header > last) return false
  const recoverable = { signature: bytes.subarray(1), recoveryId: (header - 27) % 4 }
  const form = header < FIRST_COMPRESSED_HEADER ? 'uncompressed' : 'compressed'
  const key = await recoverKey(messageHash(message), recoverable, form)
  return key !== undefined && (await hashOfKey(key, type)).equals(expected)
}

function decoded(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}

function addressType(address: string): AddressType {
  if (/^(bc|tb|bcrt)1/i.test(address)) return 'P2WPKH'
  return /^[32]/.test(address) ? 'P2SH-P2WPKH' : 'P2PKH'
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** SHA-256, then RIPEMD-160, which some builds of OpenSSL lack. */
async function hash160(bytes: Uint8Array): Promise<Buffer> {
  const { ripemd160 } = await import('hash-wasm')
  return Buffer.from(await ripemd160(sha256(bytes)), 'hex')
}

/** The hash of the key in an address of the type. */
async function hashOfKey(key: Uint8Array, type: AddressType): Promise<Buffer> {
  const keyHash = await hash160(key)
  return type === 'P2SH-P2WPKH' ? hash160(Buffer.concat([WITNESS_SCRIPT_START, keyHash])) : keyHash
}

const base58check = createBase58check(sha256)

/** The first byte of a base58 address is its version. */
const hashInBase58 = (address: string) => base58check.decode(address).subarray(1)

/** @throws if the address is not one of its type */
const HASH_IN_ADDRESS: Readonly<Record<AddressType, (address: string) => Uint8Array>> = {
  P2PKH: hashInBase58,
  'P2SH-P2WPKH': hashInBase58,
  P2WPKH: (address) => {
    const [version, ...words] = bech32.decode(address as `${string}1${string}`).words
    if (version !== 0) throw new Error('only version 0 has P2WPKH addresses')
    return bech32.fromWords(words)
  },
}

/** The text that Bitcoin wallets sign: the double hash of the prefix and the message, each preceded by its length. */
function messageHash(message: string): Buffer {
  const parts = ['Bitcoin Signed Message:\n', message].map((part) => Buffer.from(part, 'utf8'))
  return sha256(sha256(Buffer.concat(parts.flatMap((part) => [lengthPrefix(part.length), part]))))
}

/** Bitcoin's variable length integer. */
function lengthPrefix(length: number): Buffer {
  if (length < 0xfd) return Buffer.of(length)
  const prefix = Buffer.alloc(length <= 0xffff ? 3 : 5)
  if (length <= 0xffff) prefix.writeUInt16LE(length, prefix.writeUInt8(0xfd))
  else prefix.writeUInt32LE(length, prefix.writeUInt8(0xfe))
  return prefix
}
