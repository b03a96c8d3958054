import type { Variant } from './variant.ts'
import { answersChanged, eachObject, without } from './rewritten.ts'

/** Contract: Quote, status and scaChallenge; Endpoints 3, preferred SCA factor; Authentication. */
export const strongCustomerAuthenticationVariations: readonly Variant[] = [
  {
    id: 'sca-not-for-accounts',
    title: 'asks for authorization of real-time funding only',
    point: 'PENDING_AUTHORIZATION for an account source in an SCA region',
    reading: 'It is stated for real-time funding.',
    replace: (rules) => ({
      quoteNeedsAuthorization: (inRegion, source) =>
        rules.quoteNeedsAuthorization(inRegion, source) && source.sourceType === 'REALTIME_FUNDING',
    }),
  },
  {
    id: 'sca-needless-authorization-accepted',
    title: 'accepts the authorization of a quote that needs none, and does nothing',
    point: '/authorize for customers elsewhere',
    reading: 'There is nothing left to authorize.',
    replace: () => ({ authorizesWhatNeedsNone: () => 'IGNORED' }),
  },
  {
    id: 'sca-wrong-code-conflicts',
    title: 'refuses a wrong or late code with 409',
    point: 'how a wrong code is refused',
    reading: 'Which error, is not shown.',
    replace: (rules) => ({
      scaCodeWrong: () => ({ ...rules.scaCodeWrong(), status: 409, code: 'CONFLICT' }),
      scaChallengeExpired: () => ({ ...rules.scaChallengeExpired(), status: 409, code: 'CONFLICT' }),
    }),
  },
  {
    id: 'sca-wrong-code-not-found',
    title: 'refuses a wrong or late code with 404',
    point: 'how a wrong code is refused',
    reading: 'Which error, is not shown.',
    replace: (rules) => ({
      scaCodeWrong: () => ({ ...rules.scaCodeWrong(), status: 404, code: 'VERIFICATION_NOT_FOUND' }),
      scaChallengeExpired: () => ({
        ...rules.scaChallengeExpired(),
        status: 404,
        code: 'VERIFICATION_NOT_FOUND',
      }),
    }),
  },
  {
    id: 'sca-wrong-code-unprocessable',
    title: 'rejects a wrong or late code with 422',
    point: 'how a wrong code is refused',
    reading: 'Which error, is not shown.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      scaCodeWrong: () => ({ ...rules.scaCodeWrong(), status: 422 }),
      scaChallengeExpired: () => ({ ...rules.scaChallengeExpired(), status: 422 }),
    }),
  },
  {
    id: 'sca-one-attempt',
    title: 'fails a quote after one wrong code',
    point: 'how many attempts a challenge allows',
    reading: 'Not shown.',
    replace: (rules) => ({
      statusAfterWrongCode: () => 'FAILED',
      showsPaymentInstructions: (quote) => quote.status !== 'FAILED' && rules.showsPaymentInstructions(quote),
    }),
  },
  {
    id: 'sca-asked-at-execution',
    title: 'asks for the authorization of a quote from an account when it is executed',
    point: 'PENDING_AUTHORIZATION for an account source in an SCA region',
    reading: 'At execution, which is requested again once the quote is authorized.',
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
            purpose: rules.scaPurpose(),
          }
          Object.assign(quote, { status: 'PENDING_AUTHORIZATION', scaChallenge })
          return false
        },
      }
    },
  },
  {
    id: 'sca-assertion-unauthorized',
    title: 'answers an assertion that does not hold with 401',
    point: 'how an assertion is refused that does not hold',
    reading: 'A signature failed.',
    replace: () => ({
      scaAssertionWrong: () => ({ status: 401, code: 'INVALID_SIGNATURE', reason: 'The assertion fails.' }),
    }),
  },
  {
    id: 'sca-challenge-anew',
    title: 'has a new id for the challenge whenever a quote is read',
    point: 'the challenge of a quote that is read again',
    reading: 'That it is the same, is not stated.',
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
    title: 'lists as available the factors that the challenge is not for',
    point: 'availableFactors of a challenge',
    reading: 'Those to change to.',
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
    title: 'lists factors only for a customer who is logged in',
    point: 'which operations need an SCA login session',
    reading: 'Not shown.',
    replace: () => ({ listingFactorsNeedsSession: () => true }),
  },
  {
    id: 'sca-instructions-empty',
    title: 'withholds payment instructions as an empty array',
    point: 'how payment instructions are withheld',
    reading: 'There are none in an empty array.',
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
    title: 'tells of a challenge no more than its id, expiry and factor',
    point: 'fields of a challenge',
    reading: 'Which are required, is not shown.',
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
    title: 'has no customer with a passkey',
    point: 'fields of a challenge',
    reading:
      'The preferred factor is one that the customer has, and a code is asked for where it has no passkey.',
    blocks: ['SCA-22', 'SCA-25'],
    replace: (rules) => ({
      challengedFactor: () => 'SMS_OTP',
      availableScaFactors: (enrolled) =>
        rules.availableScaFactors(enrolled).filter((factor) => factor !== 'PASSKEY'),
    }),
  },
  {
    id: 'sca-authorized-is-processing',
    title: 'has a quote in PROCESSING once it is authorized, while it waits for its funding',
    point: 'the status of a quote that was authorized',
    reading: 'Not shown.',
    replace: (rules) => ({
      statusOnceAuthorized: (quote) =>
        quote.source.sourceType === 'REALTIME_FUNDING' ? 'PROCESSING' : rules.statusOnceAuthorized(quote),
    }),
  },
  {
    id: 'sca-two-challenges',
    alone: true,
    title: 'has a second challenge follow the first, before a quote is authorized',
    point: 'how many challenges a quote takes',
    reading: 'Several may follow each other.',
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
    id: 'sca-authorized-without-an-answer',
    title: 'answers an authorization with an empty object',
    point: 'what an authorization answers',
    reading: 'Not shown.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'authorizeQuote' && response.status === 200 ? { status: 200, body: {} } : response,
      ),
  },
]
