import { generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

/** The certificate of an institution: its key, certified by a known authority. */
export interface Certificate {
  readonly subject: string
  readonly issuer: string
  readonly notBefore: number
  readonly notAfter: number
  readonly publicKey: KeyObject
  readonly signature: Buffer
}

interface Signer {
  readonly name: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const newSigner = (name: string): Signer => ({ name, ...generateKeyPairSync('ed25519') })

/** The root that every institution of this network trusts. */
const root = newSigner('Reference Root')

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

/**
 * A chain from the institution's own certificate to one that the root signed.
 *
 * @param notAfter expiry of the institution's own certificate
 * @param top signer of the last certificate; default: the root
 */
export function certificateChain(
  domain: string,
  now: number,
  { notAfter = now + YEAR_MS, top = root }: { readonly notAfter?: number; readonly top?: Signer } = {},
): readonly Certificate[] {
  const authority = newSigner('Reference Issuing Authority')
  const leaf = newSigner(domain)
  return [
    certificate(leaf, authority, now - YEAR_MS, notAfter),
    certificate(authority, top, now - YEAR_MS, now + YEAR_MS),
  ]
}

/** An untrusted authority. */
export const unknownRoot = (): Signer => newSigner('Unknown Root')

/** Each certificate is signed with the key of the next one, and the last with the key of the root. */
export const leadsToTheRoot = (chain: readonly Certificate[]): boolean =>
  chain.length > 0 &&
  chain.every((link, index) =>
    verify(null, signedPart(link), chain[index + 1]?.publicKey ?? root.publicKey, link.signature),
  )

function certificate(subject: Signer, issuer: Signer, notBefore: number, notAfter: number): Certificate {
  const unsigned = {
    subject: subject.name,
    issuer: issuer.name,
    notBefore,
    notAfter,
    publicKey: subject.publicKey,
  }
  return { ...unsigned, signature: sign(null, signedPart(unsigned), issuer.privateKey) }
}

const signedPart = ({ publicKey, ...rest }: Omit<Certificate, 'signature'>): Buffer =>
  Buffer.from(
    JSON.stringify([
      rest.subject,
      rest.issuer,
      rest.notBefore,
      rest.notAfter,
      publicKey.export({ type: 'spki', format: 'pem' }),
    ]),
  )
