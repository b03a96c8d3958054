import { refusal, type FieldError } from '../errors.ts'
import { isObject } from '../is-object.ts'
import type { Customer, Quote, QuoteSource, ScaChallenge } from '../resources/payments.ts'
import type { ScaEnrolment } from '../resources/strong-customer-authentication.ts'

/** Why requests are rejected. */
const refusals = {
  quoteToAuthorizeNotFound: refusal(404, 'QUOTE_NOT_FOUND', 'There is no such quote to authorize.'),
  /** 409: nothing to authorize; also for customers in other regions. */
  nothingToAuthorize: refusal(409, 'CONFLICT', 'The quote does not await authorization.'),
  scaCodeWrong: refusal(400, 'INVALID_INPUT', 'The code is wrong.'),
  scaAssertionWrong: refusal(400, 'INVALID_INPUT', 'The assertion is invalid.'),
  scaChallengeExpired: refusal(400, 'INVALID_INPUT', 'The challenge has expired. Request a new quote.'),
  customerUnknown: refusal(404, 'CUSTOMER_NOT_FOUND', 'There is no such customer.'),
  /** For customers in other regions these endpoints return 409. */
  scaNotRequired: refusal(409, 'CONFLICT', 'The customer is not in a region that requires SCA.'),
  scaLoginNotStarted: refusal(409, 'CONFLICT', 'The customer has not started a login.'),
  /** A missing or expired SCA login session is 409 `SCA_SESSION_REQUIRED`, not 401 (Authentication). */
  scaSessionRequired: refusal(
    409,
    'SCA_SESSION_REQUIRED',
    'The customer has no SCA login session. Log in again and retry.',
  ),
}

/** Contract: What the service does, Strong Customer Authentication; Quote, status; Endpoints 3, preferred SCA factor. */
export const strongCustomerAuthenticationRules = {
  ...refusals,

  isInScaRegion: ({ scaRegion }: Customer): boolean => scaRegion === true,

  /** Real-time funding in such a region; also an account as the source, which the contract leaves open. */
  quoteNeedsAuthorization: (isInScaRegion: boolean, _source: QuoteSource): boolean => isInScaRegion,

  /** SMS_OTP unless another factor is preferred. */
  preferredScaFactor: ({ scaFactor }: Readonly<Record<string, unknown>>): unknown => scaFactor ?? 'SMS_OTP',

  /** TOTP cannot carry the dynamic linking that is required. */
  scaFactorAuthorizes: (factor: unknown): factor is string => factor === 'SMS_OTP' || factor === 'PASSKEY',

  scaFactorRejected: (): readonly FieldError[] => [
    {
      field: 'scaFactor',
      constraint: { enum: ['SMS_OTP', 'PASSKEY'] },
      message: 'scaFactor is SMS_OTP or PASSKEY',
    },
  ],

  /** The factor of a challenge, given the preferred factor and the customer's factors. */
  challengedFactor: (preferred: string, enrolled: ReadonlySet<string>): string =>
    enrolled.has(preferred) ? preferred : 'SMS_OTP',

  /** The customer's factors that can authorize a quote. */
  availableScaFactors: (enrolled: ReadonlySet<string>): readonly string[] =>
    [...enrolled].filter((factor) => factor !== 'TOTP'),

  scaPurpose: 'PAYOUT',

  passkeyFields: (
    challengeId: string,
  ): Pick<ScaChallenge, 'passkeyAssertionOptions' | 'passkeyAllowedOrigins'> => ({
    passkeyAssertionOptions: {
      challenge: Buffer.from(challengeId).toString('base64url'),
      rpId: 'bank.example',
      userVerification: 'required',
    },
    passkeyAllowedOrigins: ['https://bank.example'],
  }),

  statedScaExpiry: (createdAt: number, { challengeLifetimeMs }: ScaEnrolment): number =>
    createdAt + challengeLifetimeMs,

  quoteAwaitsAuthorization: ({ status }: Quote): boolean => status === 'PENDING_AUTHORIZATION',

  /** An authorized quote is executed when that is requested. */
  authorizationExecutes: (_quote: Quote): boolean => false,

  /** Authorizing a quote that needs no authorization has no effect. */
  authorizesWhatNeedsNone: 'REFUSED' as 'REFUSED' | 'IGNORED' | 'EXECUTED',

  /** Whether provider states return one-time codes before they are sent. */
  codesAreKnownAtSetUp: true as boolean,
  scaCodeIsGiven: (body: Readonly<Record<string, unknown>>): boolean =>
    typeof body.code === 'string' || isObject(body.passkeyAssertion),

  /** No customer has a passkey here, so only a code authorizes. */
  scaAnswerHolds: ({ code }: Readonly<Record<string, unknown>>, enrolment: ScaEnrolment): boolean =>
    code === enrolment.code,

  scaChallengeHasExpired: ({ expiresAt }: ScaChallenge, now: number): boolean => now >= expiresAt,

  statusOnceAuthorized: (_quote: Quote): Quote['status'] => 'PENDING',

  /** The code of the enrolment is sent. */
  startsScaLogin: (_enrolment: ScaEnrolment): boolean => true,

  scaLoginStarted: ({ loginStarted }: ScaEnrolment): boolean => loginStarted,

  scaSessionLifetimeMs: (): number => 300_000,

  hasScaSession: ({ sessionUntil }: ScaEnrolment, now: number): boolean => now < sessionUntil,

  /** The contract does not show which operations need a session; here the list of factors needs none. */
  listingFactorsNeedsSession: false,
}
