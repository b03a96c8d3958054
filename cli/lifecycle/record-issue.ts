import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ATTESTATION, digestOf, LOG_PROOF } from '../../certificates/files.ts'
import type { LogEntry } from '../../certificates/log/log-entry.ts'
import { logProof } from '../../certificates/log/log-proof.ts'
import type { Certificate } from '../../certificates/statement.ts'
import { appendToLog } from './log-folder.ts'
import { writeWhole } from '../../spec/write-whole.ts'

/** The log entry of an issued certificate. */
interface Issued {
  /** Folder of the bundle. */
  readonly bundle: string
  readonly said: Pick<Certificate, 'issuedAt' | 'expiresAt'>
  /** Id of the certificate that it replaces; undefined: none. */
  readonly replaces?: string | undefined
}

/** Adds a certificate to a log, and leaves the proof of it in the bundle. */
export function recordIssue(
  log: string,
  { bundle, said: { issuedAt, expiresAt }, replaces }: Issued,
  key: KeyObject,
  now: number,
): void {
  const certificate = digestOf(readFileSync(join(bundle, ATTESTATION)))
  const at = new Date(now).toISOString()
  const entries: readonly LogEntry[] = [
    { event: 'issued', certificate, at, issuedAt, expiresAt },
    ...(replaces === undefined
      ? []
      : [{ event: 'superseded', certificate: replaces, at, by: certificate } as const]),
  ]
  const lines = appendToLog(log, entries, key, at)
  const file = join(bundle, LOG_PROOF)
  writeWhole(file, logProof(lines, lines.length - entries.length, at, key))
}
