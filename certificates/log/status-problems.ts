/** What the log says against a certificate. */
import { certificateState, type CertificateState } from './certificate-state.ts'
import type { LogEntry } from './log-entry.ts'
import { growthProblem, type Checkpoint, type StatusList } from './status-list.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A certificate is logged within this time after it is issued, ms. */
export const LOGGED_WITHIN_MS = DAY_MS
/** An older status list may hide a revocation, ms. */
export const FRESH_MS = 7 * DAY_MS

export interface StatusProblem {
  /**
   * `status`: the status list cannot be used. `backdated`: it was issued long before the log got it. `forked`, `rewound`:
   * the log is not the one that the bundle was added to.
   */
  readonly name:
    'expired' | 'degraded' | 'revoked' | 'superseded' | 'backdated' | 'forked' | 'rewound' | 'status'
  readonly found: string
}

/** What a log says of a certificate. */
export interface Logged {
  readonly certificate: string
  readonly issuedAt: string
  /** Of the proof in the bundle; undefined: it has none. */
  readonly proof: { readonly entry: LogEntry; readonly checkpoint: Checkpoint } | undefined
}

/** That it expired, the certificate itself says. */
const PROBLEMS = new Set(['degraded', 'revoked', 'superseded'] as const)
type Bad = typeof PROBLEMS extends Set<infer Name> ? Name : never
const isBad = (state: CertificateState['state']): state is Bad => PROBLEMS.has(state as Bad)

/** @param now ms since the epoch */
export function statusProblems(
  { certificate, issuedAt, proof }: Logged,
  list: StatusList,
  now: number,
): { readonly problems: readonly StatusProblem[]; readonly state: CertificateState } {
  const state = certificateState(list.entries, certificate, now)
  const growth = proof && growthProblem(list, proof.checkpoint)
  const logged = list.entries.find((entry) => entry.certificate === certificate && entry.event === 'issued')
  const problems: readonly (StatusProblem | undefined)[] = [
    growth,
    state.state === 'unlisted' ? { name: 'status', found: state.because } : undefined,
    now - Date.parse(list.checkpoint.at) > FRESH_MS
      ? { name: 'status', found: `the status list is of ${list.checkpoint.at}, and more than 7 days old` }
      : undefined,
    isBad(state.state) ? { name: state.state, found: state.because } : undefined,
    logged && backdatedProblem(issuedAt, logged.at),
  ]
  return { problems: problems.filter((problem) => problem !== undefined), state }
}

/** Only the log, whose clock the signer does not set, can tell that a certificate is older than it says, or not so old. */
export function backdatedProblem(issuedAt: string, loggedAt: string): StatusProblem | undefined {
  return Date.parse(loggedAt) - Date.parse(issuedAt) <= LOGGED_WITHIN_MS
    ? undefined
    : {
        name: 'backdated',
        found: `it says that it was issued at ${issuedAt}; the log got it at ${loggedAt}, more than a day later`,
      }
}
