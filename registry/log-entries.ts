/** Missing entries in the log of a registry. */
import { isAddition, type LogEntry } from '../certificates/log/log-entry.ts'
import type { Certificate } from '../certificates/statement.ts'

/** An accepted submission. */
interface Accepted {
  readonly place: string
  readonly certificate: string
  /** Id of the key that signed it. */
  readonly keyid: string
  readonly said: Pick<Certificate, 'issuedAt' | 'expiresAt'>
}

/**
 * The entries that a log lacks: each submission is accepted, and supersedes the earlier ones of the same version
 * and key.
 *
 * @param submissions in the order in which they were accepted
 * @param logged the entries of the log
 * @param at the time of the new entries
 */
export function missingEntries(
  submissions: readonly Accepted[],
  logged: readonly LogEntry[],
  at: string,
): readonly LogEntry[] {
  const isLogged = (event: 'added' | 'superseded', id: string) =>
    logged.some(
      (entry) =>
        entry.certificate === id && (event === 'added' ? isAddition(entry) : entry.event === 'superseded'),
    )
  const accepted = submissions.filter(({ certificate }) => !isLogged('added', certificate))
  const replaced = submissions.flatMap((submission, index) => {
    const next = submissions.slice(index + 1).findLast((later) => isRenewal(later, submission))
    return next === undefined || isLogged('superseded', submission.certificate)
      ? []
      : [{ certificate: submission.certificate, by: next.certificate }]
  })
  return [
    ...accepted.map(({ certificate, said: { issuedAt, expiresAt } }): LogEntry => {
      return { event: 'accepted', certificate, at, issuedAt, expiresAt }
    }),
    ...replaced.map(({ certificate, by }): LogEntry => ({ event: 'superseded', certificate, at, by })),
  ]
}

/**
 * `1.2.0+2` renews `1.2.0`: build metadata of SemVer does not name another version. With another key, it is not known
 * that the signer of the earlier certificate agrees; the keeper can revoke that one.
 */
const isRenewal = (later: Accepted, earlier: Accepted): boolean =>
  later.keyid === earlier.keyid && withoutBuild(later.place) === withoutBuild(earlier.place)

const withoutBuild = (place: string): string => place.replace(/\+.*$/, '')
