/** The files of a bundle, by name and digest. */
import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Signs all other files of its bundle. */
export const ATTESTATION = 'attestation.json'

/** That the log has the certificate. It comes after signing. */
export const LOG_PROOF = 'log-proof.json'

/** Without these nothing could be judged once more. */
export const NEEDED = ['conformance.json', 'exchanges.jsonl', 'recording.json'] as const

export interface FileDigest {
  readonly name: string
  /** SHA-256, hex; undefined: it is no file but a directory, a link or a device. */
  readonly sha256: string | undefined
}

/** SHA-256, hex. */
export const digestOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')

/** Everything in a directory but the attestation and the proof of its log, by name. Files may be larger than memory. */
export async function filesIn(directory: string): Promise<readonly FileDigest[]> {
  const names = readdirSync(directory)
    .filter((name) => name !== ATTESTATION && name !== LOG_PROOF)
    .sort()
  const files: FileDigest[] = []
  for (const name of names) {
    const path = join(directory, name)
    files.push({ name, sha256: lstatSync(path).isFile() ? await digestOfFile(path) : undefined })
  }
  return files
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
