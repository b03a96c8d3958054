import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { certificateState, type CertificateState } from '../../certificates/log/certificate-state.ts'
import { openTrustedList } from '../../certificates/log/examine-log.ts'
import type { LogEntry } from '../../certificates/log/log-entry.ts'
import { listTimeProblem } from '../../certificates/log/status-problems.ts'
import type { Listing } from '../../registry/listing.ts'
import { BUNDLE } from '../../registry/submission.ts'
import { siteOf } from '../../registry/site/site.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { count } from '../../spec/count.ts'
import { LATEST_EDITION, profiles } from '../../spec/index.ts'
import { STATUS_LIST } from '../lifecycle/log-folder.ts'
import { readStatus } from '../lifecycle/read-status.ts'
import { trustedKeysFrom } from '../signing-key.ts'
import type { Terminal } from '../terminal.ts'
import { assayError } from '../../errors/index.ts'
import { requireFolder } from './require-path.ts'
import { acceptedSubmissions, type AcceptedSubmission } from './accepted-submissions.ts'
import { makeFolder } from '../../spec/make-folder.ts'
import { writeWhole } from '../../spec/write-whole.ts'

export interface BuildOptions {
  /** Folder of the registry. */
  readonly registry: string
  readonly out: string
  /** Path or URL of the status list; undefined: only the dates of the certificates count. */
  readonly status: string | undefined
  /** Path of the public key, or key set, of the log. */
  readonly logKey: string | undefined
}

/**
 * Writes the static site of a registry.
 *
 * @param now ms since the epoch
 * @throws AssayError where a submission is not as it was accepted, or the status list cannot be believed
 */
export async function build(options: BuildOptions, terminal: Terminal, now: number): Promise<void> {
  const { registry, out } = options
  requireFolder('registry build', registry)
  const log = await logOf(options, terminal, now)
  const listings = acceptedSubmissions(registry, 'registry build').map((submission) =>
    listingOf(registry, submission, log?.entries, now),
  )
  const definitions = profiles.find(({ edition }) => edition === LATEST_EDITION)?.profiles ?? []
  const files = [
    ...Object.entries(siteOf(listings, definitions)),
    // Readers of a certificate give the address of this file.
    ...(log === undefined ? [] : [[STATUS_LIST, log.bytes] as const]),
  ]
  for (const [path, content] of files) {
    makeFolder(dirname(join(out, path)))
    writeWhole(join(out, path), content)
  }
  terminal.stdout.write(
    `${count(listings.length, 'certificate')}, ${count(files.length, 'file')}: ${join(out, 'index.html')}\n`,
  )
}

async function logOf(
  { status, logKey }: BuildOptions,
  terminal: Terminal,
  now: number,
): Promise<{ readonly bytes: Buffer; readonly entries: readonly LogEntry[] } | undefined> {
  if (status === undefined) return undefined
  if (logKey === undefined) throw assayError('status-without-log-key')
  const bytes = await readStatus(status)
  const { list, problem } = openTrustedList(bytes, trustedKeysFrom(logKey, terminal))
  if (list === undefined) throw assayError('status-list-invalid', { problem })
  const time = listTimeProblem(list, now)
  if (time) throw assayError('status-list-invalid', { problem: time.found })
  return { bytes, entries: list.entries }
}

function listingOf(
  registry: string,
  { place, product, certificate, keyid, statement }: AcceptedSubmission,
  entries: readonly LogEntry[] | undefined,
  now: number,
): Listing {
  const file = join(registry, place, BUNDLE, 'conformance.json')
  const { requirements } = JSON.parse(readFileSync(file, 'utf8')) as Conformance
  const said = statement.predicate.assayCertificate
  // Without a log, a certificate has only its dates.
  const own: LogEntry = {
    event: 'issued',
    certificate,
    at: said.issuedAt,
    issuedAt: said.issuedAt,
    expiresAt: said.expiresAt,
  }
  const state: CertificateState = certificateState(entries ?? [own], certificate, now)
  return { place, product, certificate, keyid, result: statement.predicate.result, said, state, requirements }
}
