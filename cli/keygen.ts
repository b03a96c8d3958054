import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyId, newKeyPair, verificationKey } from '../certificates/keys.ts'
import { assayError } from '../errors/index.ts'
import { makeFolder } from '../spec/make-folder.ts'

export const PRIVATE_KEY = 'assay-signing-key.pem'
export const PUBLIC_KEY = 'assay-signing-key.pub.pem'

/**
 * Writes a new pair of keys into a directory; the private one only its owner may read.
 *
 * @returns what to print
 * @throws AssayError when one already exists, or the directory cannot be written to
 */
export function keygen(directory: string): string {
  const [secret, open] = [join(directory, PRIVATE_KEY), join(directory, PUBLIC_KEY)]
  for (const path of [secret, open]) {
    if (existsSync(path)) {
      throw assayError('key-exists', { file: path })
    }
  }
  const { privatePem, publicPem } = newKeyPair()
  try {
    makeFolder(directory)
    writeFileSync(secret, privatePem, { mode: 0o600, flag: 'wx' })
    writeFileSync(open, publicPem, { flag: 'wx' })
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw assayError('keys-not-writable', { folder: directory, code })
  }
  return [
    `Private key: ${secret}`,
    '  signs: keep it secret, and out of version control',
    `Public key:  ${open}`,
    '  verifies: distribute it to the readers of your certificates',
    `Key id:      ${keyId(verificationKey(publicPem))}`,
    '',
  ].join('\n')
}
