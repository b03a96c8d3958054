/** An implementation as the site shows it. */
import type { CertificateState } from '../certificates/log/certificate-state.ts'
import type { Certificate } from '../certificates/statement.ts'
import type { RequirementResult } from '../reports/conformance.ts'
import type { Product } from './product.ts'

/** One certified version of a product. */
export interface Listing {
  readonly place: string
  readonly product: Product
  /** Id: SHA-256 of its attestation. */
  readonly certificate: string
  readonly keyid: string
  readonly result: 'PASSED' | 'WARNED' | 'FAILED'
  readonly said: Certificate
  readonly state: CertificateState
  readonly requirements: readonly Pick<RequirementResult, 'id' | 'title' | 'area' | 'verdict'>[]
}

/** A product with all its versions, the one that was certified last first. */
export interface Implementation {
  readonly slug: string
  readonly latest: Listing
  readonly versions: readonly Listing[]
}

/** The products, by organisation and name. */
export function implementationsOf(listings: readonly Listing[]): readonly Implementation[] {
  const bySlug = Map.groupBy(listings, ({ place }) => place.split('/')[1] ?? '')
  return [...bySlug]
    .map(([slug, versions]) => {
      const sorted = versions.toSorted((a, b) => (a.said.issuedAt < b.said.issuedAt ? 1 : -1))
      return { slug, latest: sorted[0]!, versions: sorted }
    })
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** The profiles that count: those that the product claims, of a certificate that is still good. */
export const claimedProfiles = ({ product, state }: Listing): readonly string[] =>
  isGood(state) ? product.profiles : []

export const isGood = ({ state }: CertificateState): boolean => state === 'valid' || state === 'expiring'
