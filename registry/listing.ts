/** An implementation on the site. */
import type { CertificateState } from '../certificates/log/certificate-state.ts'
import type { Certificate } from '../certificates/statement.ts'
import type { RequirementResult } from '../reports/conformance.ts'
import type { Product } from './product.ts'

/** One certified version of a product. */
export interface Listing {
  readonly place: string
  readonly product: Product
  /** SHA-256 of its attestation. */
  readonly certificate: string
  readonly keyid: string
  readonly result: 'PASSED' | 'WARNED' | 'FAILED'
  readonly said: Certificate
  readonly state: CertificateState
  readonly requirements: readonly Pick<RequirementResult, 'id' | 'title' | 'area' | 'verdict'>[]
}

/** A product with all its versions, the latest certificate first. */
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

/** The claimed profiles of a product, if its certificate is valid or expiring. */
export const claimedProfiles = ({ product, state }: Listing): readonly string[] =>
  isUsable(state) ? product.profiles : []

export const isUsable = ({ state }: CertificateState): boolean => state === 'valid' || state === 'expiring'
