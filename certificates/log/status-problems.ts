/** Problems of a certificate that the log shows. */
import { certificateState, type CertificateState } from './certificate-state.ts'
import { isAddition, type Addition } from './log-entry.ts'
import { growthProblem, type Checkpoint, type StatusList } from './status-list.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum time between issue and log entry, ms. */
const LOGGED_WITHIN_MS = DAY_MS
/** Maximum time between issue and acceptance by a registry, where a person reviews the submission, ms. */
export const ACCEPTED_WITHIN_MS = 30 * DAY_MS
/** An older status list may hide a revocation, ms. */
export const FRESH_MS = 7 * DAY_MS
/** Clocks differ a little, ms. */
const AHEAD_MS = DAY_MS

export interface StatusProblem {
  /** docs/certificate-status.md, *Read the status*, defines the names. */
  readonly name:
    | 'expired'
    | 'degraded'
    | 'revoked'
    | 'superseded'
    | 'backdated'
    | 'forked'
    | 'rewound'
    | 'status'
  readonly found: string
}

/** Information of a log on a certificate. */
export interface Logged {
  readonly certificate: string
  readonly issuedAt: string
  /** From the proof in the bundle; undefined: no proof. */
  readonly proof: { readonly entry: Addition; readonly checkpoint: Checkpoint } | undefined
}

/** The certificate itself shows its expiry. */
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
  const logged = list.entries.filter(isAddition).find((entry) => entry.certificate === certificate)
  const problems: readonly (StatusProblem | undefined)[] = [
    growth,
    state.state === 'unlisted' ? { name: 'status', found: state.because } : undefined,
    listTimeProblem(list, now),
    isBad(state.state) ? { name: state.state, found: state.because } : undefined,
    logged && backdatedProblem(issuedAt, logged),
  ]
  return { problems: problems.filter((problem) => problem !== undefined), state }
}

/** An old list may hide a revocation, and so may a list that will be old only much later. */
export function listTimeProblem(
  { checkpoint: { at } }: Pick<StatusList, 'checkpoint'>,
  now: number,
): StatusProblem | undefined {
  const problem = (when: string) =>
    ({ name: 'status', found: `the status list was issued at ${at}, ${when}` }) as const
  if (now - Date.parse(at) > FRESH_MS) return problem('more than 7 days ago')
  return Date.parse(at) - now > AHEAD_MS ? problem('which is in the future') : undefined
}

/** The signer does not set the clock of the log, so only the log can show a wrong date of issue. */
export function backdatedProblem(
  issuedAt: string,
  { event, at }: Pick<Addition, 'event' | 'at'>,
): StatusProblem | undefined {
  const [within, late] = event === 'accepted' ? [ACCEPTED_WITHIN_MS, '30 days'] : [LOGGED_WITHIN_MS, 'a day']
  return Date.parse(at) - Date.parse(issuedAt) <= within
    ? undefined
    : {
        name: 'backdated',
        found: `its statement was issued at ${issuedAt}; the log received it at ${at}, more than ${late} later`,
      }
}
