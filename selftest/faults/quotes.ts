import { rewriting } from './rewriting.ts'
import { completesJson } from '../completes-json.ts'
import { shows } from '../shows.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import type { FieldError } from '../../reference/errors.ts'
import { isObject } from '../../reference/is-object.ts'
import type { Agent, Price } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { RememberedRequest } from '../../reference/store.ts'
import { openGap, openLongerGap } from '../waits-before.ts'
import { debitingReceivingWithoutFees } from './receiving-without-fees.ts'
import type { Fault } from './fault.ts'
import { showsRequestedSender } from './requested-sender.ts'

type Body = Readonly<Record<string, unknown>>

/** The validation of a field, without errors at these places. */
const blindTo =
  (check: (body: Body) => readonly FieldError[], ...fields: readonly string[]) =>
  (body: Body): readonly FieldError[] =>
    check(body).filter(({ field }) => !fields.includes(field))

const bodyOf = ({ body }: ReferenceResponse) => body as Body

/** Finds an agent for a quote request of this kind; all other requests are handled as the contract allows. */
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
    title: 'returns a new quote as PROCESSING',
    breaks: ['QUO-01'],
    replace: { shownQuoteStatus: () => 'PROCESSING' },
  },
  {
    id: 'locked-side-ignored-for-sending',
    title: 'treats the locked amount as the receiving one, ignoring lockedCurrencySide',
    breaks: ['QUO-02'],
    mayAlsoBreak: ['QUO-87'],
    replace: { lockedSide: () => 'RECEIVING' },
  },
  {
    id: 'locked-side-ignored-for-receiving',
    title: 'treats the locked amount as the sending one, ignoring lockedCurrencySide',
    breaks: ['QUO-03'],
    replace: { lockedSide: () => 'SENDING' },
  },
  {
    id: 'locked-amount-as-a-float',
    title: 'keeps the locked amount as a floating-point number of 32 bits',
    breaks: ['QUO-02', 'QUO-03'],
    replace: {
      lockedAmount: ({ lockedCurrencyAmount }) => BigInt(Math.fround(lockedCurrencyAmount as number)),
    },
  },
  {
    id: 'locked-amount-overflows',
    title: 'keeps the locked amount as an integer of 32 bits',
    breaks: ['QUO-02', 'QUO-03'],
    replace: {
      lockedAmount: ({ lockedCurrencyAmount }) => BigInt.asIntN(32, BigInt(lockedCurrencyAmount as number)),
    },
  },
  {
    id: 'fees-on-top-of-the-locked-total',
    title: 'adds the fees to a locked total sending amount',
    breaks: ['QUO-02'],
    mayAlsoBreak: ['QUO-87'],
    replace: {
      priceOfSending: (total, net, platformFees, receiving) => ({
        sending: total + (total - net),
        receiving,
        fees: 2n * (total - net),
        platformFees,
      }),
    },
  },
  {
    id: 'fees-not-deducted-before-conversion',
    title: 'converts totalSendingAmount without deducting the fees',
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
    title: 'deducts the fees twice: before the conversion and from the received amount',
    breaks: ['QUO-04'],
    replace: (conforming) => ({
      toReceiving: (net, priced) => conforming.toReceiving(conforming.netOfSending(net, priced), priced),
    }),
  },
  {
    id: 'receiving-rounded-to-whole-units',
    title: 'rounds the received amount down to whole units of the currency',
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
    title: 'returns the inverse rate',
    breaks: ['QUO-04', 'QUO-05'],
    replace: (conforming) => ({ statedRate: (...terms) => 1 / conforming.statedRate(...terms) }),
  },
  {
    id: 'rate-without-the-margin',
    title: 'returns the market rate, but converts at half a percent worse',
    breaks: ['QUO-04', 'QUO-05'],
    replace: (conforming) => ({ statedRate: (...terms) => conforming.statedRate(...terms) * 0.995 }),
  },
  {
    id: 'fees-not-in-the-sending-total',
    title: 'excludes the fees from totalSendingAmount when the receiving side is locked',
    breaks: ['QUO-05'],
    replace: {
      priceOfReceiving: (total, net, platformFees, serviceFees) => ({
        sending: net,
        receiving: total,
        fees: platformFees + serviceFees,
        platformFees,
      }),
    },
  },
  {
    id: 'platform-fees-besides-the-fees',
    title: 'returns more platformFeesIncluded than feesIncluded',
    breaks: ['QUO-06', 'QUO-65'],
    replace: shows('Quote', ({ price }) => ({
      price: { ...price, platformFees: price.fees + price.platformFees },
    })),
  },
  {
    id: 'fees-missing',
    title: 'omits feesIncluded from a quote',
    breaks: ['QUO-13'],
    replace: {
      respond: (operation, response) => {
        if (response.status >= 300 || (operation !== 'createAgentQuote' && operation !== 'getAgentQuote'))
          return response
        const { feesIncluded: _left, ...body } = bodyOf(response)
        return { ...response, body }
      },
    },
  },
  {
    id: 'currencies-swapped',
    title: 'swaps the sending and the receiving currency',
    breaks: ['QUO-07'],
    replace: shows('Quote', ({ sendingCurrency, receivingCurrency }) => ({
      sendingCurrency: receivingCurrency,
      receivingCurrency: sendingCurrency,
    })),
  },
  {
    id: 'destination-copied-from-source',
    title: 'returns the source account as the destination',
    breaks: ['QUO-08'],
    replace: shows('Quote', ({ source, destination }) => ({
      destination:
        'accountId' in source && 'accountId' in destination
          ? { ...destination, accountId: source.accountId }
          : destination,
    })),
  },
  {
    id: 'created-in-local-time',
    title: 'returns createdAt in local time as UTC',
    breaks: ['QUO-09'],
    replace: shows('Quote', ({ createdAt }) => ({ createdAt: createdAt - TWO_HOURS })),
  },
  {
    id: 'expires-in-local-time',
    title: 'returns expiresAt in local time as UTC',
    breaks: ['QUO-09', 'QUO-10'],
    replace: shows('Quote', ({ expiresAt }) => ({ expiresAt: expiresAt - TWO_HOURS })),
  },
  {
    id: 'priced-anew-when-read',
    title: 'recalculates the amounts of a quote on every read',
    breaks: ['QUO-11'],
    replace: rewriting(['getAgentQuote', 'getQuote'], {
      totalReceivingAmount: (quote) => Number(quote.totalReceivingAmount) + 7,
    }),
  },
  {
    id: 'quote-not-kept',
    title: 'returns 404 for its own quotes',
    breaks: ['QUO-11'],
    mayAlsoBreak: ['QUO-13'],
    replace: { quoteIsVisible: () => false },
  },
  {
    id: 'one-currency-has-no-rate',
    title: 'supports no rate for a same-currency transfer',
    breaks: ['QUO-12'],
    replace: (conforming) => ({
      exchangeRate: (sending, receiving) =>
        sending.code === receiving.code ? undefined : conforming.exchangeRate(sending, receiving),
    }),
  },
  {
    id: 'identifier-of-another-field-order',
    title: 'compares repeated requests byte by byte, and rejects one with its fields in another order',
    breaks: ['QUO-37'],
    replace: { fingerprintOf: (_owner, body) => JSON.stringify(body) },
  },
  {
    id: 'identifier-of-agents-and-the-platform',
    title: "returns the platform's quote to an agent that uses the same request identifier",
    breaks: ['QUO-38'],
    mayAlsoBreak: ['QTE-60', 'QTE-70'],
    replace: ({ replayScope, isSameRequest }) => {
      const ofPlatform = new Set<string>()
      return {
        replayScope: (owner, requestId, fingerprint) => {
          const scope = replayScope({ ...owner, id: 'platform' }, requestId, fingerprint)
          if (owner.id === 'platform') ofPlatform.add(scope)
          return ofPlatform.has(scope) ? scope : replayScope(owner, requestId, fingerprint)
        },
        isSameRequest: (earlier, fingerprint) =>
          earlier.fingerprint !== '' || isSameRequest(earlier, fingerprint),
      }
    },
  },
  {
    id: 'account-id-without-uuid-fails',
    title: 'fails on an account id without a UUID',
    breaks: ['QUO-64'],
    replace: (conforming) => ({
      sourceErrors: (body) => {
        for (const end of [body.source, body.destination]) {
          if (isObject(end) && typeof end.accountId === 'string' && !/[0-9a-f]{8}-/i.test(end.accountId))
            throw new Error('no UUID')
        }
        return conforming.sourceErrors(body)
      },
    }),
  },
  {
    id: 'account-id-of-another-type-fails',
    title: 'fails on an id of another type as an account',
    breaks: ['QUO-64'],
    replace: (conforming) => ({
      sourceErrors: (body) => {
        for (const end of [body.source, body.destination]) {
          if (isObject(end) && /^(Customer|Agent):/.test(String(end.accountId)))
            throw new Error('another type')
        }
        return conforming.sourceErrors(body)
      },
    }),
  },
  {
    id: 'description-of-three-bytes',
    title: 'fails on a description with characters of four bytes',
    breaks: ['QUO-89'],
    replace: ({ descriptionErrors }) => ({
      descriptionErrors: (body) => {
        if (/[\u{10000}-\u{10FFFF}]/u.test(String(body.description)))
          throw new Error('Incorrect string value')
        return descriptionErrors(body)
      },
    }),
  },
  {
    id: 'description-in-quotation-marks',
    title: 'fails on a description with an apostrophe',
    breaks: ['QUO-89'],
    replace: ({ descriptionErrors }) => ({
      descriptionErrors: (body) => {
        if (String(body.description).includes("'")) throw new Error('syntax error')
        return descriptionErrors(body)
      },
    }),
  },
]

