import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'

/** Whether the base58 signature over the message is by the Ed25519 key of the Solana address. */
export function isEd25519Signature(message: string, address: string, signature: string): boolean {
  try {
    const x = Buffer.from(base58.decode(address)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(message, 'utf8'), key, base58.decode(signature))
  } catch {
    return false
  }
}
