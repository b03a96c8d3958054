/** The DSSE envelope (Dead Simple Signing Envelope, v1): a payload, its type, and a signature over both. */
import { sign, verify, type KeyObject } from 'node:crypto'
import { dsse } from '@sigstore/core'
import { keyId } from './keys.ts'

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

interface Envelope {
  readonly payloadType: string
  /** Base64. */
  readonly payload: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

/** The payload of an envelope, or the reason to reject it. */
export type Opened =
  | { readonly payload: Buffer; readonly keyid: string; readonly problem?: never }
  | { readonly payload?: never; readonly keyid?: never; readonly problem: string }

/** The text of an envelope with one signature. The same payload and key give the same text. */
export function sealed(payload: Buffer, key: KeyObject, type = PAYLOAD_TYPE): string {
  const signature = sign(null, dsse.preAuthEncoding(type, payload), key)
  return textOf({
    payloadType: type,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyId(key), sig: signature.toString('base64') }],
  })
}

/**
 * Opens an envelope. The payload is parsed only after its signature is verified. An envelope has only one valid form,
 * so a change of any byte is detected.
 */
export function opened(bytes: Buffer, key: KeyObject, type = PAYLOAD_TYPE): Opened {
  const envelope = envelopeIn(bytes)
  if (envelope === undefined) return { problem: 'it is not a DSSE envelope' }
  const { payloadType, payload: encoded, signatures } = envelope
  if (payloadType !== type) {
    return { problem: `its payload is not of the type ${type}` }
  }
  const [signature] = signatures
  if (signature === undefined || signatures.length > 1) {
    return { problem: `it has ${signatures.length} signatures in place of one` }
  }
  const known = keyId(key)
  const payload = Buffer.from(encoded, 'base64')
  const sig = Buffer.from(signature.sig, 'base64')
  if (!verify(null, dsse.preAuthEncoding(payloadType, payload), key, sig)) {
    return {
      problem:
        signature.keyid === known
          ? 'its signature is invalid: it was changed after it was signed'
          : 'its signature does not fit the given key: another key signed it, or it was changed afterwards',
    }
  }
  const written = Buffer.from(
    textOf({
      payloadType,
      payload: payload.toString('base64'),
      signatures: [{ keyid: known, sig: sig.toString('base64') }],
    }),
  )
  return written.equals(bytes)
    ? { payload, keyid: known }
    : { problem: 'it was changed after signing, in a part that the signature does not cover' }
}

/** The key id in an envelope, unverified; undefined: it has none. */
export const namedKey = (bytes: Buffer): string | undefined => {
  const keyid = envelopeIn(bytes)?.signatures[0]?.keyid
  return typeof keyid === 'string' ? keyid : undefined
}

const textOf = (envelope: Envelope): string => `${JSON.stringify(envelope, null, 2)}\n`

function envelopeIn(bytes: Buffer): Envelope | undefined {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Partial<Envelope> | null
    const { payloadType, payload, signatures } = value ?? {}
    const isSigned =
      Array.isArray(signatures) &&
      (signatures as readonly (Partial<Envelope['signatures'][number]> | null)[]).every(
        (one) => typeof one?.sig === 'string',
      )
    return typeof payloadType === 'string' && typeof payload === 'string' && isSigned
      ? { payloadType, payload, signatures: signatures as Envelope['signatures'] }
      : undefined
  } catch {
    return undefined
  }
}