const replay: readonly Fault[] = [
  {
    id: 'request-identifier-ignored',
    title: 'creates a quote for every request, for any request identifier',
    // The other checks are blocked, since no replay has any effect, and leave it to QUO-20.
    breaks: ['QUO-20', 'QUO-23'],
    replace: { earlierRequest: () => undefined },
  },
  {
    id: 'identifier-of-a-sending-amount',
    title: 'replays only requests with the sending side locked',
    breaks: ['QUO-20'],
    replace: { isLookedUp: ({ lockedCurrencySide }) => lockedCurrencySide !== 'RECEIVING' },
  },
  {
    id: 'only-the-last-identifier-remembered',
    title: "remembers only the agent's last request identifier",
    breaks: ['QUO-20'],
    replace: (conforming) => ({
      rememberRequest: (requests, scope, request) => {
        const [agent = ''] = scope.split(' ')
        for (const known of requests.keys()) if (known.startsWith(agent)) requests.delete(known)
        conforming.rememberRequest(requests, scope, request)
      },
    }),
  },
  {
    id: 'identifier-forgotten-after-one-repetition',
    title: 'returns the first quote for one repetition, and another quote for the next',
    breaks: ['QUO-22', 'CNV-25', 'QUO-37'],
    mayAlsoBreak: ['QUO-20', 'QUO-21', 'QUO-25', 'QUO-31', 'QUO-34', 'QUO-35', 'QUO-36'],
    replace: (conforming) => ({
      earlierRequest: (requests, scope, now, lifetimeMs) => {
        const earlier = conforming.earlierRequest(requests, scope, now, lifetimeMs)
        requests.delete(scope)
        return earlier
      },
    }),
  },
  {
    id: 'identifier-of-the-last-agent',
    title: "forgets an agent's request identifier when another agent uses the same one",
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
    title: 'returns the first quote for a replay, with a later expiry',
    breaks: ['QUO-20', 'QUO-21', 'QUO-23', 'QUO-25', 'QUO-34', 'QUO-35', 'QUO-36', 'QUO-37'],
    mayAlsoBreak: ['QUO-27', 'QUO-28'],
    replace: {
      replayedAnswer: (first) => ({
        ...first,
        body: { ...bodyOf(first), expiresAt: new Date(Date.now() + TWO_HOURS).toISOString() },
      }),
      isSameRequest: () => true,
    },
  },
  {
    id: 'identifier-remembered-less-than-a-second',
    title: 'forgets a request identifier 0.8 seconds after its first replay',
    breaks: ['QUO-21', 'QUO-34'],
    // If the requests in between take longer than that.
    mayAlsoBreak: ['QUO-20', 'QUO-35'],
    replace: missesReplays({ fromMs: 800 }),
  },
  {
    id: 'identifier-lost-between-two-stores',
    title: 'misses a replay between the first request and permanent storage',
    breaks: ['QUO-21'],
    // If the requests in between take as long.
    mayAlsoBreak: ['QUO-25', 'QUO-20', 'QUO-34', 'QUO-35'],
    replace: missesReplays({ fromMs: 700, untilMs: 2_200 }),
  },
  {
    id: 'identifier-remembered-after-the-quote',
    title: 'stores a request identifier after the quote, so that concurrent requests create several',
    breaks: ['QUO-22'],
    mayAlsoBreak: ['QUO-25', 'QUO-31'],
    replace: (conforming) => ({
      rememberRequest: (requests, scope, request) => {
        void openGap().then(() => conforming.rememberRequest(requests, scope, request))
      },
      respond: async (operation, response) => {
        if (operation === 'createAgentQuote') await openLongerGap()
        return response
      },
    }),
  },
  {
    id: 'identifier-forgotten-with-the-quote',
    title: 'forgets a request identifier when the quote expires',
    breaks: ['QUO-23'],
    replace: (conforming) => ({ requestIdLifetimeMs: (agent) => conforming.quoteLifetimeMs(agent) }),
  },
  {
    id: 'replay-returns-200',
    title: 'returns 200 for a replay of a 201',
    breaks: ['QUO-24'],
    replace: { replayedAnswer: (first) => ({ ...first, status: 200 }) },
  },
  {
    id: 'identifier-together-with-the-body',
    title: 'creates a second quote for the same identifier with another body',
    breaks: ['QUO-25'],
    replace: (conforming) => ({
      replayScope: (agent, requestId, fingerprint) =>
        `${conforming.replayScope(agent, requestId, fingerprint)} ${fingerprint}`,
    }),
  },
  {
    id: 'body-instead-of-the-identifier',
    title: 'returns the first quote for the same body, for any request identifier',
    breaks: ['QUO-25', 'QUO-26', 'QUO-32'],
    replace: { replayScope: ({ id }, _requestId, fingerprint) => `${id} ${fingerprint}` },
  },
  {
    id: 'identifier-of-everybody',
    title: 'returns the first quote for the same request and identifier, whichever agent sends it',
    breaks: ['QUO-27', 'QUO-28'],
    replace: { replayScope: (_agent, requestId) => requestId },
  },
  {
    id: 'identifier-of-everybody-and-every-body',
    title: 'returns the first quote for the same identifier, for any body and agent',
    breaks: ['QUO-27', 'QUO-28', 'QUO-38'],
    replace: { replayScope: (_agent, requestId) => requestId, isSameRequest: () => true },
  },
  {
    id: 'identifier-of-the-customer',
    title: 'returns the first quote for the same request and identifier to all agents of a customer',
    breaks: ['QUO-28'],
    replace: { replayScope: ({ customerId }, requestId) => `${customerId} ${requestId}` },
  },
  {
    id: 'missing-identifiers-alike',
    title: 'treats requests without an identifier as replays of one request',
    breaks: ['QUO-29', 'QUO-33'],
    replace: { requestIdIsAcceptable: () => true, isSameRequest: () => true },
  },
  {
    id: 'identifier-remembered-two-seconds',
    title: 'forgets a request identifier two seconds after its first replay',
    breaks: ['QUO-34'],
    // If the machine is so busy that the requests in between take as long.
    mayAlsoBreak: ['QUO-20', 'QUO-21', 'QUO-35'],
    replace: missesReplays({ fromMs: 2_000 }),
  },
  {
    id: 'identifier-forgotten-with-the-execution',
    title: 'rejects a request identifier once its quote was executed',
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
    title: 'omits the rate details from a replay',
    breaks: ['QUO-36'],
    replace: {
      replayedAnswer: (first) => {
        const { rateDetails: _left, ...body } = bodyOf(first)
        return { ...first, body }
      },
    },
  },
  {
    id: 'replay-without-its-source',
    title: 'omits the source from a replay',
    breaks: ['QUO-36', 'QUO-101'],
    replace: {
      replayedAnswer: (first) => {
        const { source: _left, ...body } = bodyOf(first)
        return { ...first, body }
      },
    },
  },
  {
    id: 'identifier-without-its-first-character',
    title: 'ignores the first character of request identifiers',
    breaks: ['QUO-32'],
    replace: { replayScope: ({ id }, requestId) => `${id} ${requestId.slice(1)}` },
  },
  {
    id: 'identifier-by-its-ends',
    title: 'compares only the first and the last eight characters of request identifiers',
    breaks: ['QUO-32'],
    replace: {
      replayScope: ({ id }, requestId) => `${id} ${requestId.slice(0, 8)}${requestId.slice(-8)}`,
    },
  },
  {
    id: 'identifier-without-its-last-character',
    title: 'truncates request identifiers by one character',
    breaks: ['QUO-32'],
    replace: { replayScope: ({ id }, requestId) => `${id} ${requestId.slice(0, 35)}` },
  },
  {
    id: 'long-identifiers-truncated',
    title: 'accepts any request identifier, but compares only 64 characters of it',
    breaks: ['QUO-33'],
    replace: {
      requestIdIsAcceptable: (requestId) => requestId !== undefined,
      replayScope: ({ id }, requestId) => `${id} ${requestId.slice(0, 64)}`,
    },
  },
  {
    id: 'identifiers-of-any-case',
    title: 'accepts any request identifier, but compares it case-insensitively',
    breaks: ['QUO-33'],
    replace: {
      requestIdIsAcceptable: (requestId) => requestId !== undefined,
      replayScope: ({ id }, requestId) => `${id} ${requestId.toLowerCase()}`,
    },
  },
  {
    id: 'immediate-execution-remembered-after-the-execution',
    title: 'stores the identifier of a quote that is executed at creation after the execution',
    breaks: ['QUO-31'],
    replace: (conforming) => ({
      rememberRequest: (requests, scope, request) => {
        const remember = () => conforming.rememberRequest(requests, scope, request)
        if (request.fingerprint.includes('"immediatelyExecute":true')) void openGap().then(remember)
        else remember()
      },
      respond: async (operation, response) => {
        if (operation === 'createAgentQuote') await openLongerGap()
        return response
      },
    }),
  },
  {
    id: 'replay-executes-again',
    title: 'ignores request identifiers of quotes that are executed at creation',
    breaks: ['QUO-30', 'QUO-31'],
    replace: { isLookedUp: ({ immediatelyExecute }) => immediatelyExecute !== true },
  },
]

