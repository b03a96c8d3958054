/** Thirty certificates as a registry has them: whole, narrower and earlier ones, in every state. */
import { readFileSync } from 'node:fs'
import type { CertificateState } from '../../certificates/log/certificate-state.ts'
import type { Certificate } from '../../certificates/statement.ts'
import type { Listing } from '../../registry/listing.ts'
import { placeOf } from '../../registry/product.ts'
import { LATEST_EDITION, profiles, requirements } from '../../spec/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-01T00:00:00.000Z')
export const definitions = profiles.find(({ edition }) => edition === LATEST_EDITION)!.profiles
const STATES: readonly CertificateState['state'][] = [
  'valid',
  'valid',
  'valid',
  'expiring',
  'expired',
  'degraded',
  'revoked',
  'superseded',
]

/** Markup, words that end markup, and characters that XML does not have outside of entities. */
export const HOSTILE = '</script><img src=x onerror=alert(1)>"&\''

export function listing(index: number, more: Partial<Listing['product']> = {}): Listing {
  const claimed =
    index % 3 === 0 ? definitions.map(({ id }) => id) : [definitions[index % definitions.length]!.id]
  const product = {
    name: `Product ${Math.floor(index / 2)}`,
    organisation: index % 5 === 0 ? `Bank ${HOSTILE}` : 'Bank Inc.',
    version: `${(index % 2) + 1}.0.0`,
    contact: 'team@bank.example',
    link: 'https://bank.example',
    profiles: claimed,
    reproduce: `docker run bank ${HOSTILE}`,
    ...more,
  }
  const issuedAt = new Date(START + index * DAY_MS).toISOString()
  const said = {
    contractVersion: '2025-10-13',
    edition: 1,
    areas: ['cards'],
    areasNotClaimed: ['customers'],
    notOffered: [],
    deployment: { name: 'x', baseUrl: 'https://bank.example/2025-10-13' },
    issuedAt,
    expiresAt: new Date(START + (index + 90) * DAY_MS).toISOString(),
  } as unknown as Certificate
  const state = STATES[index % STATES.length]!
  return {
    place: placeOf('2025-10-13', product),
    product,
    certificate: index.toString(16).padStart(64, '0'),
    keyid: 'f'.repeat(64),
    result: 'PASSED',
    said,
    state: { state, because: state === 'revoked' ? `at some time: ${HOSTILE}` : '' },
    requirements: requirements.map(({ id, title, area }, at) => ({
      id,
      title,
      area,
      verdict: (at + index) % 7 === 0 ? 'not-applicable' : 'pass',
    })),
  }
}

export const thirtyListings = (): readonly Listing[] =>
  Array.from({ length: 30 }, (_, index) => listing(index))

export const axe = (): string =>
  readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
