import { changesOnRefusal } from '../changes-on-refusal.ts'
import { rewriting, type Json } from './rewriting.ts'
import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import type { OperationName } from '../../spec/index.ts'
import { isObject } from '../../reference/is-object.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { Quote } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'

const QUOTES: readonly OperationName[] = [
  'createAgentQuote',
  'getAgentQuote',
  'createQuote',
  'getQuote',
  'authorizeQuote',
]

const isOfSixDigits = ({ code }: Json): boolean => /^\d{6}$/.test(String(code))

/** The completion of a login names its factor; the authorization of a quote does not. */
const isLogin = ({ factor }: Json): boolean => factor !== undefined

const challengeOf = ({ scaChallenge }: Json): Json | undefined =>
  isObject(scaChallenge) ? scaChallenge : undefined

const anHourBefore = (timestamp: unknown): string =>
  new Date(Date.parse(String(timestamp)) - 3_600_000).toISOString()

/** Knows which quotes are those of agents in mode APPROVAL_REQUIRED. */
const knowingWhoNeedsApproval =
  (change: (rules: Rules, needsApproval: (quote: Quote) => boolean) => Partial<Rules>) =>
  (rules: Rules): Partial<Rules> => {
    const needing = new Set<string>()
    return {
      mayCreateQuotes: (agent) => {
        if (rules.modeRequiresApproval(agent)) needing.add(agent.id)
        return rules.mayCreateQuotes(agent)
      },
      ...change(rules, ({ agentId }) => agentId !== undefined && needing.has(agentId)),
    }
  }

