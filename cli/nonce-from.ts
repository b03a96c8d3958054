import { isNonce } from '../fixtures/random.ts'
import { UsageError } from './usage-error.ts'

/**
 * The nonce of a verifier, as entered.
 *
 * @throws UsageError for an invalid nonce
 */
export function nonceFrom(entered: string): string {
  if (isNonce(entered)) return entered
  throw new UsageError(
    '--challenge: the nonce does not have 16 to 64 letters, digits, - and _.',
    'Draw one, for example with `openssl rand -hex 16`.',
  )
}
