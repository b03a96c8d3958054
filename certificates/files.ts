/** The files of a bundle, by name and digest. */
import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Signs all other files of the bundle. */
export const ATTESTATION = 'attestation.json'

/** Proves that the log has the certificate. Written after signing. */
export const LOG_PROOF = 'log-proof.json'

/** A replay needs these files. */
export const NEEDED = ['conformance.json', 'exchanges.jsonl', 'recording.json'] as const

export interface FileDigest {
  readonly name: string
  /** SHA-256, hex; undefined for a directory, a link or a device, and for a file that no run writes so long. */
  readonly sha256: string | undefined
}

/** SHA-256, hex. */
export const digestOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')

/** Several times what a run writes into any file. A longer file may have no end: a sparse one takes no space. */
export const MAX_FILE_BYTES = 1024 ** 3

/** Every entry of a directory but the attestation and the proof of its log. Files may be larger than memory. */
export async function listFiles(directory: string): Promise<readonly FileDigest[]> {
  const names = readdirSync(directory)
    .filter((name) => name !== ATTESTATION && name !== LOG_PROOF)
    .sort()
  const files: FileDigest[] = []
  for (const name of names) {
    const path = join(directory, name)
    // The name of a file may be no text: then nothing is found under it.
    const state = lstatSync(path, { throwIfNoEntry: false })
    const isReadable = state?.isFile() === true && state.size <= MAX_FILE_BYTES
    files.push({ name, sha256: isReadable ? await hashFile(path, state.size) : undefined })
  }
  return files
}

/** Most files of a run are smaller, bytes: a stream takes longer than its file. */
const SMALL_FILE = 1024 ** 2

async function hashFile(path: string, size: number): Promise<string> {
  if (size <= SMALL_FILE) return digestOf(readFileSync(path))
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
