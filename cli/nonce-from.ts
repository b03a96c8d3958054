import { isNonce } from '../fixtures/random.ts'
import { assayError } from '../errors/index.ts'

/**
 * The nonce of a verifier, as entered.
 *
 * @throws AssayError for an invalid nonce
 */
export function nonceFrom(entered: string): string {
  if (isNonce(entered)) return entered
  throw assayError('nonce-invalid')
}
