import { statSync } from 'node:fs'
import { trustedKeys, type TrustedKey } from '../certificates/key-set.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'
import { readBoundedText } from '../spec/read-bounded.ts'

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
 * run inherits it. A program of the same user can still find it.
 *
 * @throws AssayError without a key
 */
export function signingKeyText(file: string | undefined, terminal: Terminal, command = 'certify'): KeyText {
  const { environment } = terminal
  const held = environment[VARIABLE] ?? ''
  // Not deleted: a later read of .env sets missing variables only.
  environment[VARIABLE] = ''
  if (file !== undefined) return { pem: keyFile(file, terminal, true), from: file }
  if (held !== '') return { pem: withLineBreaks(held), from: VARIABLE }
  throw assayError('signing-key-missing', { command, variable: VARIABLE })
}

/** Many CI systems and .env files hold a secret of several lines in one line. */
const withLineBreaks = (pem: string): string => pem.replaceAll(String.raw`\n`, '\n')

/**
 * The text of a key file.
 *
 * @param secret whether others should not be able to read it
 * @throws AssayError where it cannot be read
 */
export function keyFile(file: string, { stderr }: Terminal, secret = false): string {
  try {
    if (secret && process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      stderr.write(
        `warning: other users of this machine can read the signing key ${file}.\n  → chmod 600 ${file}\n`,
      )
    }
    return readBoundedText(file)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw code === 'ENOENT'
      ? assayError('key-file-missing', { file })
      : assayError('key-file-unreadable', { file, code })
  }
}

/**
 * The keys of a file with a public key in PEM, or a key set.
 *
 * @throws AssayError where it holds neither
 */
export const trustedKeysFrom = (file: string, terminal: Terminal): readonly TrustedKey[] =>
  trustedKeys(keyFile(file, terminal), file)
