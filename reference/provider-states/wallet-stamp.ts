import { createPrivateKey, ECDH, sign } from 'node:crypto'
import type { WalletKey } from './embedded-wallet.ts'

/** Value of the signature header, as the owner of the key sends it for a payload. */
export function walletStamp({ privateKey, publicKey }: WalletKey, payload: string): string {
  const point = ECDH.convertKey(publicKey, 'prime256v1', 'hex', undefined, 'uncompressed') as Buffer
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: Buffer.from(privateKey, 'hex').toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signature = sign('sha256', Buffer.from(payload, 'utf8'), key).toString('hex')
  const value = JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })
  return Buffer.from(value, 'utf8').toString('base64url')
}
