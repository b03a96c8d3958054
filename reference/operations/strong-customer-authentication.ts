import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { isObject } from '../is-object.ts'
import { quoteBody } from '../representations.ts'
import type { ScaEnrolment } from '../resources/strong-customer-authentication.ts'
import { scaEnrolmentOf } from './sca-challenge.ts'
import { executeForPlatform } from './submit-quote.ts'

const FACTORS: readonly unknown[] = ['SMS_OTP', 'TOTP', 'PASSKEY']

/** The authentication of the customer that the request names; rejects customers in other regions. */
function enrolmentNamed({ rules, store }: ServerContext, { query }: Call): ScaEnrolment {
  const customer = store.customers.get(query.customerId ?? '')
  if (!customer) throw new Refused(rules.customerUnknown)
  if (!rules.isInScaRegion(customer)) throw new Refused(rules.scaNotRequired)
  return scaEnrolmentOf(store, customer.id)
}

const listScaFactors: PlatformOperation = (server, call) => {
  const { rules, now } = server
  const enrolment = enrolmentNamed(server, call)
  if (rules.listingFactorsNeedsSession && !rules.hasScaSession(enrolment, now())) {
    throw new Refused(rules.scaSessionRequired)
  }
  return { status: 200, body: { data: [...enrolment.factors].map((factor) => ({ factor })) } }
}

/** Enrolling a new factor requires a login with an existing one. */
const enrolScaFactor: PlatformOperation = (server, call) => {
  const { rules, now } = server
  const enrolment = enrolmentNamed(server, call)
  if (!rules.hasScaSession(enrolment, now())) throw new Refused(rules.scaSessionRequired)
  const factor = factorOf(server, call, 'type')
  enrolment.factors.add(factor)
  return { status: 201, body: { factor } }
}

const startScaLogin: PlatformOperation = (server, call) => {
  const enrolment = enrolmentNamed(server, call)
  const factor = factorOf(server, call)
  enrolment.loginStarted = server.rules.startsScaLogin(enrolment)
  return { status: 200, body: { factor } }
}

function factorOf(server: ServerContext, { body }: Call, field = 'factor'): string {
  const factor = body()[field]
  if (typeof factor !== 'string' || !FACTORS.includes(factor)) throw invalidField(server, field)
  return factor
}

const completeScaLogin: PlatformOperation = (server, call) => {
  const { rules, now } = server
  const enrolment = enrolmentNamed(server, call)
  const body = call.body()
  if (!rules.scaLoginStarted(enrolment)) throw new Refused(rules.scaLoginNotStarted)
  if (!rules.scaAnswerHolds(body, enrolment)) throw new Refused(rules.scaCodeWrong)
  enrolment.loginStarted = false
  enrolment.sessionUntil = now() + rules.scaSessionLifetimeMs()
  return { status: 200, body: { expiresAt: rules.serialiseTimestamp(enrolment.sessionUntil) } }
}

/** Contract: Other endpoints that are referenced; States, Quote status. */
const authorizeQuote: PlatformOperation = (server, call) => {
  const { rules, store, now } = server
  const quote = rules.quoteNamed(store.quotes, call.parameter('quoteId'))
  if (!quote) throw new Refused(rules.quoteToAuthorizeNotFound)
  if (!rules.quoteAwaitsAuthorization(quote) || !quote.scaChallenge) {
    const outcome = rules.authorizesWhatNeedsNone
    if (outcome === 'REFUSED') throw new Refused(rules.nothingToAuthorize)
    if (outcome === 'EXECUTED') executeForPlatform(server, quote, 'EXECUTION')
    return { status: 200, body: quoteBody(server, quote) }
  }
  const body = call.body()
  if (!rules.scaCodeIsGiven(body)) throw invalidField(server, 'code')
  if (!rules.scaAnswerHolds(body, scaEnrolmentOf(store, quote.customerId))) {
    rules.afterRefusal('authorizeQuote', quote)
    throw new Refused(isObject(body.passkeyAssertion) ? rules.scaAssertionWrong : rules.scaCodeWrong)
  }
  if (rules.scaChallengeHasExpired(quote.scaChallenge, now())) throw new Refused(rules.scaChallengeExpired)
  quote.status = rules.statusOnceAuthorized(quote)
  if (rules.authorizationExecutes(quote)) executeForPlatform(server, quote, 'EXECUTION')
  return { status: 200, body: quoteBody(server, quote) }
}

/** Operations of strong customer authentication, by the names of their bindings and the credentials they take. */
export const strongCustomerAuthenticationOperations = {
  platform: { listScaFactors, enrolScaFactor, startScaLogin, completeScaLogin, authorizeQuote },
  agent: {},
  open: {},
}
