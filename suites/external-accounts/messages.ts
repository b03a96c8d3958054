/** Messages that differ from `messageToSign` whatever it says: it is signed exactly as returned (Endpoints 1). */
import type { StateValues } from '../../spec/index.ts'

type Challenge = StateValues['wallet-challenge']

/**
 * The message of another account's challenge. Where a deployment asks every wallet to sign the same text, the other
 * account is named after it, since the text alone is no other message.
 */
export const foreignMessage = (own: Challenge, foreign: Challenge): string =>
  foreign.messageToSign === own.messageToSign
    ? `${foreign.messageToSign} ${foreign.externalAccountId}`
    : foreign.messageToSign

interface Change {
  /** Completes "a signature over the message with …". */
  readonly name: string
  readonly changed: (message: string) => string
}

/** Space that a reader, or a wallet, may add. */
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

/** Of a message that has no letters at all, a character is added, so that it is never the same. */
function inOtherCase(message: string): string {
  const other = message.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return other === message ? `${message}a` : other
}
