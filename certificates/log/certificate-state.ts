/** The state of a certificate in the log at a time. */
import { isAddition, type LogEntry } from './log-entry.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Time before its expiry at which a certificate is `expiring`. */
export const EXPIRING_MS = 30 * DAY_MS
/** Time of failing nightly runs after which a certificate is `degraded`. */
export const GRACE_MS = 48 * HOUR_MS

export interface CertificateState {
  readonly state: 'valid' | 'expiring' | 'expired' | 'degraded' | 'revoked' | 'superseded' | 'unlisted'
  /** Explanation; may be empty. */
  readonly because: string
  /** Since when it is revoked, superseded, expired or degraded. */
  readonly at?: string
}

/**
 * The most severe state of a certificate: a revoked one stays revoked after its expiry.
 *
 * @param certificate its id
 * @param now ms since the epoch
 */
export function certificateState(
  entries: readonly LogEntry[],
  certificate: string,
  now: number,
): CertificateState {
  const own = entries.filter((entry) => entry.certificate === certificate)
  const added = own.find(isAddition)
  if (added === undefined) return { state: 'unlisted', because: 'the log has no such certificate' }
  const revoked = own.find((entry) => entry.event === 'revoked')
  if (revoked) return { state: 'revoked', because: `at ${revoked.at}: ${revoked.reason}`, at: revoked.at }
  const superseded = own.find((entry) => entry.event === 'superseded')
  if (superseded)
    return { state: 'superseded', because: `at ${superseded.at} by ${superseded.by}`, at: superseded.at }
  const expires = Date.parse(added.expiresAt)
  if (expires <= now) return { state: 'expired', because: `at ${added.expiresAt}`, at: added.expiresAt }
  const failing = failingSince(own)
  if (failing !== undefined && now - Date.parse(failing) > GRACE_MS)
    return {
      state: 'degraded',
      because: `the nightly run has failed since ${failing}`,
      at: new Date(Date.parse(failing) + GRACE_MS).toISOString(),
    }
  return expires - now <= EXPIRING_MS
    ? { state: 'expiring', because: `expires at ${added.expiresAt}` }
    : { state: 'valid', because: '' }
}

/** Time of the first failed heartbeat since the last passed one; undefined: the last one passed. */
function failingSince(entries: readonly LogEntry[]): string | undefined {
  const beats = entries.filter((entry) => entry.event === 'heartbeat')
  const lastPassed = beats.findLastIndex(({ passed }) => passed)
  return beats[lastPassed + 1]?.at
}
