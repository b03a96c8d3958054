import { changesOnRefusal } from '../changes-on-refusal.ts'
import type { Variant } from './variant.ts'
import { answersChanged, eachObject, successesChanged, without, type Json } from './rewritten.ts'

/** Contract: Quote, status and scaChallenge; Endpoints 3, preferred SCA factor; Authentication. */
export const strongCustomerAuthenticationVariations: readonly Variant[] = [
  {
    id: 'codes-known-once-sent',
    title: 'knows a one-time code only once it was sent, so that no state returns it before',
    point: 'one-time codes of customers',
    interpretation: 'A code is made for each challenge. The provider state one-time-code returns it.',
    replace: () => ({ codesAreKnownAtSetUp: false }),
  },
  {
    id: 'sca-not-for-accounts',
    title: 'requires authorization of real-time funding only',
    point: 'PENDING_AUTHORIZATION for an account source in an SCA region',
    interpretation: 'The contract states it for real-time funding.',
    replace: (rules) => ({
      quoteNeedsAuthorization: (inRegion, source) =>
        rules.quoteNeedsAuthorization(inRegion, source) && source.sourceType === 'REALTIME_FUNDING',
    }),
  },
  {
    id: 'sca-needless-authorization-accepted',
    title: 'accepts the authorization of a quote that needs none, without effect',
    point: '/authorize for customers elsewhere',
    interpretation: 'There is nothing left to authorize.',
    replace: { authorizesWhatNeedsNone: 'IGNORED' },
  },
  {
    id: 'sca-wrong-code-conflicts',
    title: 'returns 409 for a wrong or late code',
    point: 'how a wrong code is refused',
    interpretation: 'The contract does not specify which error.',
    replace: (rules) => ({
      scaCodeWrong: { ...rules.scaCodeWrong, status: 409, code: 'CONFLICT' },
      scaChallengeExpired: { ...rules.scaChallengeExpired, status: 409, code: 'CONFLICT' },
    }),
  },
  {
    id: 'sca-wrong-code-not-found',
    title: 'returns 404 for a wrong or late code',
    point: 'how a wrong code is refused',
    interpretation: 'The contract does not specify which error.',
    replace: (rules) => ({
      scaCodeWrong: { ...rules.scaCodeWrong, status: 404, code: 'VERIFICATION_NOT_FOUND' },
      scaChallengeExpired: {
        ...rules.scaChallengeExpired,
        status: 404,
        code: 'VERIFICATION_NOT_FOUND',
      },
    }),
  },
  {
    id: 'sca-wrong-code-unprocessable',
    title: 'returns 422 for a wrong or late code',
    point: 'how a wrong code is refused',
    interpretation: 'The contract does not specify which error.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      scaCodeWrong: { ...rules.scaCodeWrong, status: 422 },
      scaChallengeExpired: { ...rules.scaChallengeExpired, status: 422 },
    }),
  },
  {
    id: 'sca-one-attempt',
    title: 'fails a quote after one wrong code',
    point: 'how many attempts a challenge allows',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      ...changesOnRefusal('authorizeQuote', (quote) => {
        quote.status = 'FAILED'
      })(rules),
      showsPaymentInstructions: (quote) => quote.status !== 'FAILED' && rules.showsPaymentInstructions(quote),
    }),
  },
  {
    id: 'sca-asked-at-execution',
    title: 'requires authorization of a quote from an account on execution',
    point: 'PENDING_AUTHORIZATION for an account source in an SCA region',
    interpretation: 'On execution, which is requested again once the quote is authorized.',
    replace: (rules) => {
      const inScaRegion = new Set<string>()
      return {
        isInScaRegion: (customer) => {
          const isIn = rules.isInScaRegion(customer)
          if (isIn) inScaRegion.add(customer.id)
          return isIn
        },
        quoteNeedsAuthorization: (isIn, source) =>
          rules.quoteNeedsAuthorization(isIn, source) && source.sourceType === 'REALTIME_FUNDING',
        quoteIsAuthorized: (quote) => {
          if (quote.scaChallenge || !inScaRegion.has(quote.customerId)) return rules.quoteIsAuthorized(quote)
          const scaChallenge = {
            id: rules.newId('ScaChallenge'),
            expiresAt: Date.now() + 300_000,
            factor: 'SMS_OTP',
            availableFactors: ['SMS_OTP'],
            purpose: rules.scaPurpose,
          }
          Object.assign(quote, { status: 'PENDING_AUTHORIZATION', scaChallenge })
          return false
        },
      }
    },
  },
  {
    id: 'sca-assertion-unauthorized',
    title: 'returns 401 for an invalid assertion',
    point: 'rejection of an invalid assertion',
    interpretation: 'A signature is invalid.',
    replace: {
      scaAssertionWrong: { status: 401, code: 'INVALID_SIGNATURE', reason: 'The assertion fails.' },
    },
  },
  {
    id: 'sca-challenge-anew',
    title: 'returns a new challenge id on every read of a quote',
    point: 'the challenge of a quote that is read again',
    interpretation: 'The contract does not require a stable id.',
    blocks: ['SCA-08'],
    replace: (rules) =>
      answersChanged(rules, (response) =>
        response.status < 400
          ? {
              ...response,
              body: eachObject(response.body, (object) =>
                String(object.id).startsWith('ScaChallenge:')
                  ? { ...object, id: rules.newId('ScaChallenge') }
                  : object,
              ),
            }
          : response,
      ),
  },
  {
    id: 'sca-available-are-the-others',
    title: 'lists only the other factors as available',
    point: 'availableFactors of a challenge',
    interpretation: 'The list contains the factors to switch to.',
    warns: ['SCA-26'],
    replace: (rules) =>
      answersChanged(rules, (response) =>
        response.status < 400
          ? {
              ...response,
              body: eachObject(response.body, (object) =>
                Array.isArray(object.availableFactors)
                  ? {
                      ...object,
                      availableFactors: (object.availableFactors as readonly unknown[]).filter(
                        (factor) => factor !== object.factor,
                      ),
                    }
                  : object,
              ),
            }
          : response,
      ),
  },
  {
    id: 'sca-factors-need-session',
    title: 'lists factors only for a logged-in customer',
    point: 'which operations need an SCA login session',
    interpretation: 'The contract does not specify it.',
    replace: { listingFactorsNeedsSession: true },
  },
  {
    id: 'sca-instructions-empty',
    title: 'returns an empty array for withheld payment instructions',
    point: 'how payment instructions are withheld',
    interpretation: 'An empty array contains no instructions.',
    replace: (rules) =>
      answersChanged(rules, (response) =>
        response.status < 400
          ? {
              ...response,
              body: eachObject(response.body, (object) =>
                object.status === 'PENDING_AUTHORIZATION' ? { ...object, paymentInstructions: [] } : object,
              ),
            }
          : response,
      ),
  },
  {
    id: 'sca-challenge-without-factors',
    title: 'returns only the id, expiry and factor of a challenge',
    point: 'fields of a challenge',
    interpretation: 'The contract does not specify which fields are required.',
    warns: ['SCA-25'],
    replace: (rules) =>
      answersChanged(rules, (response) =>
        response.status < 400
          ? {
              ...response,
              body: eachObject(response.body, (object) =>
                'availableFactors' in object
                  ? without(
                      object,
                      'availableFactors',
                      'purpose',
                      'passkeyAssertionOptions',
                      'passkeyAllowedOrigins',
                    )
                  : object,
              ),
            }
          : response,
      ),
  },
  {
    id: 'sca-customers-without-passkey',
    title: 'has no customers with a passkey',
    point: 'fields of a challenge',
    interpretation:
      'The preferred factor is one that the customer has; without a passkey, a code is required.',
    blocks: ['SCA-22', 'SCA-25'],
    replace: (rules) => ({
      challengedFactor: () => 'SMS_OTP',
      availableScaFactors: (enrolled) =>
        rules.availableScaFactors(enrolled).filter((factor) => factor !== 'PASSKEY'),
    }),
  },
  {
    id: 'sca-authorized-is-processing',
    title: 'sets an authorized quote to PROCESSING while it waits for its funding',
    point: 'the status of a quote that was authorized',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      statusOnceAuthorized: (quote) =>
        quote.source.sourceType === 'REALTIME_FUNDING' ? 'PROCESSING' : rules.statusOnceAuthorized(quote),
    }),
  },
  {
    id: 'sca-two-challenges',
    alone: true,
    title: 'requires a second challenge after the first one',
    point: 'how many challenges a quote takes',
    interpretation: 'Several challenges may follow each other.',
    replace: (rules) => {
      const challengedAgain = new WeakSet<object>()
      return {
        statusOnceAuthorized: (quote) => {
          if (quote.scaChallenge === undefined || challengedAgain.has(quote))
            return rules.statusOnceAuthorized(quote)
          challengedAgain.add(quote)
          Object.assign(quote, { scaChallenge: { ...quote.scaChallenge, id: rules.newId('ScaChallenge') } })
          return 'PENDING_AUTHORIZATION'
        },
      }
    },
  },
  {
    id: 'sca-authorization-returns-an-empty-object',
    title: 'returns an empty object from an authorization',
    point: 'response to an authorization',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'authorizeQuote' && response.status === 200 ? { status: 200, body: {} } : response,
      ),
  },
  {
    id: 'sca-factors-confirmed-later',
    title: 'returns 202 for the enrolment of a factor, and lists it once it is confirmed',
    point: 'how a factor is enrolled',
    interpretation: 'The contract does not specify how a factor is enrolled.',
    blocks: ['SCA-44', 'SCA-46', 'SCA-49'],
    replace: (rules) =>
      successesChanged(
        rules,
        ({ status, body }, operation) =>
          operation === 'enrolScaFactor'
            ? { status: 202, body: { secret: 'JBSWY3DPEHPK3PXP' } }
            : {
                status,
                body: { data: ((body as Json).data as Json[]).filter(({ factor }) => factor !== 'TOTP') },
              },
        ['enrolScaFactor', 'listScaFactors'],
      ),
  },
]
