import type { KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { trustedKeys, type TrustedKey } from '../certificates/key-set.ts'
import { NoSuchKey } from '../certificates/keys.ts'
import { UsageError } from './usage-error.ts'
import type { Terminal } from './terminal.ts'

/** Holds a private key in PEM, where no file does. */
const VARIABLE = 'ASSAY_SIGNING_KEY'

/** A key, and the text it was read from. */
export interface KeyText {
  readonly pem: string
  /** Where it was found, for messages. */
  readonly from: string
}

/**
 * The private key in PEM, from a file or the environment. It is removed from the environment, so that no process of the
 * run can read it.
 *
 * @throws UsageError without a key
 */
export function signingKeyText(file: string | undefined, terminal: Terminal, command = 'certify'): KeyText {
  const { environment } = terminal
  const held = environment[VARIABLE] ?? ''
  // Not deleted: a later read of .env sets missing variables only.
  environment[VARIABLE] = ''
  if (file !== undefined) return { pem: keyFile(file, terminal, true), from: file }
  if (held !== '') return { pem: held, from: VARIABLE }
  throw new UsageError(
    `${command}: no signing key: neither --key nor ${VARIABLE} is set.`,
    'Create a pair with `assay keygen`, and pass the private key with --key.',
  )
}

/**
 * The text of a key file.
 *
 * @param secret whether others should not be able to read it
 * @throws UsageError where it cannot be read
 */
export function keyFile(file: string, { stderr }: Terminal, secret = false): string {
  try {
    if (secret && process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      stderr.write(
        `warning: other users of this machine can read the signing key ${file}.\n  → chmod 600 ${file}\n`,
      )
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new UsageError(
      code === 'ENOENT' ? `--key: no such file: ${file}.` : `--key: ${file} cannot be read (${code}).`,
      'Set the path of a PEM key; `assay keygen` creates a pair.',
    )
  }
}

/**
 * The keys of a file with a public key in PEM, or a key set.
 *
 * @param option that names the file
 * @throws UsageError where it holds neither
 */
export function trustedKeysFrom(file: string, option: string, terminal: Terminal): readonly TrustedKey[] {
  const text = keyFile(file, terminal)
  try {
    return trustedKeys(text)
  } catch (error) {
    if (!(error instanceof NoSuchKey)) throw error
    throw new UsageError(
      option === '--key'
        ? `${file} contains no usable key: ${error.message}.`
        : `${option}: ${file} contains no usable key: ${error.message}.`,
      error.next,
    )
  }
}

/**
 * The key that a text holds.
 *
 * @throws UsageError where it holds none, which never quotes the text
 */
export function keyIn({ pem, from }: KeyText, read: (pem: string) => KeyObject): KeyObject {
  try {
    return read(pem)
  } catch (error) {
    if (!(error instanceof NoSuchKey)) throw error
    throw new UsageError(`${from} contains no usable key: ${error.message}.`, error.next)
  }
}
