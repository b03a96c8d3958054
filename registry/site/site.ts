import { CONTRACT_VERSION } from '../../spec/index.ts'
import type { Profile } from '../../spec/model.ts'
import { implementationsOf, type Listing } from '../listing.ts'
import { badgeJson, badgeSvg } from './badge.ts'
import { feed } from './feed.ts'
import { IMPLEMENTATIONS_SCHEMA, implementationsJson } from './implementations-json.ts'
import { indexPage } from './index-page.ts'
import { productPage } from './product-page.ts'
import { requirementsPage } from './requirements-page.ts'

/** Every file of the site, by its path. The same listings give the same files. */
export function siteOf(
  listings: readonly Listing[],
  profiles: readonly Profile[],
): Readonly<Record<string, string>> {
  const implementations = implementationsOf(listings)
  return {
    'index.html': indexPage(implementations, profiles),
    'requirements.html': requirementsPage(implementations),
    'feed.xml': feed(implementations, CONTRACT_VERSION),
    'implementations.json': implementationsJson(implementations, CONTRACT_VERSION),
    'implementations.schema.json': IMPLEMENTATIONS_SCHEMA,
    ...Object.fromEntries(
      implementations.flatMap((implementation) => [
        [`${implementation.slug}/index.html`, productPage(implementation, profiles)],
        [`${implementation.slug}/badge.svg`, badgeSvg(implementation.latest, profiles)],
        [`${implementation.slug}/badge.json`, badgeJson(implementation.latest, profiles)],
      ]),
    ),
  }
}
