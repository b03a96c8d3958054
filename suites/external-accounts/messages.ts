/** Messages that differ from any `messageToSign`: it is signed exactly as returned (Endpoints 1). */
import { createHash } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'

type Challenge = StateValues['wallet-challenge']

/**
 * The message of another account's challenge. If a deployment asks every wallet to sign the same text, a message that
 * names the other account takes its place.
 */
export const foreignMessage = (own: Challenge, foreign: Challenge): string =>
  foreign.messageToSign === own.messageToSign
    ? `${foreign.messageToSign} ${foreign.externalAccountId}`
    : foreign.messageToSign

export interface Change {
  /** Completes "a signature over the message with …". */
  readonly name: string
  readonly changed: (message: string) => string
}

/** Space that a parser, or a wallet, may add. */
export const CHANGES_OF_SPACE: readonly Change[] = [
  { name: 'a line break after it', changed: (message) => `${message}\n` },
  { name: 'a space after it', changed: (message) => `${message} ` },
  { name: 'a space before it', changed: (message) => ` ${message}` },
]

export const CHANGES_OF_TEXT: readonly Change[] = [
  { name: 'its last character missing', changed: (message) => message.slice(0, -1) },
  { name: 'its first character missing', changed: (message) => message.slice(1) },
  { name: 'a full stop after it', changed: (message) => `${message}.` },
  { name: 'its letters in the other case', changed: inOtherCase },
]

/** A message without letters gets a character appended, so that the result always differs. */
function inOtherCase(message: string): string {
  const other = message.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return other === message ? `${message}a` : other
}

/** Parts of the message. A message of one line is cut in halves, since its only line is the whole message. */
const partOf = (message: string, index: number): string => {
  const lines = message.split(/\r?\n/).filter((line) => line.trim() !== '')
  const half = Math.ceil(message.length / 2)
  const parts = lines.length > 1 ? lines : [message.slice(0, half), message.slice(half)]
  return parts.at(index % parts.length)!
}

export const PARTS: readonly Change[] = [
  { name: 'its first line alone', changed: (message) => partOf(message, 0) },
  { name: 'its second line alone', changed: (message) => partOf(message, 1) },
  { name: 'its third line alone', changed: (message) => partOf(message, 2) },
  { name: 'its last line alone', changed: (message) => partOf(message, -1) },
]

/** The first change that alters the message: which ones do depends on its text. */
const firstToChange = (message: string, ...changed: readonly string[]): string =>
  changed.find((other) => other !== message) ?? `${message}.`

export const OTHER_SPACE: readonly Change[] = [
  {
    name: 'other line ends',
    changed: (message) =>
      firstToChange(
        message,
        message.includes('\r\n') ? message.replaceAll('\r\n', '\n') : message.replaceAll('\n', '\r\n'),
        `${message}\r\n`,
      ),
  },
  {
    name: 'one space in place of each run of white space',
    changed: (message) => firstToChange(message, message.replaceAll(/\s+/g, ' '), message.replace(' ', '  ')),
  },
  {
    name: 'no white space around it, or else more',
    changed: (message) => firstToChange(message, message.trim(), `\t${message}\t`),
  },
]

/** ASCII characters are the same in every normalisation; only full-width characters change. */
const inWideCharacters = (message: string): string =>
  message.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0))

export const UNICODE_FORMS: readonly Change[] = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => ({
  name: `its text in the Unicode form ${form}`,
  changed: (message) => firstToChange(message, message.normalize(form), inWideCharacters(message)),
}))

export const HASHES: readonly Change[] = [
  { name: 'its SHA-256 hash in hex', changed: (message) => sha256Hex(message) },
  { name: 'its SHA-256 hash in hex with 0x', changed: (message) => `0x${sha256Hex(message)}` },
]

const sha256Hex = (message: string): string => createHash('sha256').update(message).digest('hex')
