/** A flag of authenticator data: it contains the key of the new credential (WebAuthn, section 6.1). */
const HAS_KEY = 0x40
/** Hash of the relying party, flags, counter, identifier of the authenticator. */
const BEFORE_CREDENTIAL_ID = 32 + 1 + 4 + 16

/** CBOR: the text `authData`, and the head of a byte string whose length has one byte, or two. */
const AUTH_DATA = Buffer.from('\x68authData', 'latin1')
/** CBOR: keys -2 and -3 of a COSE key, each with a byte string of 32 bytes. */
const X = Buffer.from([0x21, 0x58, 0x20])
const Y = Buffer.from([0x22, 0x58, 0x20])

/**
 * The P-256 key in a WebAuthn attestation object.
 *
 * @param attestationObject base64url
 * @returns compressed, hex; undefined if it has none
 */
export function readAttestedKey(attestationObject: unknown): string | undefined {
  const bytes = Buffer.from(typeof attestationObject === 'string' ? attestationObject : '', 'base64url')
  const at = bytes.indexOf(AUTH_DATA)
  if (at < 0) return undefined
  const head = at + AUTH_DATA.length
  const authData = bytes.subarray(head + (bytes[head] === 0x59 ? 3 : 2))
  if (authData.length < BEFORE_CREDENTIAL_ID + 2 || !((authData[32] ?? 0) & HAS_KEY)) return undefined
  const key = authData.subarray(BEFORE_CREDENTIAL_ID + 2 + authData.readUInt16BE(BEFORE_CREDENTIAL_ID))
  const [x, y] = [coordinate(key, X), coordinate(key, Y)]
  return x && y && `${(y[31] ?? 0) % 2 === 0 ? '02' : '03'}${x.toString('hex')}`
}

function coordinate(key: Buffer, head: Buffer): Buffer | undefined {
  const at = key.indexOf(head)
  const found = key.subarray(at + head.length, at + head.length + 32)
  return at >= 0 && found.length === 32 ? found : undefined
}
