import { claimedProfiles, type Implementation } from '../listing.ts'

/** `implementations.json`: the registry, for programs. */
export const implementationsJson = (implementations: readonly Implementation[], contract: string): string =>
  `${JSON.stringify(
    {
      schemaVersion: 1,
      contractVersion: contract,
      implementations: implementations.map(({ slug, latest: { product }, versions }) => ({
        id: slug,
        name: product.name,
        organisation: product.organisation,
        link: product.link,
        versions: versions.map((listing) => ({
          version: listing.product.version,
          certificate: listing.certificate,
          key: listing.keyid,
          edition: listing.said.edition,
          issuedAt: listing.said.issuedAt,
          expiresAt: listing.said.expiresAt,
          state: listing.state.state,
          profiles: claimedProfiles(listing),
        })),
      })),
    },
    null,
    2,
  )}\n`

const TEXT = { type: 'string' } as const
const INSTANT = { type: 'string', format: 'date-time' } as const
const DIGEST = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const
const objectOf = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })

/** `implementations.schema.json`. */
export const IMPLEMENTATIONS_SCHEMA = `${JSON.stringify(
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Certified implementations',
    ...objectOf({
      schemaVersion: { const: 1 },
      contractVersion: TEXT,
      implementations: {
        type: 'array',
        items: objectOf({
          id: TEXT,
          name: TEXT,
          organisation: TEXT,
          link: TEXT,
          versions: {
            description: 'The latest certificate comes first.',
            type: 'array',
            items: objectOf({
              version: TEXT,
              certificate: DIGEST,
              key: DIGEST,
              edition: { type: 'integer' },
              issuedAt: INSTANT,
              expiresAt: INSTANT,
              state: {
                enum: ['valid', 'expiring', 'expired', 'degraded', 'revoked', 'superseded', 'unlisted'],
              },
              profiles: {
                description: 'Empty unless the state is valid or expiring.',
                type: 'array',
                items: TEXT,
              },
            }),
          },
        }),
      },
    }),
  },
  null,
  2,
)}\n`
