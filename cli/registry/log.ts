import { createPublicKey } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signingKey } from '../../certificates/keys.ts'
import { entryIn } from '../../certificates/log/log-entry.ts'
import { missingEntries } from '../../registry/log-entries.ts'
import { appendToLog, linesOfLog, STATUS_LIST } from '../lifecycle/log-folder.ts'
import { signingKeyText } from '../signing-key.ts'
import type { Terminal } from '../terminal.ts'
import { acceptedSubmissions } from './accepted-submissions.ts'
import { requireFolder } from './require-path.ts'

export interface LogOptions {
  /** Folder of the registry. */
  readonly registry: string
  /** Folder of the log; undefined: `log` in the registry. */
  readonly log: string | undefined
  /** Path of the private key of the log; undefined: it is in the environment. */
  readonly key: string | undefined
}

/** The public key of the log, for those who build the site. */
const PUBLIC_KEY = 'key.pub.pem'

/**
 * Logs the accepted submissions that the log does not have, and signs its status list anew, also without a new entry.
 *
 * @param now ms since the epoch
 * @throws AssayError where a submission is not as it was accepted, or the log was changed
 */
export function log(
  { registry, log: folder = join(registry, 'log'), key: keyPath }: LogOptions,
  terminal: Terminal,
  now: number,
): void {
  requireFolder('registry log', registry)
  const { pem, from } = signingKeyText(keyPath, terminal, 'registry log')
  const key = signingKey(pem, from)
  const at = new Date(now).toISOString()
  const submissions = acceptedSubmissions(registry, 'registry log').map(
    ({ place, certificate, keyid, statement }) => ({
      place,
      certificate,
      keyid,
      said: statement.predicate.assayCertificate,
    }),
  )
  const logged = linesOfLog(folder).flatMap((line) => entryIn(line) ?? [])
  const entries = missingEntries(submissions, logged, at)
  appendToLog(folder, entries, key, at)
  const publicKey = join(folder, PUBLIC_KEY)
  if (!existsSync(publicKey))
    writeFileSync(publicKey, createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  const countOf = (event: string) => entries.filter((entry) => entry.event === event).length
  terminal.stdout.write(
    `Logged: ${countOf('accepted')} accepted, ${countOf('superseded')} superseded.\nSigned: ${join(folder, STATUS_LIST)}\n`,
  )
}
