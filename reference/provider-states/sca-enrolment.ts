import { randomInt } from 'node:crypto'
import type { Setting } from '../call.ts'

/**
 * Enrols a customer in a region that requires SCA.
 *
 * @returns the code that its telephone receives
 */
export function enrolInSca({ store }: Setting, customerId: string, challengeSeconds = 300): string {
  const code = String(randomInt(100_000, 1_000_000))
  store.scaEnrolments.set(customerId, {
    code,
    factors: new Set(['SMS_OTP', 'TOTP', 'PASSKEY']),
    challengeLifetimeMs: challengeSeconds * 1000,
    loginStarted: false,
    sessionUntil: 0,
  })
  return code
}
