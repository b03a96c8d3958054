import type { ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import type { QuoteSource, ScaChallenge } from '../resources/payments.ts'
import type { ScaEnrolment } from '../resources/strong-customer-authentication.ts'
import { stored, type Store } from '../store.ts'

/** The challenge that must be completed before the quote is executed (contract: Quote, status and scaChallenge). */
export function scaChallengeFor(
  { rules, store, now }: ServerContext,
  customerId: string,
  source: QuoteSource,
  body: Readonly<Record<string, unknown>>,
): ScaChallenge | undefined {
  const customer = stored(store.customers, customerId)
  if (!rules.quoteNeedsAuthorization(rules.isInScaRegion(customer), source)) return undefined
  const preferred = rules.preferredScaFactor(body)
  if (!rules.scaFactorAuthorizes(preferred)) throw new Refused(rules.invalidFields(rules.scaFactorRejected()))
  const enrolment = scaEnrolmentOf(store, customerId)
  const id = rules.newId('ScaChallenge')
  const factor = rules.challengedFactor(preferred, enrolment.factors)
  return {
    id,
    expiresAt: rules.statedScaExpiry(now(), enrolment),
    factor,
    availableFactors: rules.availableScaFactors(enrolment.factors),
    purpose: rules.scaPurpose,
    ...(factor === 'PASSKEY' && rules.passkeyFields(id)),
  }
}

const CHALLENGE_LIFETIME_MS = 300_000

/** How the customer authenticates, created on the first challenge. */
export function scaEnrolmentOf(
  { customers, scaEnrolments }: Pick<Store, 'customers' | 'scaEnrolments'>,
  customerId: string,
): ScaEnrolment {
  const enrolment = scaEnrolments.get(customerId) ?? {
    code: stored(customers, customerId).scaCode,
    factors: new Set(['SMS_OTP', 'PASSKEY']),
    challengeLifetimeMs: CHALLENGE_LIFETIME_MS,
    loginStarted: false,
    sessionUntil: 0,
  }
  scaEnrolments.set(customerId, enrolment)
  return enrolment
}
