import type { Implementation } from '../listing.ts'

const MOST = 50

/** The certificates as an Atom feed (RFC 4287), the latest first. */
export function feed(implementations: readonly Implementation[], contract: string): string {
  const entries = implementations
    .flatMap(({ slug, versions }) => versions.map((version) => ({ slug, ...version })))
    .toSorted((a, b) => (a.said.issuedAt < b.said.issuedAt ? 1 : -1))
    .slice(0, MOST)
  const updated = entries[0]?.said.issuedAt ?? '1970-01-01T00:00:00.000Z'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:assay:registry:${contract}</id>
<title>Certified implementations of contract ${contract}</title>
<updated>${updated}</updated>
<link rel="alternate" href="index.html"/>
${entries
  .map(
    ({ slug, product, said, certificate, state }) => `<entry>
<id>urn:sha256:${certificate}</id>
<title>${escapedXml(`${product.name} ${product.version}: ${state.state}`)}</title>
<updated>${said.issuedAt}</updated>
<author><name>${escapedXml(product.organisation)}</name></author>
<link rel="alternate" href="${slug}/index.html"/>
<summary>${escapedXml(`Profiles: ${product.profiles.join(', ')}`)}</summary>
</entry>`,
  )
  .join('\n')}
</feed>
`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapedXml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
