import { claimedProfiles, isUsable, type Implementation, type Listing } from '../listing.ts'

const MOST = 50

/** The certificates as an Atom feed (RFC 4287), the latest change first. A reader shows an entry again if it changed. */
export function feed(implementations: readonly Implementation[], contract: string): string {
  const entries = implementations
    .flatMap(({ slug, versions }) => versions.map((version) => ({ slug, ...version })))
    .toSorted((a, b) => (updatedOf(a) < updatedOf(b) ? 1 : -1))
    .slice(0, MOST)
  const updated = entries[0] ? updatedOf(entries[0]) : '1970-01-01T00:00:00.000Z'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:assay:registry:${contract}</id>
<title>Certified implementations of contract ${contract}</title>
<updated>${updated}</updated>
<link rel="alternate" href="index.html"/>
${entries
  .map(
    ({ slug, ...listing }) => `<entry>
<id>urn:sha256:${listing.certificate}</id>
<title>${escapedXml(`${listing.product.name} ${listing.product.version}: ${listing.state.state}`)}</title>
<updated>${updatedOf(listing)}</updated>
<author><name>${escapedXml(listing.product.organisation)}</name></author>
<link rel="alternate" href="${slug}/index.html"/>
<summary>${escapedXml(summaryOf(listing))}</summary>
</entry>`,
  )
  .join('\n')}
</feed>
`
}

const updatedOf = ({ said, state }: Listing): string => state.at ?? said.issuedAt

const summaryOf = (listing: Listing): string =>
  isUsable(listing.state)
    ? `Profiles: ${claimedProfiles(listing).join(', ')}`
    : `${listing.state.state} ${listing.state.because}`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapedXml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
