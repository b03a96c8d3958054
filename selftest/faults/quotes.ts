import type { ReferenceResponse } from '../../reference/reference-response.ts'
import type { FieldError } from '../../reference/errors.ts'
import { isObject } from '../../reference/is-object.ts'
import type { Agent } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

type Body = Readonly<Record<string, unknown>>

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The validation of a field, blind to errors at these places. */
const blindTo =
  (check: (body: Body) => readonly FieldError[], ...fields: readonly string[]) =>
  (body: Body): readonly FieldError[] =>
    check(body).filter(({ field }) => !fields.includes(field))

const bodyOf = ({ body }: ReferenceResponse) => body as Body

/** An agent is found for anyone who asks for a quote in this way; everybody else is treated as the contract allows. */
const alsoLetsIn =
  (conforming: Rules, finds: (authorization: string, agents: readonly Agent[]) => Agent | undefined) =>
  (...[operation, authorization, agents, platform]: Parameters<Rules['callingAgent']>) => {
    const all = [...agents]
    const known = conforming.callingAgent(operation, authorization, all, platform)
    return known ?? (operation === 'createAgentQuote' ? finds(authorization ?? '', all) : undefined)
  }

const TWO_HOURS = 2 * 60 * 60 * 1000

const terms: readonly Fault[] = [
  {
    id: 'quote-born-processing',
    title: 'answers a new quote as if it were being executed already',
    breaks: ['QUO-01'],
    replace: () => ({ shownQuoteStatus: () => 'PROCESSING' }),
  },
  {
    id: 'locked-side-ignored-for-sending',
    title: 'takes the locked amount for the receiving one, whatever lockedCurrencySide says',
    breaks: ['QUO-02'],
    mayAlsoBreak: ['QUO-87'],
    replace: () => ({ lockedSide: () => 'RECEIVING' }),
  },
  {
    id: 'locked-side-ignored-for-receiving',
    title: 'takes the locked amount for the sending one, whatever lockedCurrencySide says',
    breaks: ['QUO-03'],
    replace: () => ({ lockedSide: () => 'SENDING' }),
  },
  {
    id: 'fees-on-top-of-the-locked-total',
    title: 'adds the fees to a sending total that is locked',
    breaks: ['QUO-02'],
    mayAlsoBreak: ['QUO-87'],
    replace: () => ({
      priceOfSending: (total, net, platformFees, receiving) => ({
        sending: total + (total - net),
        receiving,
        fees: 2n * (total - net),
        platformFees,
      }),
    }),
  },
  {
    id: 'fees-not-deducted-before-conversion',
    title: 'converts the sending total without deducting the fees that it states',
    breaks: ['QUO-04'],
    replace: (conforming) => ({
      toReceiving: (net, priced) =>
        conforming.toReceiving(
          net + conforming.serviceFeeOn(net, priced) + conforming.platformFeeOn(net, priced),
          priced,
        ),
    }),
  },
  {
    id: 'fees-deducted-twice',
    title: 'deducts the fees before the conversion and again from what is received',
    breaks: ['QUO-04'],
    replace: (conforming) => ({
      toReceiving: (net, priced) => conforming.toReceiving(conforming.netOfSending(net, priced), priced),
    }),
  },
  {
    id: 'receiving-rounded-to-whole-units',
    title: 'rounds what is received down to whole units of the currency',
    breaks: ['QUO-04'],
    replace: (conforming) => ({
      toReceiving: (net, priced) => {
        const exact = conforming.toReceiving(net, priced)
        return exact - (exact % 10n ** BigInt(priced.receiving.decimals))
      },
    }),
  },
  {
    id: 'rate-upside-down',
    title: 'states receiving units per sending unit as the rate',
    breaks: ['QUO-04', 'QUO-05'],
    replace: (conforming) => ({ statedRate: (...terms) => 1 / conforming.statedRate(...terms) }),
  },
  {
    id: 'rate-without-the-margin',
    title: 'states the market rate, and converts at one that is half a percent worse',
    breaks: ['QUO-04', 'QUO-05'],
    replace: (conforming) => ({ statedRate: (...terms) => conforming.statedRate(...terms) * 0.995 }),
  },
  {
    id: 'fees-not-in-the-sending-total',
    title: 'leaves the fees out of the sending total when the receiving one is locked',
    breaks: ['QUO-05'],
    replace: () => ({
      priceOfReceiving: (total, net, platformFees, serviceFees) => ({
        sending: net,
        receiving: total,
        fees: platformFees + serviceFees,
        platformFees,
      }),
    }),
  },
  {
    id: 'platform-fees-besides-the-fees',
    title: "states the service's own fees as feesIncluded, and all of them as the platform's",
    breaks: ['QUO-06', 'QUO-65'],
    replace: () => ({ platformFeesIncluded: ({ fees, platformFees }) => fees + platformFees }),
  },
  {
    id: 'fees-untold',
    title: 'leaves feesIncluded out of a quote',
    breaks: ['QUO-13'],
    replace: () => ({
      respond: (operation, response) => {
        if (response.status >= 300 || (operation !== 'createAgentQuote' && operation !== 'getAgentQuote'))
          return response
        const { feesIncluded: _left, ...body } = bodyOf(response)
        return { ...response, body }
      },
    }),
  },
  {
    id: 'currencies-swapped',
    title: 'states the sending currency as the receiving one, and the other way round',
    breaks: ['QUO-07'],
    replace: () => ({
      statedCurrencies: ({ sendingCurrency, receivingCurrency }) => ({
        sendingCurrency: receivingCurrency,
        receivingCurrency: sendingCurrency,
      }),
    }),
  },
  {
    id: 'destination-copied-from-source',
    title: 'states the source account as the destination',
    breaks: ['QUO-08'],
    replace: () => ({
      statedDestination: ({ source, destination }) =>
        'accountId' in source && 'accountId' in destination
          ? { ...destination, accountId: source.accountId }
          : destination,
    }),
  },
  {
    id: 'created-in-local-time',
    title: 'writes createdAt in local time and calls it UTC',
    breaks: ['QUO-09'],
    replace: () => ({ statedCreation: ({ createdAt }) => createdAt - TWO_HOURS }),
  },
  {
    id: 'expires-in-local-time',
    title: 'writes expiresAt in local time and calls it UTC',
    breaks: ['QUO-09', 'QUO-10'],
    replace: () => ({ statedExpiry: ({ expiresAt }) => expiresAt - TWO_HOURS }),
  },
  {
    id: 'priced-anew-when-read',
    title: 'calculates the amounts of a quote anew whenever it is read',
    breaks: ['QUO-11'],
    replace: () => ({
      quoteWhenRead: (quote) => ({
        ...quote,
        price: { ...quote.price, receiving: quote.price.receiving + 7n },
      }),
    }),
  },
  {
    id: 'quote-not-kept',
    title: 'does not know its own quotes any more',
    breaks: ['QUO-11'],
    mayAlsoBreak: ['QUO-13'],
    replace: () => ({ quoteIsVisible: () => false }),
  },
  {
    id: 'one-currency-has-no-rate',
    title: 'has no rate for a transfer within one currency',
    breaks: ['QUO-12'],
    replace: (conforming) => ({
      exchangeRate: (sending, receiving) =>
        sending.code === receiving.code ? undefined : conforming.exchangeRate(sending, receiving),
    }),
  },
]

