import type { Profile } from '../../spec/model.ts'
import { claimedProfiles, type Listing } from '../listing.ts'

interface Badge {
  readonly label: string
  readonly message: string
  readonly colour: 'brightgreen' | 'lightgrey' | 'red'
}

const WHOLE = 'whole-contract'
const HEX = { brightgreen: '#2a7a3b', lightgrey: '#6a6a6a', red: '#b3231a' } as const

function badgeOf(listing: Listing, profiles: readonly Profile[]): Badge {
  const { said, state } = listing
  const label = `contract ${said.contractVersion}`
  const claimed = claimedProfiles(listing)
  if (claimed.length === 0)
    return { label, message: state.state, colour: state.state === 'revoked' ? 'red' : 'lightgrey' }
  const highest = claimed.includes(WHOLE)
    ? [WHOLE]
    : claimed.filter(
        (id) => !claimed.includes(id.replace(/\.core$/, '.extended')) || id.endsWith('.extended'),
      )
  const titles = profiles.filter(({ id }) => highest.includes(id)).map(({ title }) => title)
  return { label, message: `certified: ${titles.join(', ')}`, colour: 'brightgreen' }
}

/** Endpoint format of shields.io. */
export function badgeJson(listing: Listing, profiles: readonly Profile[]): string {
  const { label, message, colour } = badgeOf(listing, profiles)
  return `${JSON.stringify({ schemaVersion: 1, label, message, color: colour, isError: colour !== 'brightgreen' }, null, 2)}\n`
}

/** Approximate width of a character at 11 px. */
const WIDTH = 6.6
const PADDING = 12

/** The badge as a picture. */
export function badgeSvg(listing: Listing, profiles: readonly Profile[]): string {
  const { label, message, colour } = badgeOf(listing, profiles)
  const [left, right] = [label, message].map((text) => Math.round(text.length * WIDTH + PADDING)) as [
    number,
    number,
  ]
  const text = (words: string, x: number) => `<text x="${x}" y="14" text-anchor="middle">${words}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${HEX[colour]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, left / 2)}${text(message, left + right / 2)}</g>
</svg>
`
}
