import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { opened } from '../../certificates/envelope.ts'
import { ATTESTATION, digestOf } from '../../certificates/files.ts'
import { verificationKey } from '../../certificates/keys.ts'
import { certificateState, type CertificateState } from '../../certificates/log/certificate-state.ts'
import { keyFor } from '../../certificates/log/examine-log.ts'
import type { LogEntry } from '../../certificates/log/log-entry.ts'
import { openStatusList } from '../../certificates/log/status-list.ts'
import { statementIn } from '../../certificates/statement-in.ts'
import type { Listing } from '../../registry/listing.ts'
import { readProduct } from '../../registry/product.ts'
import { BUNDLE, KEY, PRODUCT } from '../../registry/submission.ts'
import { siteOf } from '../../registry/site/site.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { count } from '../../spec/count.ts'
import { LATEST_EDITION, profiles } from '../../spec/index.ts'
import { readStatus } from '../lifecycle/read-status.ts'
import { trustedKeysFrom } from '../signing-key.ts'
import type { Terminal } from '../terminal.ts'
import { assayError } from '../../errors/index.ts'
import { indexOf } from './check.ts'
import { submissionAt } from './read-submissions.ts'

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
  const entries = await entriesOf(options, terminal)
  const listings = indexOf(registry).map(({ place, digest }) => {
    if (submissionAt(registry, place).digest !== digest) throw assayError('submission-changed', { place })
    return listingAt(registry, place, entries, now)
  })
  const definitions = profiles.find(({ edition }) => edition === LATEST_EDITION)?.profiles ?? []
  const files = Object.entries(siteOf(listings, definitions))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
  terminal.stdout.write(
    `${count(listings.length, 'certificate')}, ${count(files.length, 'file')}: ${join(out, 'index.html')}\n`,
  )
}

async function entriesOf(
  { status, logKey }: BuildOptions,
  terminal: Terminal,
): Promise<readonly LogEntry[] | undefined> {
  if (status === undefined) return undefined
  if (logKey === undefined) throw assayError('status-without-log-key')
  const bytes = await readStatus(status)
  const { list, problem } = openStatusList(bytes, keyFor(bytes, trustedKeysFrom(logKey, terminal)).key)
  if (list === undefined)
    throw assayError('status-list-invalid', { problem: problem ?? 'the status list cannot be read' })
  return list.entries
}

function listingAt(
  registry: string,
  place: string,
  entries: readonly LogEntry[] | undefined,
  now: number,
): Listing {
  const at = (...parts: readonly string[]) => readFileSync(join(registry, place, ...parts))
  const attestation = at(BUNDLE, ATTESTATION)
  const { payload, keyid } = opened(attestation, verificationKey(at(KEY).toString('utf8')))
  const { statement } = payload === undefined ? {} : statementIn(payload)
  const { product } = readProduct(at(PRODUCT).toString('utf8'))
  if (statement === undefined || product === undefined || keyid === undefined)
    throw assayError('submission-unreadable', { place })
  const { requirements } = JSON.parse(at(BUNDLE, 'conformance.json').toString('utf8')) as Conformance
  const certificate = digestOf(attestation)
  const said = statement.predicate.assayCertificate
  // Without a log, a certificate has only its dates.
  const own: LogEntry = { event: 'issued', certificate, at: said.issuedAt, issuedAt: said.issuedAt, expiresAt: said.expiresAt } // prettier-ignore
  const state: CertificateState = certificateState(entries ?? [own], certificate, now)
  return { place, product, certificate, keyid, result: statement.predicate.result, said, state, requirements }
}
