import { recoverKey } from './recover-key.ts'

/** Half of the order of secp256k1. EIP-2 rejects a larger s, since n - s would be a second valid signature. */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** Whether the signature in hex over the message is by the key of the EVM address (EIP-191). */
export async function isEip191Signature(
  message: string,
  address: string,
  signature: string,
): Promise<boolean> {
  const bytes = Buffer.from(message, 'utf8')
  const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`, 'utf8')
  return isEvmSignature(Buffer.concat([prefix, bytes]), address, signature)
}

/** Whether the signature in hex over the Keccak-256 hash of the bytes is by the key of the EVM address. */
export async function isEvmSignature(
  bytes: Uint8Array,
  address: string,
  signature: string,
): Promise<boolean> {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return false
  const recoveryId = recoveryIdOf(Number.parseInt(signature.slice(130), 16))
  if (recoveryId === undefined || BigInt(`0x${signature.slice(66, 130)}`) > MAX_S) return false
  const compact = Buffer.from(signature.slice(2, 130), 'hex')
  const hash = Buffer.from(await keccak256(bytes), 'hex')
  const key = await recoverKey(hash, { signature: compact, recoveryId }, 'uncompressed')
  return key !== undefined && (await addressOf(key)) === address.toLowerCase()
}

/** The last byte of a signature: the recovery id itself, 27 or 28, or the v of a chain (EIP-155). */
function recoveryIdOf(v: number): 0 | 1 | undefined {
  if (v === 0 || v === 27) return 0
  if (v === 1 || v === 28) return 1
  if (v < 35) return undefined
  return v % 2 === 1 ? 0 : 1
}

/** An address is the last 20 bytes of the hash of the key without its first byte. */
const addressOf = async (key: Uint8Array) => `0x${(await keccak256(key.subarray(1))).slice(-40)}`

async function keccak256(bytes: Uint8Array): Promise<string> {
  const { keccak } = await import('hash-wasm')
  return keccak(bytes, 256)
}
