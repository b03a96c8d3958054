import { wordsOf } from '../match/words.ts'

const SECRET_WORDS =
  /\b(?:secret|password|passphrase|passcode|token|credential|authorization|signature|pin|cvv|cvc|otp|seed|mnemonic|(?:api|access|private|secret|signing) key)\b/
const SECRET_VALUE =
  /^(?:sk|pk|rk|api|key|tok|whsec|ghp|xox[bp])[_-]|^eyJ|-----BEGIN|^(?:Bearer|Basic) |^[A-Za-z0-9+/_=-]{24,}$/

/**
 * Whether an example may be a secret: by its field name, its format, or its characters. Such values are never copied.
 */
export const mayBeSecret = (name: string, format: string | undefined, value: unknown): boolean =>
  format === 'password' ||
  SECRET_WORDS.test(wordsOf(name).join(' ')) ||
  (typeof value === 'string' && SECRET_VALUE.test(value))