const replay: readonly Fault[] = [
  {
    id: 'request-identifier-ignored',
    title: 'creates a quote whenever it is asked, whatever the request identifier',
    // The others say that no replay has any effect, and leave it to QUO-20.
    breaks: ['QUO-20', 'QUO-23'],
    replace: () => ({ earlierRequest: () => undefined }),
  },
  {
    id: 'only-the-last-identifier-remembered',
    title: "remembers only the last of an agent's request identifiers",
    breaks: ['QUO-20', 'CNV-25'],
    replace: (conforming) => ({
      rememberRequest: (requests, scope, request) => {
        const [agent = ''] = scope.split(' ')
        for (const known of requests.keys()) if (known.startsWith(agent)) requests.delete(known)
        conforming.rememberRequest(requests, scope, request)
      },
    }),
  },
  {
    id: 'identifier-of-the-last-agent',
    title: 'forgets the request identifier of one agent when another uses the same',
    breaks: ['QUO-20'],
    replace: (conforming) => ({
      rememberRequest: (requests, scope, request) => {
        const [, requestId = ''] = scope.split(' ')
        for (const known of requests.keys()) if (known.endsWith(requestId)) requests.delete(known)
        conforming.rememberRequest(requests, scope, request)
      },
    }),
  },
  {
    id: 'replay-extends-the-quote',
    title: 'answers a replay with the first quote, and a later expiry',
    breaks: ['QUO-20', 'QUO-21', 'QUO-23', 'QUO-25', 'QUO-34', 'QUO-35', 'QUO-36'],
    mayAlsoBreak: ['QUO-27', 'QUO-28'],
    replace: () => ({
      replayedAnswer: (first) => ({
        ...first,
        body: { ...bodyOf(first), expiresAt: new Date(Date.now() + TWO_HOURS).toISOString() },
      }),
      isSameRequest: () => true,
    }),
  },
  {
    id: 'identifier-remembered-half-a-second',
    title: 'forgets a request identifier after half a second',
    breaks: ['QUO-21', 'QUO-23', 'QUO-34'],
    // Where the execution takes longer than that.
    mayAlsoBreak: ['QUO-35'],
    replace: () => ({ requestIdLifetimeMs: () => 500 }),
  },
  {
    id: 'identifier-lost-between-two-stores',
    title: 'does not find a request identifier from shortly after the request until it is kept for good',
    breaks: ['QUO-21'],
    // Where what comes between takes as long.
    mayAlsoBreak: ['QUO-20', 'QUO-35'],
    replace: (conforming) => ({
      earlierRequest: (requests, scope, now, lifetimeMs) => {
        const earlier = conforming.earlierRequest(requests, scope, now, lifetimeMs)
        const age = earlier === undefined ? 0 : now - earlier.receivedAt
        return age > 700 && age < 2_200 ? undefined : earlier
      },
    }),
  },
  {
    id: 'identifier-remembered-once-answered',
    title:
      'remembers a request identifier only once the quote is made, so that requests at once make several',
    breaks: ['QUO-22'],
    mayAlsoBreak: ['QUO-31'],
    replace: (conforming) => ({
      rememberRequest: (requests, scope, request) => {
        setTimeout(() => conforming.rememberRequest(requests, scope, request), 30)
      },
      respond: async (operation, response) => {
        if (operation === 'createAgentQuote') await sleep(60)
        return response
      },
    }),
  },
  {
    id: 'identifier-forgotten-with-the-quote',
    title: 'forgets a request identifier when the quote has expired',
    breaks: ['QUO-23'],
    replace: (conforming) => ({ requestIdLifetimeMs: (agent) => conforming.quoteLifetimeMs(agent) }),
  },
  {
    id: 'replay-answered-200',
    title: 'answers a replay with 200 where the first answer was 201',
    breaks: ['QUO-24'],
    replace: () => ({ replayedAnswer: (first) => ({ ...first, status: 200 }) }),
  },
  {
    id: 'identifier-together-with-the-body',
    title: 'takes the same identifier with another body for another request',
    breaks: ['QUO-25'],
    replace: (conforming) => ({
      replayScope: (agent, requestId, fingerprint) =>
        `${conforming.replayScope(agent, requestId, fingerprint)} ${fingerprint}`,
    }),
  },
  {
    id: 'body-instead-of-the-identifier',
    title: 'takes the same body for the same request, whatever its identifier',
    breaks: ['QUO-25', 'QUO-26', 'QUO-32'],
    replace: () => ({ replayScope: ({ id }, _requestId, fingerprint) => `${id} ${fingerprint}` }),
  },
  {
    id: 'identifier-of-everybody',
    title: 'answers the same request under the same identifier alike, no matter who asks',
    breaks: ['QUO-27', 'QUO-28'],
    replace: () => ({ replayScope: (_agent, requestId) => requestId }),
  },
  {
    id: 'identifier-of-everybody-and-every-body',
    title: 'answers every request under the same identifier alike, no matter who asks for whatever',
    breaks: ['QUO-27', 'QUO-28'],
    replace: () => ({ replayScope: (_agent, requestId) => requestId, isSameRequest: () => true }),
  },
  {
    id: 'identifier-of-the-customer',
    title: "answers the same request under the same identifier alike to all of a customer's agents",
    breaks: ['QUO-28'],
    replace: () => ({ replayScope: ({ customerId }, requestId) => `${customerId} ${requestId}` }),
  },
  {
    id: 'missing-identifiers-alike',
    title: 'takes requests without an identifier for one and the same request',
    breaks: ['QUO-29', 'QUO-33'],
    replace: () => ({ requestIdIsAcceptable: () => true, isSameRequest: () => true }),
  },
  {
    id: 'identifier-remembered-two-seconds',
    title: 'forgets a request identifier after two seconds',
    breaks: ['QUO-34'],
    // Where the quote lives longer than that.
    mayAlsoBreak: ['QUO-23'],
    replace: () => ({ requestIdLifetimeMs: () => 2_000 }),
  },
  {
    id: 'identifier-forgotten-with-the-execution',
    title: 'refuses a request identifier once its quote was executed',
    breaks: ['QUO-35'],
    replace: (conforming) => {
      const executed = new Set<unknown>()
      return {
        transactionIdOf: (quote, newId) => {
          executed.add(quote.id)
          return conforming.transactionIdOf(quote, newId)
        },
        replayedAnswer: (first) =>
          executed.has(bodyOf(first).id)
            ? { status: 409, body: { code: 'CONFLICT', reason: 'The quote was executed.' } }
            : first,
      }
    },
  },
  {
    id: 'replay-without-the-details',
    title: 'leaves the rate details out of a replay',
    breaks: ['QUO-36'],
    replace: () => ({
      replayedAnswer: (first) => {
        const { rateDetails: _left, ...body } = bodyOf(first)
        return { ...first, body }
      },
    }),
  },
  {
    id: 'identifier-without-its-first-character',
    title: 'compares request identifiers from the second character on',
    breaks: ['QUO-32'],
    replace: () => ({ replayScope: ({ id }, requestId) => `${id} ${requestId.slice(1)}` }),
  },
  {
    id: 'identifier-by-its-ends',
    title: 'compares the first and the last eight characters of request identifiers',
    breaks: ['QUO-32'],
    replace: () => ({
      replayScope: ({ id }, requestId) => `${id} ${requestId.slice(0, 8)}${requestId.slice(-8)}`,
    }),
  },
  {
    id: 'identifier-without-its-last-character',
    title: 'stores request identifiers in a column that is one character too short',
    breaks: ['QUO-32'],
    replace: () => ({ replayScope: ({ id }, requestId) => `${id} ${requestId.slice(0, 35)}` }),
  },
  {
    id: 'long-identifiers-truncated',
    title: 'accepts any request identifier, and compares 64 characters of it',
    breaks: ['QUO-33'],
    replace: () => ({
      requestIdIsAcceptable: (requestId) => requestId !== undefined,
      replayScope: ({ id }, requestId) => `${id} ${requestId.slice(0, 64)}`,
    }),
  },
  {
    id: 'identifiers-of-any-case',
    title: 'accepts any request identifier, and compares it without regard to case',
    breaks: ['QUO-33'],
    replace: () => ({
      requestIdIsAcceptable: (requestId) => requestId !== undefined,
      replayScope: ({ id }, requestId) => `${id} ${requestId.toLowerCase()}`,
    }),
  },
  {
    id: 'immediate-execution-remembered-once-answered',
    title: 'remembers the identifier of a quote that is executed at creation only once it is executed',
    breaks: ['QUO-31'],
    replace: (conforming) => ({
      rememberRequest: (requests, scope, request) => {
        const remember = () => conforming.rememberRequest(requests, scope, request)
        if (request.fingerprint.includes('"immediatelyExecute":true')) setTimeout(remember, 30)
        else remember()
      },
      respond: async (operation, response) => {
        if (operation === 'createAgentQuote') await sleep(60)
        return response
      },
    }),
  },
  {
    id: 'replay-executes-again',
    title: 'looks request identifiers up only for quotes that are not executed at creation',
    breaks: ['QUO-30', 'QUO-31'],
    replace: () => ({ isLookedUp: ({ immediatelyExecute }) => immediatelyExecute !== true }),
  },
]