const validation: readonly Fault[] = [
  {
    id: 'quote-from-cut-json',
    title: 'creates a quote from a body that is cut off',
    breaks: ['QUO-100'],
    replace: completesJson('createAgentQuote'),
  },
  {
    id: 'source-presumed',
    title: 'returns 500 for a request without source',
    breaks: ['QUO-40'],
    replace: (conforming) => ({
      sourceErrors: (body) => (body.source === undefined ? [] : conforming.sourceErrors(body)),
    }),
  },
  {
    id: 'destination-presumed',
    title: 'returns 500 for a request without destination',
    breaks: ['QUO-41'],
    replace: (conforming) => ({
      destinationErrors: (body) => (body.destination === undefined ? [] : conforming.destinationErrors(body)),
    }),
  },
  {
    id: 'locked-side-by-default',
    title: 'uses a default when lockedCurrencySide is missing',
    breaks: ['QUO-42'],
    replace: (conforming) => ({
      lockedSideErrors: (body) =>
        body.lockedCurrencySide === undefined ? [] : conforming.lockedSideErrors(body),
    }),
  },
  {
    id: 'locked-amount-presumed',
    title: 'returns 500 for a request without amount',
    breaks: ['QUO-43'],
    replace: (conforming) => ({
      lockedAmountErrors: (body) =>
        body.lockedCurrencyAmount === undefined ? [] : conforming.lockedAmountErrors(body),
    }),
  },
  {
    id: 'source-account-not-validated',
    title: "treats a string as the source account's id",
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
    title: "treats a string as the destination account's id",
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
    title: 'accepts a source with an accountId and no sourceType',
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
    title: 'treats every sourceType as an account',
    breaks: ['QUO-46'],
    mayAlsoBreak: ['QUO-61'],
    replace: (conforming) => ({
      sourceErrors: blindTo((body) => conforming.sourceErrors(body), 'source.sourceType'),
    }),
  },
  {
    id: 'destination-type-not-validated',
    title: 'treats every destinationType as an account',
    breaks: ['QUO-46'],
    mayAlsoBreak: ['QUO-61'],
    replace: (conforming) => ({
      destinationErrors: blindTo((body) => conforming.destinationErrors(body), 'destination.destinationType'),
    }),
  },
  {
    id: 'locked-side-not-validated',
    title: 'treats every lockedCurrencySide but SENDING as RECEIVING',
    breaks: ['QUO-47'],
    mayAlsoBreak: ['QUO-63'],
    replace: (conforming) => ({
      lockedSideErrors: (body) =>
        body.lockedCurrencySide === undefined ? conforming.lockedSideErrors(body) : [],
    }),
  },
  {
    id: 'amount-as-text',
    title: 'accepts an amount as a string',
    breaks: ['QUO-62'],
    mayAlsoBreak: ['QUO-49'],
    replace: (conforming) => ({
      lockedAmountErrors: (body) =>
        /^\d+$/.test(String(body.lockedCurrencyAmount)) ? [] : conforming.lockedAmountErrors(body),
    }),
  },
  {
    id: 'amount-presumed',
    title: 'treats null and an object as the amount 100',
    breaks: ['QUO-48'],
    mayAlsoBreak: ['QUO-49'],
    replace: (conforming) => ({
      lockedAmountErrors: (body) =>
        typeof body.lockedCurrencyAmount === 'object' ? [] : conforming.lockedAmountErrors(body),
      lockedAmount: (body) =>
        typeof body.lockedCurrencyAmount === 'object' ? 100n : conforming.lockedAmount(body),
    }),
  },
  {
    id: 'amount-truncated',
    title: 'truncates fractions of an amount',
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
    replace: {
      amountSignErrors: () => [],
      lockedAmount: ({ lockedCurrencyAmount }) => BigInt(Math.abs(lockedCurrencyAmount as number)),
    },
  },
  {
    id: 'maximum-excluded',
    title: 'rejects the largest valid amount',
    breaks: ['QUO-51'],
    replace: { maximumAmount: () => 9_000_000_000_000_000 - 1 },
  },
  {
    id: 'maximum-of-its-own',
    title: 'rejects valid amounts above its own maximum',
    breaks: ['QUO-51'],
    replace: { maximumAmount: () => 2 ** 31 - 1 },
  },
  {
    id: 'maximum-of-its-own-for-receiving',
    title: 'rejects valid receiving amounts above its own maximum',
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
    title: 'accepts receiving amounts above the maximum',
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
    title: 'accepts amounts above the maximum',
    breaks: ['QUO-52'],
    replace: { excessiveAmountErrors: () => [] },
  },
  {
    id: 'reference-one-too-short',
    title: 'rejects a payment reference of 80 characters',
    breaks: ['QUO-53'],
    replace: { paymentReferenceMaximumLength: 79 },
  },
  {
    id: 'reference-counted-in-bytes',
    title: 'counts bytes, not characters, of a payment reference',
    breaks: ['QUO-53'],
    replace: {
      paymentReferenceLengthErrors: ({ remittanceInformation: text }, maximum) =>
        typeof text === 'string' && Buffer.byteLength(text) > maximum
          ? [{ field: 'remittanceInformation', constraint: { maxLength: maximum }, message: 'too long' }]
          : [],
    },
  },
  {
    id: 'reference-too-long',
    title: 'applies the length limit of another rail to a payment reference',
    breaks: ['QUO-54'],
    replace: { paymentReferenceMaximumLength: 140 },
  },
  {
    id: 'purpose-misspelled',
    title: 'accepts HEALTH_AND_MEDICAL instead of HEALTH_OR_MEDICAL',
    breaks: ['QUO-55'],
    replace: (conforming) => ({
      purposes: () => conforming.purposes().map((purpose) => purpose.replace('HEALTH_OR', 'HEALTH_AND')),
    }),
  },
  {
    id: 'any-purpose',
    title: 'accepts any text as purposeOfPayment',
    breaks: ['QUO-56'],
    replace: (conforming) => ({
      purposeErrors: (body, known) =>
        typeof body.purposeOfPayment === 'string' ? [] : conforming.purposeErrors(body, known),
    }),
  },
  {
    id: 'description-of-ascii',
    title: 'rejects a description with non-ASCII letters',
    breaks: ['QUO-57', 'QUO-89'],
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
    title: 'rejects a preferred SCA factor when the receiving side is locked',
    breaks: ['QUO-59'],
    replace: {
      scaFactorErrors: ({ scaFactor, lockedCurrencySide }) =>
        scaFactor === undefined || lockedCurrencySide !== 'RECEIVING'
          ? []
          : [{ field: 'scaFactor', constraint: { format: 'unknown' }, message: 'SCA is not required here' }],
    },
  },
  {
    id: 'first-invalid-field-only',
    title: 'reports only the first invalid field of a quote',
    breaks: ['QUO-63'],
    replace: (conforming) => ({ invalidFields: (errors) => conforming.invalidFields(errors.slice(0, 1)) }),
  },
  {
    id: 'flag-not-validated',
    title: 'treats every value of immediatelyExecute but true as false',
    breaks: ['QUO-58'],
    replace: { immediatelyExecuteErrors: () => [] },
  },
  {
    id: 'uma-without-lookup',
    title: 'creates a quote for a UMA address without a lookup',
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
    title: 'accepts the fee override, but charges the configured fee',
    breaks: ['QUO-65'],
    replace: (conforming) => ({ platformFee: (sending) => conforming.platformFee(sending, undefined) }),
  },
  {
    id: 'fee-override-added',
    title: 'charges the override in addition to the configured fee',
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
    title: 'treats a fee override of zero as no override',
    breaks: ['QUO-65'],
    replace: (conforming) => ({
      platformFee: (sending, override) => {
        const fee = conforming.platformFee(sending, override)
        return fee.fixed === 0n && fee.perMillion === 0n ? conforming.platformFee(sending, undefined) : fee
      },
    }),
  },
  {
    id: 'fee-override-of-a-sending-amount',
    title: 'applies the fee override only with the sending side locked',
    breaks: ['QUO-65'],
    replace: (conforming) => {
      let isLocked = false
      return {
        feeOverrideErrors(body) {
          isLocked = body.lockedCurrencySide === 'RECEIVING'
          return conforming.feeOverrideErrors(body)
        },
        platformFee: (sending, override) => conforming.platformFee(sending, isLocked ? undefined : override),
      }
    },
  },
  {
    id: 'fee-override-kept',
    title: 'applies the last fee override of an account to its later quotes too',
    breaks: ['QUO-65'],
    replace: (conforming) => {
      const last = new Map<unknown, Body>()
      let account: unknown
      return {
        feeOverrideErrors(body) {
          account = isObject(body.source) ? body.source.accountId : undefined
          return conforming.feeOverrideErrors(body)
        },
        platformFee(sending, override) {
          if (override) last.set(account, override)
          return conforming.platformFee(sending, last.get(account))
        },
      }
    },
  },
  {
    id: 'fee-override-in-any-currency',
    title: 'applies the fee override to non-USD sources',
    breaks: ['QUO-66'],
    replace: { feeOverrideAllowed: () => true },
  },
]