export const strongCustomerAuthenticationFaults: readonly Fault[] = [
  {
    id: 'sca-never-asked',
    title: 'never requires authorization',
    breaks: ['SCA-01', 'SCA-11', 'SCA-20', 'SCA-21'],
    replace: { quoteNeedsAuthorization: () => false },
  },
  {
    id: 'sca-agents-not-asked',
    title: "returns an agent's quote that awaits authorization as PENDING",
    breaks: ['SCA-01', 'SCA-20', 'SCA-21'],
    replace: rewriting('createAgentQuote', (quote) =>
      quote.status === 'PENDING_AUTHORIZATION'
        ? { ...quote, status: 'PENDING', scaChallenge: undefined }
        : quote,
    ),
  },
  {
    id: 'sca-challenge-born-expired',
    title: 'returns an expiresAt of the challenge that is an hour too early',
    breaks: ['SCA-02', 'SCA-11', 'SCA-12'],
    replace: rewriting(QUOTES, (quote) =>
      challengeOf(quote)
        ? {
            ...quote,
            scaChallenge: { ...challengeOf(quote), expiresAt: anHourBefore(challengeOf(quote)?.expiresAt) },
          }
        : quote,
    ),
  },
  {
    id: 'sca-instructions-at-once',
    title: 'returns the payment instructions before the authorization',
    breaks: ['SCA-03', 'SCA-07', 'SCA-08', 'SCA-11'],
    mayAlsoBreak: ['SCA-51'],
    replace: { showsPaymentInstructions: ({ source }) => source.sourceType === 'REALTIME_FUNDING' },
  },
  {
    id: 'sca-instructions-when-the-platform-reads',
    title: "shows the instructions of the platform's quote when it is read, although it awaits authorization",
    breaks: ['SCA-51'],
    replace: ({ showsPaymentInstructions }) => {
      const created = new Set<string>()
      return {
        showsPaymentInstructions: (quote) => {
          const isRead = quote.agentId === undefined && created.has(quote.id)
          created.add(quote.id)
          return (isRead && quote.source.sourceType === 'REALTIME_FUNDING') || showsPaymentInstructions(quote)
        },
      }
    },
  },
  {
    id: 'sca-instructions-when-read',
    title: 'withholds the payment instructions on creation, but not on read',
    breaks: ['SCA-03', 'SCA-07', 'SCA-08'],
    replace: rewriting('getAgentQuote', { paymentInstructions: [{ instructionsNotes: 'Pay.' }] }),
  },
  {
    id: 'sca-code-without-effect',
    title: 'accepts the right code, but leaves the quote unchanged',
    breaks: ['SCA-04', 'SCA-11'],
    mayAlsoBreak: ['SCA-13'],
    replace: { statusOnceAuthorized: ({ status }) => status },
  },
  {
    id: 'sca-authorized-fails',
    title: 'fails a quote on authorization',
    breaks: ['SCA-04'],
    // A failed quote is not executed.
    mayAlsoBreak: ['SCA-10'],
    replace: { statusOnceAuthorized: () => 'FAILED' },
  },
  {
    id: 'sca-challenge-stays',
    title: 'still returns the challenge of an authorized quote',
    breaks: ['SCA-05', 'CNV-02'],
    replace: { showsScaChallenge: () => true },
  },
  {
    id: 'sca-instructions-never',
    title: 'still withholds the payment instructions of an authorized quote',
    breaks: ['SCA-06'],
    replace: (conforming) => ({
      showsPaymentInstructions: (quote) =>
        quote.scaChallenge === undefined && conforming.showsPaymentInstructions(quote),
    }),
  },
  {
    id: 'sca-any-code',
    title: 'accepts any code for a quote',
    breaks: ['SCA-07', 'SCA-15', 'SCA-41'],
    replace: { scaAnswerHolds: () => true },
  },
  {
    id: 'sca-wrong-code-unauthorized',
    title: 'returns 401 for a wrong code',
    breaks: ['SCA-07', 'SCA-15', 'SCA-41'],
    replace: refused('scaCodeWrong', 401, 'UNAUTHORIZED'),
  },
  {
    id: 'sca-wrong-code-releases',
    title: 'rejects a wrong code, but releases the quote',
    breaks: ['SCA-07', 'SCA-15'],
    replace: changesOnRefusal('authorizeQuote', (quote) => {
      quote.status = 'PENDING'
    }),
  },
  {
    id: 'sca-late-code',
    title: 'accepts an expired code',
    breaks: ['SCA-08'],
    replace: { scaChallengeHasExpired: () => false },
  },
  {
    id: 'sca-executed-unauthorized',
    title: 'executes a quote that awaits authorization',
    breaks: ['SCA-09'],
    mayAlsoBreak: ['SCA-52'],
    replace: { quoteIsAuthorized: () => true },
  },
  {
    id: 'sca-authorized-not-executed',
    title: 'never executes an authorized quote',
    breaks: ['SCA-10'],
    replace: { quoteIsAuthorized: ({ scaChallenge }) => scaChallenge === undefined },
  },
  {
    id: 'sca-approved-before-authorized',
    title: 'executes a quote that is approved, but not authorized',
    breaks: ['SCA-52'],
    replace: knowingWhoNeedsApproval(({ quoteIsAuthorized }, needsApproval) => ({
      quoteIsAuthorized: (quote) => needsApproval(quote) || quoteIsAuthorized(quote),
    })),
  },
  {
    id: 'sca-authorized-before-approved',
    title: 'executes a quote on its authorization, although its agent needs approval',
    breaks: ['SCA-52'],
    replace: knowingWhoNeedsApproval((_, needsApproval) => ({ authorizationExecutes: needsApproval })),
  },
  {
    id: 'sca-platform-not-asked',
    title: "requires authorization only for agents' quotes",
    breaks: ['SCA-11'],
    replace: rewriting('createQuote', {
      status: 'PENDING',
      scaChallenge: undefined,
      paymentInstructions: [{}],
    }),
  },
  {
    id: 'sca-challenge-shown-once',
    title: 'returns the challenge on creation, but not on read',
    breaks: ['SCA-12', 'CNV-02'],
    replace: rewriting('getAgentQuote', { scaChallenge: undefined }),
  },
  {
    id: 'sca-authorization-open',
    title: 'authorizes quotes without checking credentials',
    breaks: ['SCA-13'],
    replace: acceptsInvalidCredentials('authorizeQuote'),
  },
  {
    id: 'sca-unknown-quote-conflicts',
    title: 'returns 409 for the authorization of an unknown quote',
    breaks: ['SCA-14'],
    replace: (conforming) => ({
      respond: (operation, response) =>
        operation === 'authorizeQuote' && response.status === 404
          ? { status: 409, body: conforming.platformErrorBody(conforming.nothingToAuthorize) }
          : response,
    }),
  },
  {
    id: 'sca-no-code-needed',
    title: 'authorizes a quote without a code',
    breaks: ['SCA-15'],
    replace: (conforming) => ({
      scaCodeIsGiven: () => true,
      scaAnswerHolds: (body, enrolment) =>
        typeof body.code !== 'string' || body.code === '' || conforming.scaAnswerHolds(body, enrolment),
    }),
  },
  {
    id: 'sca-default-passkey',
    title: 'selects a passkey unless another factor is preferred',
    breaks: ['SCA-20'],
    replace: { preferredScaFactor: ({ scaFactor }) => scaFactor ?? 'PASSKEY' },
  },
  {
    id: 'sca-preference-ignored',
    title: 'selects a code for any preferred factor',
    breaks: ['SCA-22', 'SCA-23', 'SCA-24', 'SCA-25'],
    replace: { preferredScaFactor: () => 'SMS_OTP' },
  },
  {
    id: 'sca-strongest-factor',
    title: 'selects a passkey whenever the customer has one',
    breaks: ['SCA-20', 'SCA-21'],
    replace: { challengedFactor: () => 'PASSKEY' },
  },
  {
    id: 'sca-totp-accepted',
    title: 'accepts TOTP as a preferred factor',
    breaks: ['SCA-23'],
    replace: (conforming) => ({
      scaFactorAuthorizes: (factor): factor is string =>
        factor === 'TOTP' || conforming.scaFactorAuthorizes(factor),
    }),
  },
  {
    id: 'sca-unknown-factor-ignored',
    title: 'ignores an unknown preferred factor',
    breaks: ['SCA-24'],
    replace: (conforming) => ({
      preferredScaFactor: (body) =>
        ['SMS_OTP', 'PASSKEY', 'TOTP'].includes(String(body.scaFactor))
          ? conforming.preferredScaFactor(body)
          : 'SMS_OTP',
    }),
  },
  {
    id: 'sca-passkey-without-options',
    title: 'omits passkeyAssertionOptions from a challenge for a passkey',
    breaks: ['SCA-25'],
    replace: { passkeyFields: () => ({}) },
  },
  {
    id: 'sca-factor-unavailable',
    title: 'selects a factor that it does not list as available',
    breaks: ['SCA-26'],
    replace: { availableScaFactors: () => ['PASSKEY'] },
  },
  {
    id: 'sca-everywhere',
    title: 'requires authorization in every region',
    breaks: ['SCA-30', 'SCA-31'],
    replace: { quoteNeedsAuthorization: () => true },
  },
  {
    id: 'sca-region-of-everyone',
    title: 'treats every customer as one in a region that requires SCA',
    breaks: ['SCA-30', 'SCA-31', 'SCA-32'],
    replace: { isInScaRegion: () => true },
  },
  {
    id: 'sca-instructions-withheld-everywhere',
    title: 'withholds the payment instructions of quotes that need no authorization',
    breaks: ['SCA-30'],
    // They are withheld after the authorization too.
    mayAlsoBreak: ['SCA-06'],
    replace: { showsPaymentInstructions: () => false },
  },
  {
    id: 'sca-preference-heeded-elsewhere',
    title: 'requires authorization in every region when a factor is preferred',
    breaks: ['SCA-31'],
    replace: (conforming) => {
      let isPreferred = false
      return {
        scaFactorErrors: (body) => {
          isPreferred = body.scaFactor !== undefined
          return conforming.scaFactorErrors(body)
        },
        quoteNeedsAuthorization: (isInScaRegion, source) =>
          isPreferred || conforming.quoteNeedsAuthorization(isInScaRegion, source),
      }
    },
  },
  {
    id: 'sca-served-elsewhere',
    title: 'lists the factors of customers in every region',
    breaks: ['SCA-32'],
    replace: {
      respond: (operation, response) =>
        operation === 'listScaFactors' && response.status === 409
          ? { status: 200, body: { data: [] } }
          : response,
    },
  },
  {
    id: 'sca-not-at-creation',
    title: 'executes a quote at its creation without authorization',
    breaks: ['SCA-09'],
    replace: ({ asksForExecution }) => {
      let asked = false
      return {
        asksForExecution(body) {
          asked = asksForExecution(body)
          return asked
        },
        executesAtCreation: () => asked,
      }
    },
  },
  {
    id: 'sca-not-for-the-platform',
    title: 'executes a quote that awaits authorization if the platform executes it',
    breaks: ['SCA-09'],
    replace: ({ quoteNamed, quoteIsExecutableBy, quoteIsAuthorized }) => {
      let isPlatform = false
      return {
        quoteNamed(quotes, quoteId) {
          isPlatform = true
          return quoteNamed(quotes, quoteId)
        },
        quoteIsExecutableBy(quote, agent) {
          isPlatform = false
          return quoteIsExecutableBy(quote, agent)
        },
        quoteIsAuthorized: (quote) => isPlatform || quoteIsAuthorized(quote),
      }
    },
  },
  {
    id: 'sca-login-elsewhere',
    title: 'starts a login of customers in every region',
    breaks: ['SCA-32'],
    replace: {
      respond: (operation, response) =>
        operation === 'startScaLogin' && response.status === 409
          ? { status: 200, body: { factor: 'SMS_OTP' } }
          : response,
    },
  },
  {
    id: 'sca-enrolment-elsewhere',
    title: 'enrols factors of customers in every region',
    breaks: ['SCA-32'],
    replace: {
      respond: (operation, response) =>
        operation === 'enrolScaFactor' && valueAt(response.body, 'code') === 'CONFLICT'
          ? { status: 201, body: { factor: 'TOTP' } }
          : response,
    },
  },
  {
    id: 'sca-elsewhere-not-found',
    title: 'returns 404 where SCA is not required',
    breaks: ['SCA-32'],
    replace: refused('scaNotRequired', 404, 'NOT_FOUND'),
  },
  {
    id: 'sca-authorization-executes',
    title: 'executes a quote that needs no authorization when it is authorized',
    breaks: ['SCA-33'],
    replace: { authorizesWhatNeedsNone: 'EXECUTED' },
  },
  {
    id: 'sca-login-breaks',
    title: 'logs a customer in, then returns 500',
    breaks: ['SCA-40'],
    // Every check that needs a login fails with it.
    mayAlsoBreak: ['SCA-48', 'SCA-49', 'SCA-42', 'SCA-43', 'SCA-44', 'SCA-45', 'SCA-46', 'SCA-47'],
    replace: crashesIn('completeScaLogin'),
  },
  {
    id: 'sca-session-unauthorized',
    title: 'returns 401 for a missing login session',
    breaks: ['SCA-42'],
    replace: refused('scaSessionRequired', 401, 'UNAUTHORIZED'),
  },
  {
    id: 'sca-session-conflict-unnamed',
    title: 'returns a generic conflict for a missing login session',
    breaks: ['SCA-42'],
    replace: refused('scaSessionRequired', 409, 'CONFLICT'),
  },
  {
    id: 'sca-session-of-the-asked-only',
    title: 'opens a login session only where one was missing before',
    breaks: ['SCA-43'],
    mayAlsoBreak: ['SCA-44', 'SCA-46', 'SCA-49'],
    replace: (conforming) => {
      const asked = new Set<object>()
      return {
        hasScaSession: (enrolment, now) => {
          const isLoggedIn = conforming.hasScaSession(enrolment, now)
          if (!isLoggedIn) asked.add(enrolment)
          return isLoggedIn && asked.has(enrolment)
        },
      }
    },
  },
  {
    id: 'sca-endpoints-open',
    title: 'serves the SCA endpoints without checking credentials',
    breaks: ['SCA-44'],
    replace: acceptsInvalidCredentials('startScaLogin', 'listScaFactors'),
  },
  {
    id: 'sca-factors-break',
    title: 'returns 500 when the factors of a customer are listed',
    breaks: ['SCA-45'],
    mayAlsoBreak: ['SCA-49', 'SCA-44', 'SCA-46'],
    replace: crashesIn('listScaFactors'),
  },
  {
    id: 'sca-session-of-all',
    title: 'opens a session for all customers with a pending login when one logs in',
    breaks: ['SCA-47'],
    mayAlsoBreak: ['SCA-41'],
    replace: (conforming) => {
      const asked = new Set<object>()
      const granted = new Set<object>()
      return {
        hasScaSession: (enrolment, now) => {
          if (granted.has(enrolment) || conforming.hasScaSession(enrolment, now)) return true
          asked.add(enrolment)
          return false
        },
        scaSessionLifetimeMs: () => {
          for (const enrolment of asked) granted.add(enrolment)
          return conforming.scaSessionLifetimeMs()
        },
      }
    },
  },
  {
    id: 'sca-any-code-of-six-authorizes',
    title: 'accepts any code of the right length for a quote',
    breaks: ['SCA-07'],
    replace: (conforming) => ({
      scaAnswerHolds: (body, enrolment) =>
        conforming.scaAnswerHolds(body, enrolment) || (!isLogin(body) && isOfSixDigits(body)),
    }),
  },
  {
    id: 'sca-any-code-of-six-logs-in',
    title: 'accepts any code of the right length for a login',
    breaks: ['SCA-41'],
    replace: (conforming) => ({
      scaAnswerHolds: (body, enrolment) =>
        conforming.scaAnswerHolds(body, enrolment) || (isLogin(body) && isOfSixDigits(body)),
    }),
  },
  {
    id: 'sca-codes-compared-by-prefix',
    title: 'accepts the first characters of a code',
    breaks: ['SCA-07', 'SCA-41'],
    replace: (conforming) => ({
      scaAnswerHolds: (body, enrolment) =>
        (typeof body.code === 'string' && body.code !== '' && enrolment.code?.startsWith(body.code)) ||
        conforming.scaAnswerHolds(body, enrolment),
    }),
  },
  {
    id: 'sca-codes-of-all',
    title: 'accepts the code of another customer',
    breaks: ['SCA-07', 'SCA-41'],
    replace: (conforming) => {
      const sent = new Set<unknown>()
      return {
        statedScaExpiry: (createdAt, enrolment) => {
          sent.add(enrolment.code)
          return conforming.statedScaExpiry(createdAt, enrolment)
        },
        startsScaLogin: (enrolment) => {
          sent.add(enrolment.code)
          return conforming.startsScaLogin(enrolment)
        },
        scaAnswerHolds: (body, enrolment) =>
          conforming.scaAnswerHolds(body, enrolment) || sent.has(body.code),
      }
    },
  },
  {
    id: 'sca-login-completed-again',
    title: 'accepts the code of a login repeatedly',
    breaks: ['SCA-48'],
    replace: (conforming) => {
      const started = new Set<object>()
      return {
        scaLoginStarted: (enrolment) => {
          if (conforming.scaLoginStarted(enrolment)) started.add(enrolment)
          return started.has(enrolment)
        },
      }
    },
  },
  {
    id: 'sca-factors-of-all',
    title: 'also lists the factors of other customers',
    breaks: ['SCA-49'],
    // A factor that another customer enrols looks like the effect of a rejected enrolment.
    mayAlsoBreak: ['SCA-44', 'SCA-46'],
    replace: (conforming) => {
      const enrolled: { readonly factor: unknown; readonly by: string | null }[] = []
      return {
        respond: (operation, response, request) => {
          const body = response.body as Json
          const by = new URL(request.url).searchParams.get('customerId')
          if (operation === 'enrolScaFactor' && response.status < 400)
            enrolled.push({ factor: body.factor, by })
          if (operation !== 'listScaFactors' || response.status >= 400)
            return conforming.respond(operation, response, request)
          const others = enrolled.filter((one) => one.by !== by).map(({ factor }) => ({ factor }))
          return { ...response, body: { data: [...(body.data as readonly Json[]), ...others] } }
        },
      }
    },
  },
  {
    id: 'sca-challenges-of-one-identifier',
    title: 'returns the same id for every challenge',
    breaks: ['SCA-50'],
    replace: ({ newId }) => ({
      newId: (type) =>
        type === 'ScaChallenge' ? 'ScaChallenge:00000000-0000-4000-8000-000000000000' : newId(type),
    }),
  },
  {
    id: 'sca-wrong-code-logs-in',
    title: 'rejects a wrong code of a login, but opens the session',
    breaks: ['SCA-41'],
    replace: ({ scaAnswerHolds }) => ({
      scaAnswerHolds: (body, enrolment) => {
        const holds = scaAnswerHolds(body, enrolment)
        if (!holds && enrolment.loginStarted) enrolment.sessionUntil = Date.now() + 300_000
        return holds
      },
    }),
  },
]
