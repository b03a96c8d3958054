/** What the log says of a certificate at a time. */
import type { LogEntry } from './log-entry.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** A certificate that expires within this time is to be renewed. */
export const EXPIRING_MS = 30 * DAY_MS
/** For so long a nightly run may fail before a reader is told. */
export const GRACE_MS = 48 * HOUR_MS

export interface CertificateState {
  readonly state: 'valid' | 'expiring' | 'expired' | 'degraded' | 'revoked' | 'superseded' | 'unlisted'
  /** In words; empty: there is nothing to add. */
  readonly because: string
}

/**
 * The state of a certificate, the gravest first: what is revoked stays revoked when it expires.
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
  const issued = own.find((entry) => entry.event === 'issued')
  if (issued === undefined) return { state: 'unlisted', because: 'the log has no such certificate' }
  const revoked = own.find((entry) => entry.event === 'revoked')
  if (revoked) return { state: 'revoked', because: `at ${revoked.at}: ${revoked.reason}` }
  const superseded = own.find((entry) => entry.event === 'superseded')
  if (superseded) return { state: 'superseded', because: `at ${superseded.at} by ${superseded.by}` }
  const expires = Date.parse(issued.expiresAt)
  if (expires <= now) return { state: 'expired', because: `at ${issued.expiresAt}` }
  const failing = failingSince(own)
  if (failing !== undefined && now - Date.parse(failing) > GRACE_MS)
    return { state: 'degraded', because: `the nightly run has failed since ${failing}` }
  return expires - now <= EXPIRING_MS
    ? { state: 'expiring', because: `expires at ${issued.expiresAt}` }
    : { state: 'valid', because: '' }
}

/** When the first of the heartbeats failed that failed without a passed one since; undefined: the last one passed. */
function failingSince(entries: readonly LogEntry[]): string | undefined {
  const beats = entries.filter((entry) => entry.event === 'heartbeat')
  const lastPassed = beats.findLastIndex(({ passed }) => passed)
  return beats[lastPassed + 1]?.at
}