const authorization: readonly Fault[] = [
  {
    id: 'any-source-account',
    title: "lets an agent send from another customer's account",
    breaks: ['QUO-70', 'QUO-69'],
    replace: { sourceBelongsToCustomer: () => true },
  },
  {
    id: 'any-destination-account',
    title: "lets an agent send to another customer's account",
    breaks: ['QUO-71', 'QUO-78', 'QUO-104'],
    mayAlsoBreak: ['QUO-79'],
    replace: { destinationBelongsToCustomer: () => true },
  },
  {
    id: 'account-owner-disclosed',
    title: "names the owner when it rejects another customer's account",
    breaks: ['QUO-70', 'QUO-71', 'QUO-104'],
    mayAlsoBreak: ['QUO-79'],
    replace: (conforming) => ({
      accountNotFound: (account) => ({
        ...conforming.accountNotFound(account),
        reason: `The account belongs to ${account?.customerId ?? 'no customer'}.`,
      }),
    }),
  },
  {
    id: 'sender-of-the-request',
    title: 'returns the customer named in the request as the sender without a check',
    breaks: ['QUO-77'],
    replace: showsRequestedSender,
  },
  {
    id: 'lookup-opens-the-account',
    title: "lets an agent send to another customer's account with a lookup",
    breaks: ['QUO-79'],
    replace: (conforming) => {
      let lookupId: unknown
      return {
        lookupIdErrors: (body) => {
          lookupId = body.lookupId
          return conforming.lookupIdErrors(body)
        },
        destinationBelongsToCustomer: (...asked) =>
          lookupId !== undefined || conforming.destinationBelongsToCustomer(...asked),
      }
    },
  },
  {
    id: 'permission-not-checked',
    title: 'lets every agent create quotes, with any policy',
    breaks: ['QUO-72'],
    replace: { mayCreateQuotes: () => true },
  },
  {
    id: 'any-permission-will-do',
    title: 'lets an agent with any permission create quotes',
    breaks: ['QUO-72'],
    replace: { mayCreateQuotes: ({ policy }) => policy.permissions.length > 0 },
  },
  {
    id: 'quote-without-credentials-for-the-last-agent',
    title: 'treats a request without credentials as sent by the last agent',
    breaks: ['QUO-73'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (header, agents) => (header === '' ? agents.at(-1) : undefined)),
    }),
  },
  {
    id: 'token-compared-by-prefix',
    title: 'compares only the first characters of a token',
    breaks: ['QUO-74'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (header, agents) =>
        agents.find(({ accessToken }) => header.startsWith(`Bearer ${accessToken.slice(0, 16)}`)),
      ),
    }),
  },
  {
    id: 'token-in-any-scheme',
    title: "also accepts an agent's token in the Basic scheme",
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
    title: "accepts platform credentials in place of an agent's",
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
        sourceBelongsToCustomer: (account, payer, ...of) =>
          platforms.has(payer) || conforming.sourceBelongsToCustomer(account, payer, ...of),
        destinationBelongsToCustomer: (account, payer, ...of) =>
          platforms.has(payer) || conforming.destinationBelongsToCustomer(account, payer, ...of),
      }
    },
  },
  {
    id: 'quotes-of-everybody',
    title: 'returns a quote to any caller that knows its id',
    breaks: ['QUO-76'],
    replace: { quoteIsVisible: () => true },
  },
]

