import { highestReached } from '../profile-words.ts'
import type { Conformance } from '../conformance.ts'

const COLOURS = { conformant: 'brightgreen', 'non-conformant': 'red', inconclusive: 'yellow' } as const

/** `badge.json`: endpoint format of shields.io. */
export function badgeJson(conformance: Conformance): string {
  const { verdict, contractVersion, edition, totals, only, shard, profiles = [] } = conformance
  const { pass, fail, flaky, blocked } = totals
  const message = {
    conformant: `conformant · ${pass} passed`,
    'non-conformant': `not conformant · ${fail + flaky} failed`,
    inconclusive: `inconclusive · ${blocked} blocked`,
  }[verdict]
  const reached = highestReached(profiles).map(({ title }) => title)
  const claims = reached.length === 0 ? message : `${message} · ${reached.join(', ')}`
  const badge = {
    schemaVersion: 1,
    label: `contract ${contractVersion} edition ${edition}`,
    message: only.length > 0 || shard ? `${message} (restricted)` : claims,
    color: COLOURS[verdict],
  }
  return `${JSON.stringify({ ...badge, isError: verdict !== 'conformant' }, null, 2)}\n`
}