const validation: readonly Fault[] = [
  {
    id: 'source-presumed',
    title: 'breaks on a request without source',
    breaks: ['QUO-40'],
    replace: (conforming) => ({
      sourceErrors: (body) => (body.source === undefined ? [] : conforming.sourceErrors(body)),
    }),
  },
  {
    id: 'destination-presumed',
    title: 'breaks on a request without destination',
    breaks: ['QUO-41'],
    replace: (conforming) => ({
      destinationErrors: (body) => (body.destination === undefined ? [] : conforming.destinationErrors(body)),
    }),
  },
  {
    id: 'locked-side-by-default',
    title: 'presumes a locked side where none is given',
    breaks: ['QUO-42'],
    replace: (conforming) => ({
      lockedSideErrors: (body) =>
        body.lockedCurrencySide === undefined ? [] : conforming.lockedSideErrors(body),
    }),
  },
  {
    id: 'locked-amount-presumed',
    title: 'breaks on a request without amount',
    breaks: ['QUO-43'],
    replace: (conforming) => ({
      lockedAmountErrors: (body) =>
        body.lockedCurrencyAmount === undefined ? [] : conforming.lockedAmountErrors(body),
    }),
  },
  {
    id: 'source-account-not-validated',
    title: 'takes a text in place of the source for the id of its account',
    breaks: ['QUO-44'],
    replace: (conforming) => ({
      sourceErrors: (body) => {
        if (typeof body.source === 'string') {
          Object.assign(body, { source: { sourceType: 'ACCOUNT', accountId: body.source } })
        }
        return conforming.sourceErrors(body)
      },
    }),
  },
  {
    id: 'destination-account-not-validated',
    title: 'takes a text in place of the destination for the id of its account',
    breaks: ['QUO-45'],
    replace: (conforming) => ({
      destinationErrors: (body) => {
        if (typeof body.destination === 'string') {
          Object.assign(body, { destination: { destinationType: 'ACCOUNT', accountId: body.destination } })
        }
        return conforming.destinationErrors(body)
      },
    }),
  },
  {
    id: 'source-type-inferred',
    title: 'takes a source with an accountId and no sourceType for an account',
    breaks: ['QUO-61'],
    replace: (conforming) => ({
      sourceErrors: (body) =>
        isObject(body.source) && body.source.sourceType === undefined && 'accountId' in body.source
          ? []
          : conforming.sourceErrors(body),
    }),
  },
  {
    id: 'source-type-not-validated',
    title: 'takes every source for an account',
    breaks: ['QUO-46'],
    mayAlsoBreak: ['QUO-61'],
    replace: (conforming) => ({
      sourceErrors: blindTo((body) => conforming.sourceErrors(body), 'source.sourceType'),
    }),
  },
  {
    id: 'destination-type-not-validated',
    title: 'takes every destination for an account',
    breaks: ['QUO-46'],
    mayAlsoBreak: ['QUO-61'],
    replace: (conforming) => ({
      destinationErrors: blindTo((body) => conforming.destinationErrors(body), 'destination.destinationType'),
    }),
  },
  {
    id: 'locked-side-not-validated',
    title: 'takes every locked side but SENDING for RECEIVING',
    breaks: ['QUO-47'],
    mayAlsoBreak: ['QUO-63'],
    replace: (conforming) => ({
      lockedSideErrors: (body) =>
        body.lockedCurrencySide === undefined ? conforming.lockedSideErrors(body) : [],
    }),
  },
  {
    id: 'amount-as-text',
    title: 'reads an amount that is written as a text',
    breaks: ['QUO-62'],
    replace: (conforming) => ({
      lockedAmountErrors: (body) =>
        /^\d+$/.test(String(body.lockedCurrencyAmount)) ? [] : conforming.lockedAmountErrors(body),
    }),
  },
  {
    id: 'amount-presumed',
    title: 'takes null and an object for an amount of 100',
    breaks: ['QUO-48'],
    replace: (conforming) => ({
      lockedAmountErrors: (body) =>
        typeof body.lockedCurrencyAmount === 'object' ? [] : conforming.lockedAmountErrors(body),
      lockedAmount: (body) =>
        typeof body.lockedCurrencyAmount === 'object' ? 100n : conforming.lockedAmount(body),
    }),
  },
  {
    id: 'amount-truncated',
    title: 'cuts fractions off an amount',
    breaks: ['QUO-49'],
    replace: (conforming) => ({
      lockedAmountErrors: (body) =>
        typeof body.lockedCurrencyAmount === 'number' ? [] : conforming.lockedAmountErrors(body),
      lockedAmount: ({ lockedCurrencyAmount }) => BigInt(Math.trunc(lockedCurrencyAmount as number)),
    }),
  },
  {
    id: 'amount-sign-ignored',
    title: 'ignores the sign of an amount',
    breaks: ['QUO-50'],
    replace: () => ({
      amountSignErrors: () => [],
      lockedAmount: ({ lockedCurrencyAmount }) => BigInt(Math.abs(lockedCurrencyAmount as number)),
    }),
  },
  {
    id: 'maximum-excluded',
    title: 'refuses the largest amount as malformed',
    breaks: ['QUO-51'],
    replace: () => ({ maximumAmount: () => 9_000_000_000_000_000 - 1 }),
  },
  {
    id: 'maximum-of-its-own',
    title: 'refuses amounts as malformed from a maximum of its own on',
    breaks: ['QUO-51'],
    replace: () => ({ maximumAmount: () => 2 ** 31 - 1 }),
  },
  {
    id: 'maximum-of-its-own-for-receiving',
    title: 'refuses amounts to receive as malformed from a maximum of its own on',
    breaks: ['QUO-51'],
    replace: (conforming) => ({
      excessiveAmountErrors: (body, maximum) =>
        conforming.excessiveAmountErrors(
          body,
          body.lockedCurrencySide === 'RECEIVING' ? 2 ** 31 - 1 : maximum,
        ),
    }),
  },
  {
    id: 'maximum-not-enforced-for-receiving',
    title: 'accepts amounts to receive beyond the maximum',
    breaks: ['QUO-52'],
    mayAlsoBreak: ['CNV-08'],
    replace: (conforming) => ({
      excessiveAmountErrors: (body, maximum) =>
        body.lockedCurrencySide === 'RECEIVING' ? [] : conforming.excessiveAmountErrors(body, maximum),
      priceIsPossible: () => true,
    }),
  },
  {
    id: 'maximum-not-enforced',
    title: 'accepts amounts beyond the maximum',
    breaks: ['QUO-52'],
    replace: () => ({ excessiveAmountErrors: () => [] }),
  },
  {
    id: 'reference-one-too-short',
    title: 'refuses a payment reference of 80 characters',
    breaks: ['QUO-53'],
    replace: () => ({ paymentReferenceMaximumLength: () => 79 }),
  },
  {
    id: 'reference-counted-in-bytes',
    title: 'counts the bytes of a payment reference',
    breaks: ['QUO-53'],
    replace: () => ({
      paymentReferenceLengthErrors: ({ remittanceInformation: text }, maximum) =>
        typeof text === 'string' && Buffer.byteLength(text) > maximum
          ? [{ field: 'remittanceInformation', constraint: { maxLength: maximum }, message: 'too long' }]
          : [],
    }),
  },
  {
    id: 'reference-too-long',
    title: 'accepts a payment reference as long as that of another rail',
    breaks: ['QUO-54'],
    replace: () => ({ paymentReferenceMaximumLength: () => 140 }),
  },
  {
    id: 'purpose-misspelled',
    title: 'knows HEALTH_AND_MEDICAL instead of HEALTH_OR_MEDICAL',
    breaks: ['QUO-55'],
    replace: (conforming) => ({
      purposes: () => conforming.purposes().map((purpose) => purpose.replace('HEALTH_OR', 'HEALTH_AND')),
    }),
  },
  {
    id: 'any-purpose',
    title: 'accepts any text as purpose of payment',
    breaks: ['QUO-56'],
    replace: (conforming) => ({
      purposeErrors: (body, known) =>
        typeof body.purposeOfPayment === 'string' ? [] : conforming.purposeErrors(body, known),
    }),
  },
  {
    id: 'description-of-ascii',
    title: 'refuses a description with letters beyond ASCII',
    breaks: ['QUO-57'],
    replace: (conforming) => ({
      descriptionErrors: ({ description }) =>
        // eslint-disable-next-line no-control-regex -- all of ASCII
        typeof description !== 'string' || /^[\x00-\x7f]*$/.test(description)
          ? conforming.descriptionErrors({ description })
          : [{ field: 'description', constraint: { format: 'ascii' }, message: 'letters beyond ASCII' }],
    }),
  },
  {
    id: 'sca-factor-refused-when-receiving',
    title: 'refuses a preferred SCA factor where the receiving side is locked',
    breaks: ['QUO-59'],
    replace: () => ({
      scaFactorErrors: ({ scaFactor, lockedCurrencySide }) =>
        scaFactor === undefined || lockedCurrencySide !== 'RECEIVING'
          ? []
          : [{ field: 'scaFactor', constraint: { format: 'unknown' }, message: 'SCA is not required here' }],
    }),
  },
  {
    id: 'first-invalid-field-only',
    title: 'names only the first of the invalid fields of a quote',
    breaks: ['QUO-63'],
    replace: (conforming) => ({ invalidFields: (errors) => conforming.invalidFields(errors.slice(0, 1)) }),
  },
  {
    id: 'flag-not-validated',
    title: 'takes any value of immediatelyExecute but true for false',
    breaks: ['QUO-58'],
    replace: () => ({ immediatelyExecuteErrors: () => [] }),
  },
  {
    id: 'uma-without-lookup',
    title: 'quotes for a UMA address that nobody has looked up',
    breaks: ['QUO-60'],
    replace: (conforming) => ({
      lookupRequirementErrors: () => [],
      umaReceiverNamed: (receivers, umaAddress) =>
        conforming.umaReceiverNamed(receivers, umaAddress) ?? {
          umaAddress,
          currency: 'EUR',
          requiredPayerDataFields: [],
          minimum: 1n,
          maximum: 1_000_000_000n,
        },
      payRequestProblem: () => undefined,
    }),
  },
  {
    id: 'fee-override-ignored',
    title: 'accepts the fee override, and charges the configured fee',
    breaks: ['QUO-65'],
    replace: (conforming) => ({ platformFee: (sending) => conforming.platformFee(sending, undefined) }),
  },
  {
    id: 'fee-override-added',
    title: 'charges the overriding fee besides the configured one',
    breaks: ['QUO-65'],
    replace: (conforming) => ({
      platformFee: (sending, override) => {
        const [configured, overriding] = [
          conforming.platformFee(sending, undefined),
          conforming.platformFee(sending, override),
        ]
        if (override === undefined) return configured
        return {
          fixed: configured.fixed + overriding.fixed,
          perMillion: configured.perMillion + overriding.perMillion,
        }
      },
    }),
  },
  {
    id: 'zero-fee-override-ignored',
    title: 'takes an overriding fee of zero for none',
    breaks: ['QUO-65'],
    replace: (conforming) => ({
      platformFee: (sending, override) => {
        const fee = conforming.platformFee(sending, override)
        return fee.fixed === 0n && fee.perMillion === 0n ? conforming.platformFee(sending, undefined) : fee
      },
    }),
  },
  {
    id: 'fee-override-in-any-currency',
    title: 'applies the fee override to sources in other currencies than USD',
    breaks: ['QUO-66'],
    replace: () => ({ feeOverrideAllowed: () => true }),
  },
]