const execution: readonly Fault[] = [
  {
    id: 'immediate-execution-ignored',
    title: 'creates the quote, but ignores immediatelyExecute',
    breaks: ['QUO-80'],
    replace: { executesAtCreation: () => false },
  },
  {
    id: 'creation-receiving-paid-without-fees',
    title: 'debits a quote with RECEIVING locked, which is executed at creation, without its fees',
    breaks: ['QUO-102'],
    replace: debitingReceivingWithoutFees(
      ({ agentId }, after) => agentId !== undefined && after === 'CREATION',
    ),
  },
  {
    id: 'fee-override-not-debited',
    title: 'debits a quote with a fee override without that fee',
    breaks: ['QUO-103'],
    replace: (conforming) => {
      const { priceOfReceiving, debit } = conforming
      const overridden = new Set<Price>()
      let isOverridden = false
      return {
        platformFee: (sending, override) => {
          isOverridden = override !== undefined
          return conforming.platformFee(sending, override)
        },
        priceOfReceiving: (...amounts) => {
          const price = priceOfReceiving(...amounts)
          if (isOverridden) overridden.add(price)
          return price
        },
        debit: (account, quote) => {
          debit(account, quote)
          if (overridden.has(quote.price)) account.balance += quote.price.platformFees
        },
      }
    },
  },
  {
    id: 'immediate-execution-takes-fees-twice',
    title: 'debits the fees on top of totalSendingAmount',
    breaks: ['QUO-81', 'QUO-67', 'QUO-103'],
    mayAlsoBreak: ['QUO-30', 'QUO-31', 'QUO-86', 'QUO-87'],
    replace: {
      debit: (account, { price }) => {
        account.balance -= price.sending + price.fees
      },
    },
  },
  {
    id: 'flag-read-as-text',
    title: 'accepts the string true as immediatelyExecute',
    breaks: ['QUO-85'],
    replace: (conforming) => ({
      immediatelyExecuteErrors: (body) =>
        body.immediatelyExecute === 'true' ? [] : conforming.immediatelyExecuteErrors(body),
      asksForExecution: ({ immediatelyExecute }) => String(immediatelyExecute) === 'true',
    }),
  },
  {
    id: 'threshold-in-whole-units',
    title: 'compares the threshold with whole units of the currency',
    breaks: ['QUO-84'],
    mayAlsoBreak: ['QUO-86'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending > policy.approvalThreshold + 100n,
    },
  },
  {
    id: 'threshold-compared-with-the-locked-amount',
    title: 'compares the threshold with the locked amount, with any currency',
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
    title: 'adds the fees to totalSendingAmount before it compares the threshold',
    breaks: ['QUO-87'],
    mayAlsoBreak: ['QUO-86'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending + price.fees > policy.approvalThreshold,
    },
  },
  {
    id: 'quote-creation-moves-money',
    title: 'debits the amount at creation and again at execution',
    breaks: ['QUO-82', 'QUO-67', 'QUO-68'],
    mayAlsoBreak: ['QUO-105', 'QUO-30', 'QUO-31', 'QUO-80', 'QUO-83'],
    replace: { creationMovesMoney: true },
  },
  {
    id: 'every-quote-executed',
    title: 'executes every quote at creation',
    breaks: ['QUO-01'],
    mayAlsoBreak: ['QUO-82'],
    replace: { executesAtCreation: () => true },
  },
  {
    id: 'immediate-execution-without-approval',
    title: 'executes at creation without the required approval',
    breaks: ['QUO-83'],
    replace: (conforming) => ({
      needsApproval: (byMode, byAmount, occasion) =>
        occasion === 'EXECUTION' && conforming.needsApproval(byMode, byAmount, occasion),
    }),
  },
  {
    id: 'immediate-execution-over-the-threshold',
    title: 'checks only the execution mode when a quote is executed at creation',
    breaks: ['QUO-83'],
    replace: (conforming) => ({
      needsApproval: (byMode, byAmount, occasion) =>
        conforming.needsApproval(byMode, byAmount && occasion === 'EXECUTION', occasion),
    }),
  },
]

