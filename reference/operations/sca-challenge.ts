import type { Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import type { QuoteSource, ScaChallenge } from '../resources/payments.ts'
import type { ScaEnrolment } from '../resources/strong-customer-authentication.ts'
import { stored } from '../store.ts'

/** What must be authorized before the quote is executed (contract: Quote, status and scaChallenge). */
export function scaChallengeFor(
  { rules, store, now }: Setting,
  customerId: string,
  source: QuoteSource,
  body: Readonly<Record<string, unknown>>,
): ScaChallenge | undefined {
  const customer = stored(store.customers, customerId)
  if (!rules.quoteNeedsAuthorization(rules.isInScaRegion(customer), source)) return undefined
  const preferred = rules.preferredScaFactor(body)
  if (!rules.scaFactorAuthorizes(preferred)) throw new Refused(rules.invalidFields(rules.scaFactorRejected()))
  const enrolment = scaEnrolmentOf(store.scaEnrolments, customerId)
  const id = rules.newId('ScaChallenge')
  const factor = rules.challengedFactor(preferred, enrolment.factors)
  return {
    id,
    expiresAt: rules.statedScaExpiry(now(), enrolment),
    factor,
    availableFactors: rules.availableScaFactors(enrolment.factors),
    purpose: rules.scaPurpose(),
    ...(factor === 'PASSKEY' && rules.passkeyFields(id)),
  }
}

/** Of customers elsewhere there is none, and none is needed. */
export const scaEnrolmentOf = (
  enrolments: ReadonlyMap<string, ScaEnrolment>,
  customerId: string,
): ScaEnrolment =>
  enrolments.get(customerId) ?? {
    code: '',
    factors: new Set(['SMS_OTP']),
    challengeLifetimeMs: 300_000,
    loginStarted: false,
    sessionUntil: 0,
  }