const authorization: readonly Fault[] = [
  {
    id: 'any-source-account',
    title: "lets an agent send from another customer's account",
    breaks: ['QUO-70'],
    replace: () => ({ sourceBelongsToCustomer: () => true }),
  },
  {
    id: 'any-destination-account',
    title: "lets an agent send to another customer's account",
    breaks: ['QUO-71'],
    mayAlsoBreak: ['QUO-79'],
    replace: () => ({ destinationBelongsToCustomer: () => true }),
  },
  {
    id: 'account-owner-disclosed',
    title: 'says whose account it is that the agent may not use',
    breaks: ['QUO-70', 'QUO-71'],
    mayAlsoBreak: ['QUO-79'],
    replace: (conforming) => ({
      accountNotFound: (account) => ({
        ...conforming.accountNotFound(account),
        reason: `The account belongs to ${account?.customerId ?? 'nobody'}.`,
      }),
    }),
  },
  {
    id: 'sender-of-the-request',
    title: 'states the customer that the request names as the sender, no matter who that is',
    breaks: ['QUO-77'],
    replace: (conforming) => {
      let named: unknown
      return {
        sourceErrors: (body) => {
          named = isObject(body.source) ? body.source.customerId : undefined
          return conforming.sourceErrors(body)
        },
        statedSource: (quote) => ({
          ...conforming.statedSource(quote),
          ...(typeof named === 'string' && { customerId: named }),
        }),
      }
    },
  },
  {
    id: 'lookup-opens-the-account',
    title: "lets an agent send to another customer's account that was looked up",
    breaks: ['QUO-79'],
    replace: (conforming) => {
      let lookupId: unknown
      return {
        lookupIdErrors: (body) => {
          lookupId = body.lookupId
          return conforming.lookupIdErrors(body)
        },
        destinationBelongsToCustomer: (account, agent) =>
          lookupId !== undefined || conforming.destinationBelongsToCustomer(account, agent),
      }
    },
  },
  {
    id: 'permission-not-checked',
    title: 'lets every agent create quotes, whatever its policy',
    breaks: ['QUO-72'],
    replace: () => ({ mayCreateQuotes: () => true }),
  },
  {
    id: 'any-permission-will-do',
    title: 'lets an agent create quotes that has any permission at all',
    breaks: ['QUO-72'],
    replace: () => ({ mayCreateQuotes: ({ policy }) => policy.permissions.length > 0 }),
  },
  {
    id: 'quote-for-anybody',
    title: 'takes a request without credentials for one of the last agent',
    breaks: ['QUO-73'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (header, agents) => (header === '' ? agents.at(-1) : undefined)),
    }),
  },
  {
    id: 'token-compared-by-prefix',
    title: 'compares only the beginning of the token',
    breaks: ['QUO-74'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (header, agents) =>
        agents.find(({ accessToken }) => header.startsWith(`Bearer ${accessToken.slice(0, 16)}`)),
      ),
    }),
  },
  {
    id: 'token-in-any-scheme',
    title: "takes an agent's token in the Basic scheme as well",
    breaks: ['QUO-74'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (header, agents) => {
        const password = Buffer.from(header.replace(/^Basic /, ''), 'base64')
          .toString('utf8')
          .split(':')[1]
        return agents.find(({ accessToken }) => accessToken === password)
      }),
    }),
  },
  {
    id: 'platform-quotes-as-agent',
    title: 'takes platform credentials for those of an agent',
    breaks: ['QUO-75'],
    replace: (conforming) => {
      const platforms = new WeakSet<object>()
      return {
        callingAgent: (operation, header, agents, platform) => {
          const all = [...agents]
          const known = all.at(-1)
          if (operation !== 'createAgentQuote' || known === undefined)
            return conforming.callingAgent(operation, header, all, platform)
          if (!conforming.mayCallAsPlatform(operation, header, platform, all))
            return conforming.callingAgent(operation, header, all, platform)
          const asAgent = { ...known }
          platforms.add(asAgent)
          return asAgent
        },
        sourceBelongsToCustomer: (account, payer) =>
          platforms.has(payer) || conforming.sourceBelongsToCustomer(account, payer),
        destinationBelongsToCustomer: (account, payer) =>
          platforms.has(payer) || conforming.destinationBelongsToCustomer(account, payer),
      }
    },
  },
  {
    id: 'quotes-of-everybody',
    title: 'gives a quote to anyone who knows its id',
    breaks: ['QUO-76'],
    replace: () => ({ quoteIsVisible: () => true }),
  },
]

