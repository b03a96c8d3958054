/** A compact ECDSA signature on secp256k1, with the recovery id of its key. */
export interface RecoverableSignature {
  /** r and s, 32 bytes each. */
  readonly signature: Uint8Array
  /** 0 to 3 (SEC 1, section 4.1.6). */
  readonly recoveryId: number
}

/**
 * Recovers the public key that made the signature over the 32 bytes of the hash.
 *
 * @returns 33 bytes if compressed, otherwise 65; undefined if no key made the signature
 */
export async function recoverKey(
  hash: Uint8Array,
  { signature, recoveryId }: RecoverableSignature,
  form: 'compressed' | 'uncompressed',
): Promise<Uint8Array | undefined> {
  // libsecp256k1 as WebAssembly has more than a megabyte: it is loaded on first use, so that the server listens at
  // once.
  const { recover } = await import('tiny-secp256k1')
  try {
    return recover(hash, signature, recoveryId as 0 | 1 | 2 | 3, form === 'compressed') ?? undefined
  } catch {
    // The library throws if r or s is out of range or r is not on the curve.
    return undefined
  }
}
