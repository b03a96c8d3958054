import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { opened } from '../../certificates/envelope.ts'
import { ATTESTATION, digestOf } from '../../certificates/files.ts'
import type { TrustedKey } from '../../certificates/key-set.ts'
import { keyFor } from '../../certificates/log/examine-log.ts'
import { statementIn } from '../../certificates/statement-in.ts'
import type { Certificate } from '../../certificates/statement.ts'
import { assayError } from '../../errors/index.ts'

/** A bundle by its attestation alone. */
export interface NamedBundle {
  /** Its id: SHA-256 of the attestation. */
  readonly certificate: string
  readonly said: Certificate
}

/**
 * The id of a bundle, and the statement of its certificate.
 *
 * @throws AssayError if there is no bundle, or its signature is invalid
 */
export function bundleId(command: string, directory: string, keys: readonly TrustedKey[]): NamedBundle {
  const file = join(directory, ATTESTATION)
  if (!existsSync(file)) throw assayError('bundle-missing', { command, folder: directory, file: ATTESTATION })
  const bytes = readFileSync(file)
  const { payload, problem } = opened(bytes, keyFor(bytes, keys).key)
  const read = payload === undefined ? { problem } : statementIn(payload)
  if ('statement' in read && read.statement !== undefined)
    return { certificate: digestOf(bytes), said: read.statement.predicate.assayCertificate }
  throw assayError('certificate-of-another-key', {
    command,
    file,
    problem: read.problem ?? 'it cannot be read',
  })
}