const withNumber = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { lockedCurrencyAmount: amount } = body
  const isLoose = amount === true || Array.isArray(amount)
  return isLoose ? { ...body, lockedCurrencyAmount: Number(amount) } : body
}

export const quoteFaults: readonly Fault[] = [
  ...terms,
  ...replay,
  ...validation,
  ...authorization,
  ...execution,
  {
    id: 'identifier-with-two-bodies-at-once',
    title: 'creates two quotes for one identifier when two bodies arrive at once',
    breaks: ['QUO-25'],
    replace: ({ replayScope }) => {
      const first = new Map<string, { readonly at: number; readonly fingerprint: string }>()
      return {
        replayScope: (owner, requestId, fingerprint) => {
          const scope = replayScope(owner, requestId, fingerprint)
          const { at, fingerprint: stored } = first.get(scope) ?? { at: Date.now(), fingerprint }
          first.set(scope, { at, fingerprint: stored })
          return `${scope} ${Date.now() - at < 100 ? fingerprint : stored}`
        },
      }
    },
  },
  {
    id: 'amount-out-of-64-bits',
    title: 'returns 500 for an amount that exceeds an integer of 64 bits',
    breaks: ['QUO-52'],
    replace: ({ lockedAmountErrors }) => ({
      lockedAmountErrors: (body) => {
        if (Number(body.lockedCurrencyAmount) >= 2 ** 63) throw new Error('out of range')
        return lockedAmountErrors(body)
      },
    }),
  },
  {
    id: 'amount-of-one-in-an-array',
    title: 'accepts an array of one number, or true, as an amount',
    breaks: ['QUO-49'],
    replace: ({ lockedAmount, lockedAmountErrors }) => ({
      lockedAmountErrors: (body) => lockedAmountErrors(withNumber(body)),
      lockedAmount: (body) => lockedAmount(withNumber(body)),
    }),
  },
  {
    id: 'fee-override-negative',
    title: 'accepts a negative fee override, and reduces the fees by it',
    breaks: ['QUO-88'],
    mayAlsoBreak: ['CNV-02', 'QUO-65'],
    replace: { feeOverrideErrors: () => [] },
  },
]

/**
 * Honours the first replay of a request identifier, and ignores later ones within a time window. The window begins with
 * that replay, so a slow machine does not change the outcome.
 */
function missesReplays({
  fromMs,
  untilMs = Infinity,
}: {
  readonly fromMs: number
  readonly untilMs?: number
}): Fault['replace'] {
  return (conforming) => {
    const firstReplays = new Map<RememberedRequest, number>()
    return {
      earlierRequest: (requests, scope, now, lifetimeMs) => {
        const earlier = conforming.earlierRequest(requests, scope, now, lifetimeMs)
        if (earlier === undefined) return undefined
        const replayed = firstReplays.get(earlier) ?? now
        firstReplays.set(earlier, replayed)
        const passed = now - replayed
        return passed > fromMs && passed < untilMs ? undefined : earlier
      },
    }
  }
}
