import { createPublicKey, ECDH, verify } from 'node:crypto'

/**
 * Whether a DER ECDSA signature in hex over SHA-256 of the payload is by a compressed P-256 key in hex. Returns false
 * for a malformed key or signature.
 */
export function verifyP256(publicKey: string, payload: string, signature: string): boolean {
  try {
    const point = ECDH.convertKey(publicKey, 'prime256v1', 'hex', undefined, 'uncompressed') as Buffer
    const key = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const der = { key, dsaEncoding: 'der' } as const
    return verify('sha256', Buffer.from(payload, 'utf8'), der, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}