const execution: readonly Fault[] = [
  {
    id: 'immediate-execution-ignored',
    title: 'creates the quote and ignores immediatelyExecute',
    breaks: ['QUO-80'],
    replace: () => ({ executesAtCreation: () => false }),
  },
  {
    id: 'immediate-execution-takes-fees-twice',
    title: 'takes the fees besides the total sending amount',
    breaks: ['QUO-81'],
    mayAlsoBreak: ['QUO-30', 'QUO-31', 'QUO-86', 'QUO-87'],
    replace: () => ({
      debit: (account, { price }) => {
        account.balance -= price.sending + price.fees
      },
    }),
  },
  {
    id: 'flag-read-as-text',
    title: 'executes a quote at creation when immediatelyExecute is the text true',
    breaks: ['QUO-85'],
    replace: (conforming) => ({
      immediatelyExecuteErrors: (body) =>
        body.immediatelyExecute === 'true' ? [] : conforming.immediatelyExecuteErrors(body),
      asksForExecution: ({ immediatelyExecute }) => String(immediatelyExecute) === 'true',
    }),
  },
  {
    id: 'threshold-in-whole-units',
    title: 'compares whole units of the currency with the threshold',
    breaks: ['QUO-84'],
    mayAlsoBreak: ['QUO-86'],
    replace: () => ({
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending > policy.approvalThreshold + 100n,
    }),
  },
  {
    id: 'threshold-compared-with-the-locked-amount',
    title: 'compares the locked amount with the threshold, in whichever currency it is',
    breaks: ['QUO-86'],
    replace: (conforming) => {
      const receiving = new WeakSet<object>()
      return {
        priceOfReceiving: (...terms) => {
          const price = conforming.priceOfReceiving(...terms)
          receiving.add(price)
          return price
        },
        amountRequiresApproval: (quote, agent) =>
          receiving.has(quote.price)
            ? agent.policy.approvalThreshold !== undefined &&
              quote.price.receiving > agent.policy.approvalThreshold
            : conforming.amountRequiresApproval(quote, agent),
      }
    },
  },
  {
    id: 'threshold-compared-with-the-fees-on-top',
    title: 'adds the fees to the total sending amount before it compares it with the threshold',
    breaks: ['QUO-87'],
    mayAlsoBreak: ['QUO-86'],
    replace: () => ({
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending + price.fees > policy.approvalThreshold,
    }),
  },
  {
    id: 'quote-creation-moves-money',
    title: 'takes the money when an agent creates a quote, and once more when it is executed',
    breaks: ['QUO-82'],
    mayAlsoBreak: ['QUO-30', 'QUO-31', 'QUO-80', 'QUO-83'],
    replace: () => ({ creationMovesMoney: () => true }),
  },
  {
    id: 'every-quote-executed',
    title: 'executes every quote at creation',
    breaks: ['QUO-01'],
    mayAlsoBreak: ['QUO-82'],
    replace: () => ({ executesAtCreation: () => true }),
  },
  {
    id: 'immediate-execution-without-approval',
    title: 'lets immediatelyExecute get around approval',
    breaks: ['QUO-83'],
    replace: (conforming) => ({
      needsApproval: (byMode, byAmount, occasion) =>
        occasion === 'EXECUTION' && conforming.needsApproval(byMode, byAmount, occasion),
    }),
  },
  {
    id: 'immediate-execution-over-the-threshold',
    title: 'looks at the execution mode alone when a quote is executed at creation',
    breaks: ['QUO-83'],
    replace: (conforming) => ({
      needsApproval: (byMode, byAmount, occasion) =>
        conforming.needsApproval(byMode, byAmount && occasion === 'EXECUTION', occasion),
    }),
  },
]

export const quoteFaults: readonly Fault[] = [
  ...terms,
  ...replay,
  ...validation,
  ...authorization,
  ...execution,
]
