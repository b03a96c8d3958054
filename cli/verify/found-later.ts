import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../../certificates/examine-bundle.ts'
import { digestOf, LOG_PROOF } from '../../certificates/files.ts'
import { keyTimeProblem, type TrustedKey } from '../../certificates/key-set.ts'
import type { CertificateState } from '../../certificates/log/certificate-state.ts'
import { examineLog } from '../../certificates/log/examine-log.ts'
import type { Statement } from '../../certificates/statement.ts'

const MAX_BYTES = 4 * 1024 * 1024

/** The bytes of a file of a bundle; empty when it is not a file, or too large. */
export function smallFile(file: string): Buffer {
  const state = lstatSync(file)
  return state.isFile() && state.size <= MAX_BYTES ? readFileSync(file) : Buffer.alloc(0)
}

export interface FoundLater {
  readonly problems: readonly Problem[]
  readonly unchecked: readonly string[]
  readonly state: CertificateState | undefined
}

/**
 * Problems of a certificate that its own files do not show: the time of its key, and the log.
 *
 * @param list bytes of the status list; undefined: none was given
 * @param now ms since the epoch
 */
export function foundLater(
  directory: string,
  attestation: Buffer,
  statement: Statement | undefined,
  {
    key,
    logKeys,
    list,
  }: { readonly key: TrustedKey; readonly logKeys: readonly TrustedKey[]; readonly list: Buffer | undefined },
  now: number,
): FoundLater {
  if (statement === undefined) return { problems: [], unchecked: [], state: undefined }
  const { issuedAt } = statement.predicate.assayCertificate
  const file = join(directory, LOG_PROOF)
  const proof = existsSync(file) ? smallFile(file) : undefined
  const bundle = { certificate: digestOf(attestation), issuedAt, proof, list }
  const { problems, unchecked, state } = examineLog(bundle, logKeys, now)
  const found = keyTimeProblem(key, issuedAt)
  return {
    problems: [...(found === undefined ? [] : [{ name: 'key', found } as const]), ...problems],
    unchecked,
    state,
  }
}
