import { refused } from '../refused.ts'
import { shows } from '../shows.ts'
import { waitsBefore } from '../waits-before.ts'
import { isWithinCurrency } from '../../spec/rate-of-quote.ts'
import type { OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import { Refused, refusal } from '../../reference/errors.ts'
import { isObject } from '../../reference/is-object.ts'
import { powerOfTen, toNumber, type Decimal } from '../../reference/money.ts'
import type { Currency } from '../../reference/resources/payments.ts'
import { rejectionResponse } from '../../reference/rejection-response.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { PriceTerms } from '../../reference/rules/quote-pricing.ts'
import { forbidden, unprocessable } from './forbidden.ts'
import {
  eachObject,
  errorsChanged,
  isQuote,
  objectsChanged,
  successesChanged,
  without,
  type Json,
} from './rewritten.ts'
import type { Variant } from './variant.ts'

const withLongerRate = (object: Json): Json =>
  typeof object.exchangeRate === 'number'
    ? { ...object, exchangeRate: object.exchangeRate * 1.000_000_000_3 }
    : object

/** Changes the response to a platform that calls an operation of agents. */
function answeringPlatforms(
  rules: Rules,
  change: (rejection: ReferenceResponse, operation: OperationName | undefined) => ReferenceResponse,
): Pick<Rules, 'callingAgent' | 'respond'> {
  const ofPlatforms = new Set<string | undefined>()
  return {
    callingAgent: (operation, authorization, agents, platform) => {
      if (rules.mayCallAsPlatform(operation, authorization, platform, agents)) ofPlatforms.add(authorization)
      return rules.callingAgent(operation, authorization, agents, platform)
    },
    respond: async (operation, original, request) => {
      const response = await rules.respond(operation, original, request)
      return response.status === 401 &&
        (response.body as Json).code === 'UNAUTHORIZED' &&
        ofPlatforms.has(request.authorization)
        ? change(response, operation)
        : response
    },
  }
}

/** Every twentieth quote is rejected with the error that the contract calls retryable, before it has an effect. */
function failingEveryTwentiethQuote({ before }: Rules): Pick<Rules, 'before'> {
  let quotes = 0
  return {
    before: (step, id) =>
      step === 'createQuote' && ++quotes % 20 === 0
        ? Promise.reject(new Refused(refusal(400, 'QUOTE_REQUEST_FAILED', 'Issue during the quote process.')))
        : before(step, id),
  }
}

/** The token of an agent ends 1.5 s after a repeated request, unless it executes a quote before. */
function endTokensAfterReplays(rules: Rules): Partial<Rules> {
  const seen = new Set<string>()
  const endings = new Map<string, number>()
  return {
    replayScope: (agent, requestId, fingerprint) => {
      const scope = rules.replayScope(agent, requestId, fingerprint)
      if (seen.has(scope) && !endings.has(agent.id)) endings.set(agent.id, Date.now() + 1_500)
      seen.add(scope)
      return scope
    },
    callingAgent: (operation, ...credentials) => {
      const agent = rules.callingAgent(operation, ...credentials)
      if (operation === 'executeAgentQuote' && agent) endings.set(agent.id, Infinity)
      return agent && Date.now() < (endings.get(agent.id) ?? Infinity) ? agent : undefined
    },
  }
}

type Division = (dividend: bigint, divisor: bigint) => bigint

const down: Division = (dividend, divisor) => dividend / divisor
const up: Division = (dividend, divisor) => (dividend + divisor - 1n) / divisor
const halfToEven: Division = (dividend, divisor) => {
  const [whole, twiceTheRest] = [dividend / divisor, 2n * (dividend % divisor)]
  return whole + (twiceTheRest > divisor || (twiceTheRest === divisor && whole % 2n === 1n) ? 1n : 0n)
}

/** Converts with these divisions into smallest units. */
const rounding = (receiving: Division, sending: Division): Partial<Rules> => ({
  toReceiving: (net, { sending: from, receiving: to, rate }: PriceTerms) =>
    receiving(
      net * powerOfTen(to.decimals) * powerOfTen(Math.max(rate.scale, 0)),
      powerOfTen(from.decimals) * rate.digits * powerOfTen(Math.max(-rate.scale, 0)),
    ),
  toSending: (amount, { sending: from, receiving: to, rate }: PriceTerms) =>
    sending(
      amount * rate.digits * powerOfTen(from.decimals) * powerOfTen(Math.max(-rate.scale, 0)),
      powerOfTen(to.decimals) * powerOfTen(Math.max(rate.scale, 0)),
    ),
})

const fees =
  (fixed: bigint, perMillion: bigint, platformFixed: bigint, platformPerMillion: bigint) =>
  (rules: Rules): Partial<Rules> => ({
    serviceFee: () => ({ fixed, perMillion }),
    platformFee: (sending, override) =>
      override
        ? rules.platformFee(sending, override)
        : { fixed: platformFixed, perMillion: platformPerMillion },
  })

const corridor = (sending: string, receiving: string) => (): Partial<Rules> => ({
  ordinaryCorridor: () => ({ sending, receiving }),
})

const inSmallestUnits = (rate: Decimal, sending: Currency, receiving: Currency) =>
  toNumber({ ...rate, scale: rate.scale + receiving.decimals - sending.decimals })

const MINUTE_MS = 60_000

/** Rejects an invalid quote request with another status. */
const rejecting = (rules: Rules, status: number, code: string) =>
  errorsChanged(
    rules,
    (original, operation) =>
      /^create(Agent)?Quote$/.test(operation ?? '') && (original.body as Json).code === 'INVALID_INPUT'
        ? { ...original, status, body: { ...(original.body as Json), code } }
        : original,
    400,
  )

/** Contract: Endpoints 3; Resources, Quote. */
export const quoteVariations: readonly Variant[] = [
  {
    id: 'rate-in-smallest-units',
    title: 'returns the rate between smallest units',
    point: 'exchangeRate',
    interpretation: 'The rate is sending per receiving unit, in smallest units.',
    replace: { statedRate: inSmallestUnits },
  },
  {
    id: 'rate-of-six-digits',
    title: 'returns the rate with six digits, and converts with all of them',
    point: 'exchangeRate',
    interpretation: 'The rate is a number, as exact as it is written.',
    replace: (rules) => ({ statedRate: (...terms) => Number(rules.statedRate(...terms).toPrecision(6)) }),
  },
  {
    id: 'rate-with-the-noise-of-floats',
    title: 'returns a rate calculated with floating-point numbers',
    point: 'exchangeRate',
    interpretation: 'The rate is a number, as exact as it is written.',
    replace: (rules) => ({ statedRate: (...terms) => (rules.statedRate(...terms) / 3) * 3 * (1 + 2e-16) }),
  },
  {
    id: 'rounded-down',
    title: 'rounds the received and the sent amount down',
    point: 'rounding of a conversion',
    interpretation: 'Rounding may differ by one smallest unit of either currency.',
    replace: rounding(down, down),
  },
  {
    id: 'rounded-up',
    title: 'rounds the received and the sent amount up',
    point: 'rounding of a conversion',
    interpretation: 'Rounding may differ by one smallest unit of either currency.',
    replace: rounding(up, up),
  },
  {
    id: 'rounded-half-to-even',
    title: 'rounds half to even',
    point: 'rounding of a conversion',
    interpretation: 'Rounding may differ by one smallest unit of either currency.',
    replace: rounding(halfToEven, halfToEven),
  },
  {
    id: 'without-fees',
    title: 'charges no fees',
    point: 'fees',
    interpretation: 'feesIncluded is zero or more; platformFeesIncluded is 0 where the platform has no fee.',
    replace: fees(0n, 0n, 0n, 0n),
  },
  {
    id: 'large-fees',
    title: 'charges a fifth of the amount or more as fees',
    point: 'fees',
    interpretation: 'The contract sets no limit.',
    replace: fees(1_500n, 180_000n, 900n, 25_000n),
  },
  {
    id: 'fees-of-the-platform-alone',
    title: "charges only the platform's fees",
    point: 'fees',
    interpretation: 'They are part of feesIncluded, and may be all of it.',
    replace: fees(0n, 0n, 250n, 5_000n),
  },
  {
    id: 'platform-fees-missing',
    title: "omits the platform's part of the fees",
    point: 'platformFeesIncluded',
    interpretation: 'It may be omitted on older payloads.',
    replace: (rules) => objectsChanged(rules, (object) => without(object, 'platformFeesIncluded')),
  },
  {
    id: 'quotes-without-rate-within-a-currency',
    // Without the currencies, nothing shows that a quote may lack its rate.
    alone: true,
    title: 'leaves the rate out of a quote within one currency',
    point: 'rate within one currency',
    interpretation: 'The contract marks no field of a quote as required.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isQuote(object) && isWithinCurrency(object) ? without(object, 'exchangeRate') : object,
      ),
  },
  {
    id: 'rates-shorter-when-read',
    title: 'creates a quote with more digits of its rate than it keeps',
    point: 'number of digits of a rate',
    interpretation: 'The contract does not show it.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: eachObject(response.body, withLongerRate) }),
        ['createAgentQuote', 'createQuote'],
      ),
  },
  {
    id: 'from-yen-to-dinars',
    title: 'sends yen (no decimals), and receives dinars (three decimals)',
    point: 'currencies',
    interpretation: 'Any currencies.',
    replace: corridor('JPY', 'KWD'),
  },
  {
    id: 'from-bitcoin-to-yen',
    title: 'sends bitcoin (eight decimals), and receives yen (no decimals)',
    point: 'currencies',
    interpretation: 'Any currencies.',
    replace: corridor('BTC', 'JPY'),
  },
  {
    id: 'from-dinars-to-bitcoin',
    title: 'sends dinars and receives bitcoin',
    point: 'currencies',
    interpretation: 'Any currencies.',
    replace: corridor('KWD', 'BTC'),
  },
  {
    id: 'from-naira-to-coins',
    title: 'sends naira, and receives USDC (six decimals)',
    point: 'currencies',
    interpretation: 'Any currencies.',
    replace: corridor('NGN', 'USDC'),
  },
  {
    id: 'within-one-currency',
    title: 'sends and receives euros',
    point: 'currencies',
    interpretation: 'Same-currency transfers are supported as well.',
    replace: corridor('EUR', 'EUR'),
  },
  {
    id: 'beyond-exact-integers',
    title: 'sends dollars and receives naira, even above 2^53',
    point: 'currencies',
    interpretation: 'The other side may exceed 2^53 when the locked side is at its maximum.',
    replace: () => ({
      ...corridor('USD', 'NGN')(),
      priceIsPossible: ({ sending, receiving, fees: all }) => receiving > 0n && sending > all,
    }),
  },
  {
    id: 'limit-of-a-transaction',
    title: 'rejects amounts above the largest single transaction',
    point: 'largest amount of a corridor',
    interpretation: 'The error is 400 TRANSACTION_SIZE_LIMIT_EXCEEDED.',
    unmet: ['AMOUNT_OUT_OF_RANGE'],
    replace: (rules) => ({
      priceIsPossible: (price) => rules.priceIsPossible(price) && price.sending < 1_000_000_000_000n,
      amountOutOfRange: { ...rules.amountOutOfRange, code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED' },
    }),
  },
  {
    id: 'quotes-of-one-minute',
    title: 'expires quotes after one minute',
    point: 'lifetime of a quote',
    interpretation: 'Typically 1 to 5 minutes on instant rails.',
    replace: (rules) => ({
      quoteLifetimeMs: (agent) =>
        agent.quoteExpiresInSeconds === undefined ? MINUTE_MS : rules.quoteLifetimeMs(agent),
    }),
  },
  {
    id: 'quotes-of-a-month',
    title: 'expires quotes after thirty days',
    point: 'lifetime of a quote',
    interpretation: 'Corridors with longer settlement guarantees may be longer.',
    warns: ['QTE-17'],
    replace: (rules) => ({
      quoteLifetimeMs: (agent) =>
        agent.quoteExpiresInSeconds === undefined ? 30 * 24 * 60 * MINUTE_MS : rules.quoteLifetimeMs(agent),
    }),
  },
  {
    id: 'identifier-not-required',
    title: 'creates a quote for every request without an identifier',
    point: 'a request without an identifier',
    interpretation: 'The identifier is optional.',
    replace: (rules) => {
      let withoutIdentifier = 0
      return {
        requestIdIsAcceptable: (requestId) =>
          requestId === undefined || rules.requestIdIsAcceptable(requestId),
        replayScope: (agent, requestId, fingerprint) =>
          requestId === ''
            ? `${agent.id} without ${(withoutIdentifier += 1)}`
            : rules.replayScope(agent, requestId, fingerprint),
      }
    },
  },
  {
    id: 'another-body-gets-the-first-response',
    title: 'returns the first response for another body under the same identifier',
    point: 'an identifier used again with another body',
    interpretation: 'The same key returns the same response.',
    unmet: ['DUPLICATE_PAY_REQUEST'],
    replace: { isSameRequest: () => true },
  },
  {
    id: 'every-twentieth-quote-fails',
    title: 'rejects every twentieth quote with QUOTE_REQUEST_FAILED',
    point: 'quotes that fail for a moment',
    interpretation: 'The contract calls the error retryable, so a client requests the quote again.',
    replace: failingEveryTwentiethQuote,
  },
  {
    id: 'another-body-is-a-bad-request',
    title: 'returns 400 for another body under the same identifier',
    point: 'an identifier used again with another body',
    interpretation: 'The request is rejected with 400.',
    unmet: ['DUPLICATE_PAY_REQUEST'],
    replace: refused('requestIdUsedForAnotherRequest', 400, 'INVALID_REQUEST_FORMAT'),
  },
  {
    id: 'another-body-unprocessable',
    title: 'returns 422 for another body under the same identifier',
    point: 'an identifier used again with another body',
    interpretation: 'The request is rejected with 422, as in other services with idempotency keys.',
    warns: ['CNV-09'],
    unmet: ['DUPLICATE_PAY_REQUEST'],
    replace: (rules) => ({
      requestIdUsedForAnotherRequest: unprocessable(rules.requestIdUsedForAnotherRequest),
    }),
  },
  {
    id: 'another-body-is-a-duplicate',
    title: 'returns 409 DUPLICATE_PAY_REQUEST for another body under the same identifier',
    point: 'an identifier used again with another body',
    interpretation: 'The request is rejected with 409.',
    replace: (rules) => ({
      requestIdUsedForAnotherRequest: {
        ...rules.requestIdUsedForAnotherRequest,
        code: 'DUPLICATE_PAY_REQUEST',
      },
    }),
  },
  {
    id: 'replay-in-flight-refused',
    title: 'returns 409 for a replay while the first request is in progress',
    point: 'an identifier whose first request is under way',
    interpretation: 'The replay is rejected with 409.',
    replace: (rules) => ({
      ...waitsBefore('createQuote', 100)(rules),
      replayRefused: ({ completed }) =>
        completed ? undefined : { status: 409, code: 'CONFLICT', reason: 'The first request is under way.' },
    }),
  },
  {
    id: 'replay-in-flight-waits',
    title: 'creates quotes slowly, and lets replays wait',
    point: 'an identifier whose first request is under way',
    interpretation: 'The replay gets the same response.',
    replace: waitsBefore('createQuote', 100),
  },
  {
    id: 'replay-with-200',
    title: 'returns 200 for a replay',
    point: 'status of a replay',
    interpretation: 'The body is the same; the status shows that nothing was created.',
    warns: ['QUO-24'],
    replace: {
      replayedAnswer: (first) => (first.status < 300 ? { ...first, status: 200 } : first),
    },
  },
  {
    id: 'replay-shows-the-quote-as-it-is-now',
    title: 'returns the current quote status for a replay, and marks it as a replay',
    point: 'what a replay repeats',
    interpretation: 'The quote is the same; its status may have changed.',
    warns: ['QUO-36'],
    replace: (rules) => ({
      replayedAnswer: (first) => {
        const { body } = first
        if (!isObject(body) || !isQuote(body)) return first
        const expired = Date.parse(String(body.expiresAt)) <= rules.currentTime()
        const status = expired && body.status === 'PENDING' ? 'EXPIRED' : body.status
        return {
          ...first,
          body: { ...body, status, replayed: true },
          headers: { 'idempotent-replayed': 'true' },
        }
      },
    }),
  },
  {
    id: 'errors-judged-anew',
    title: 'does not store errors under a request identifier',
    point: 'replay of an error',
    interpretation: 'A repeated request is evaluated again.',
    replace: (rules) => ({
      rememberRequest: (requests, scope, request) => {
        rules.rememberRequest(requests, scope, request)
        request.response.then(
          ({ status }) => status >= 400 && requests.delete(scope),
          () => undefined,
        )
      },
    }),
  },
  {
    id: 'identifier-lives-as-long-as-the-quote',
    title: 'forgets a request identifier when its quote expires',
    point: 'lifetime of a request identifier',
    interpretation: 'The identifier is kept at least until the quote expires.',
    warns: ['QUO-23'],
    replace: (rules) => ({ requestIdLifetimeMs: (agent) => rules.quoteLifetimeMs(agent) }),
  },
  {
    id: 'identifiers-of-the-customer',
    title: 'shares request identifiers between all agents of a customer',
    point: 'an identifier used again with another body',
    interpretation: 'Agent credentials are bound to the customer.',
    warns: ['QUO-28'],
    replace: (rules) => ({
      replayScope: (agent, requestId, fingerprint) =>
        rules.replayScope({ ...agent, id: agent.customerId }, requestId, fingerprint),
    }),
  },
  {
    id: 'identifiers-of-all-agents',
    title: 'returns 409 for a request identifier that another agent has used',
    point: 'an identifier used again with another body',
    interpretation: 'The identifier is unique across all agents.',
    replace: (rules) => ({
      replayScope: (agent, requestId, fingerprint) =>
        requestId === '' ? rules.replayScope(agent, requestId, fingerprint) : requestId,
      fingerprintOf: (agent, body) => `${agent.id} ${rules.fingerprintOf(agent, body)}`,
    }),
  },
  {
    id: 'unusable-optional-fields-ignored',
    title: 'ignores optional fields of the wrong type',
    point: 'optional fields of another type',
    interpretation: 'The fields are optional.',
    warns: ['QUO-58'],
    replace: (rules) => ({
      descriptionErrors: () => [],
      paymentReferenceErrors: () => [],
      immediatelyExecuteErrors: () => [],
      purposeErrors: (body, known) =>
        typeof body.purposeOfPayment === 'string' ? rules.purposeErrors(body, known) : [],
    }),
  },
  {
    id: 'created-a-little-earlier',
    title: 'returns the time of the rate request as createdAt',
    point: 'createdAt',
    interpretation: 'createdAt may be a minute off.',
    replace: shows('Quote', ({ createdAt }) => ({ createdAt: createdAt - 20_000 })),
  },
  {
    id: 'created-an-hour-earlier',
    alone: true,
    title: 'returns a createdAt that is an hour off',
    point: 'createdAt',
    interpretation: 'The contract specifies only its name and type.',
    warns: ['CNV-26', 'QUO-09'],
    replace: shows('Quote', ({ createdAt }) => ({ createdAt: createdAt - 60 * MINUTE_MS })),
  },
  {
    id: 'invalid-quotes-unprocessable',
    alone: true,
    title: 'returns 422 for a quote request with invalid fields',
    point: 'status of a rejected quote',
    interpretation: 'Invalid fields return 422.',
    warns: ['CNV-09', 'QTE-49', 'QUO-63'],
    replace: (rules) => rejecting(rules, 422, 'UNPROCESSABLE'),
  },
  {
    id: 'invalid-quotes-forbidden',
    alone: true,
    title: 'returns 403 for a quote request with invalid fields',
    point: 'status of a rejected quote',
    interpretation: 'Invalid fields return 403.',
    warns: ['CNV-09', 'QTE-49', 'QUO-63'],
    replace: (rules) => rejecting(rules, 403, 'FORBIDDEN'),
  },
  {
    id: 'agent-operations-forbidden-to-platforms',
    alone: true,
    title: 'returns 403 when the platform calls an agent operation',
    point: 'a platform that calls an operation of agents',
    interpretation: 'Its credentials are valid, but lack the permission.',
    warns: ['CNV-09'],
    replace: (rules) => answeringPlatforms(rules, (rejection) => ({ ...rejection, status: 403 })),
  },
  {
    id: 'agent-operations-not-found-by-platforms',
    alone: true,
    title: 'returns 404 when the platform calls an agent operation',
    point: 'a platform that calls an operation of agents',
    interpretation: 'Its credentials belong to no agent.',
    replace: (rules) =>
      answeringPlatforms(rules, (_, operation) =>
        rejectionResponse(rules, operation, {
          status: 404,
          code: 'NOT_FOUND',
          reason: 'There is no such agent.',
        }),
      ),
  },
  {
    id: 'execution-returns-the-transaction',
    alone: true,
    title: 'returns the transaction when an agent executes',
    point: 'response to an execution by an agent',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(
        rules,
        (original) => {
          const { transaction, quote } = original.body as {
            readonly transaction?: Json
            readonly quote: Json
          }
          return { ...original, body: transaction ?? { id: quote.transactionId, status: 'CREATED' } }
        },
        ['executeAgentQuote'],
      ),
  },
  {
    id: 'fee-override-of-another-shape',
    alone: true,
    title: 'uses its own shape for the fee override, and rejects others',
    point: 'inner shape of the fee override',
    interpretation: 'The contract does not specify it.',
    blocks: ['QUO-65', 'QUO-103'],
    replace: {
      feeOverrideErrors: ({ platformFeeOverride: override }) =>
        override === undefined
          ? []
          : [
              {
                field: 'platformFeeOverride.fee',
                constraint: {},
                message: 'platformFeeOverride.fee is required',
              },
            ],
    },
  },
  {
    id: 'fee-override-by-other-names',
    alone: true,
    title: 'uses other names within the fee override, and ignores the usual ones',
    point: 'inner shape of the fee override',
    interpretation: 'The contract does not specify it.',
    blocks: ['QUO-65', 'QUO-103'],
    replace: (rules) => ({
      feeOverrideErrors: () => [],
      overrideCurrencyFits: () => true,
      platformFee: (sending) => rules.platformFee(sending, undefined),
    }),
  },
  {
    id: 'account-variants-by-their-members',
    alone: true,
    title: 'treats every object with an accountId as an account, with any type',
    point: 'a source or destination without a type',
    interpretation: 'The contract does not specify the names of the other variants.',
    warns: ['QUO-46', 'QUO-61'],
    replace: (rules) => ({
      sourceErrors: ({ source, ...body }) =>
        rules.sourceErrors({
          ...body,
          source: isObject(source) && 'accountId' in source ? { ...source, sourceType: 'ACCOUNT' } : source,
        }),
      destinationErrors: ({ destination, ...body }) =>
        rules.destinationErrors({
          ...body,
          destination:
            isObject(destination) && 'accountId' in destination
              ? { ...destination, destinationType: 'ACCOUNT' }
              : destination,
        }),
    }),
  },
  {
    id: 'account-variants-inferred',
    alone: true,
    title: 'treats an object with an accountId and no type as an account',
    point: 'a source or destination without a type',
    interpretation: 'The contract marks no field within it as required.',
    warns: ['QUO-61'],
    replace: (rules) => ({
      sourceErrors: ({ source, ...body }) =>
        rules.sourceErrors({
          ...body,
          source: isObject(source) && 'accountId' in source ? { sourceType: 'ACCOUNT', ...source } : source,
        }),
      destinationErrors: ({ destination, ...body }) =>
        rules.destinationErrors({
          ...body,
          destination:
            isObject(destination) && 'accountId' in destination
              ? { destinationType: 'ACCOUNT', ...destination }
              : destination,
        }),
    }),
  },
  {
    id: 'permission-missing-403',
    title: 'returns 403 when the policy does not permit the operation',
    point: 'missing permission',
    interpretation: 'The response is 403.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      permissionMissing: (permission) => forbidden(rules.permissionMissing(permission)),
    }),
  },
  {
    id: 'permission-missing-404',
    title: 'returns 404 when the policy does not permit the operation',
    point: 'missing permission',
    interpretation: 'The response is 404.',
    replace: (rules) => ({
      permissionMissing: (permission) => ({
        ...rules.permissionMissing(permission),
        status: 404,
        code: 'NOT_FOUND',
      }),
    }),
  },
  {
    id: 'permission-missing-401',
    title: 'returns 401 when the policy does not permit the operation',
    point: 'missing permission',
    interpretation: 'The response is 401.',
    replace: (rules) => ({
      permissionMissing: (permission) => ({
        ...rules.permissionMissing(permission),
        status: 401,
        code: 'UNAUTHORIZED',
      }),
    }),
  },
  {
    id: 'quotes-at-one-address',
    alone: true,
    title: "serves agents' quotes at the addresses of platform quotes",
    point: 'address of the quotes of an agent',
    interpretation: 'The contract does not specify it; both credentials are valid there.',
    bound: {
      createAgentQuote: 'POST /quotes',
      getAgentQuote: 'GET /quotes/{quoteId}',
      executeAgentQuote: 'POST /quotes/{quoteId}/execute',
    },
    replace: {
      agentOperationAt: (operation) =>
        (
          {
            createQuote: 'createAgentQuote',
            getQuote: 'getAgentQuote',
            executeQuote: 'executeAgentQuote',
          } as const
        )[operation as 'createQuote'],
    },
  },
  {
    id: 'foreign-account-403',
    title: "returns 403 for another customer's account",
    point: 'an account of another customer',
    interpretation: 'The response is 403.',
    warns: ['CNV-09'],
    replace: (rules) => ({ accountNotFound: (account) => forbidden(rules.accountNotFound(account)) }),
  },
  {
    id: 'foreign-account-422',
    title: "returns 422 for another customer's account",
    point: 'an account of another customer',
    interpretation: 'The response is 422.',
    warns: ['CNV-09'],
    replace: (rules) => ({ accountNotFound: (account) => unprocessable(rules.accountNotFound(account)) }),
  },
  {
    id: 'foreign-account-401',
    alone: true,
    title: "returns 401 for another customer's account, and 404 for a request that names none",
    point: 'an account of another customer',
    interpretation: 'The response is 401, as the contract has no 403.',
    replace: (rules) => ({
      accountNotFound: (account) => ({
        ...rules.accountNotFound(account),
        ...(account && { status: 401, code: 'UNAUTHORIZED' }),
      }),
      respond: async (operation, original, request) => {
        const { status, body } = await rules.respond(operation, original, request)
        const isUnnamed = status === 400 && /"(source|destination)\.accountId"/.test(JSON.stringify(body))
        return isUnnamed
          ? { status: 404, body: { code: 'ACCOUNT_NOT_FOUND', reason: 'There is no such account.' } }
          : { ...original, status, body }
      },
    }),
  },
  {
    id: 'fees-booked-later',
    alone: true,
    title: 'debits the fees of an execution a quarter of a second after the amount',
    point: 'the entries of an execution',
    interpretation: 'The contract does not specify the number of ledger entries.',
    replace: {
      debit: (account, { price }) => {
        account.balance -= price.sending - price.fees
        setTimeout(() => (account.balance -= price.fees), 250)
      },
    },
  },
  {
    id: 'foreign-account-400',
    title: "returns 400 for another customer's account, and repeats the id of the request",
    point: 'an account of another customer',
    interpretation: 'The response is 400, and contains nothing of the account.',
    replace: (rules) => ({
      accountNotFound: (account) => ({
        ...rules.accountNotFound(account),
        status: 400,
        code: 'INVALID_BANK_ACCOUNT',
        reason: `${account?.id ?? 'This'} is not an account of the customer.`,
      }),
    }),
  },
  {
    id: 'fee-override-ignored-off-dollars',
    title: 'ignores the fee override on a non-USD source',
    point: 'fee override on a source that is not in USD',
    interpretation: 'It is not supported, so it has no effect.',
    replace: (rules) => ({
      feeOverrideAllowed: () => true,
      overrideCurrencyFits: () => true,
      platformFee: (sending, override) =>
        rules.platformFee(sending, sending.code === 'USD' ? override : undefined),
    }),
  },
  {
    id: 'currency-of-the-override-as-code',
    title: 'accepts the currency of a fixed fee as a code only',
    point: 'inner shape of the fee override',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      overrideCurrencyFits: (override, sending) =>
        (override.platformFixedFee as Json | undefined)?.currency === sending.code &&
        rules.overrideCurrencyFits(override, sending),
    }),
  },
  {
    id: 'totp-refused',
    title: 'rejects TOTP as preferred factor in every region',
    point: 'TOTP where SCA is not relevant',
    interpretation: 'TOTP is rejected.',
    replace: {
      scaFactorErrors: ({ scaFactor }) =>
        scaFactor === 'TOTP' ? [{ field: 'scaFactor', constraint: {}, message: 'TOTP is not possible' }] : [],
    },
  },
  {
    id: 'agent-token-ends-within-seconds',
    alone: true,
    title: 'lets the token of an agent end within seconds after a repeated request',
    point: 'lifetime of the token of an agent',
    interpretation: 'The contract does not specify it.',
    blocks: ['QUO-21', 'QUO-34'],
    replace: endTokensAfterReplays,
  },
  {
    id: 'zero-is-an-amount',
    title: 'accepts zero as a well-formed amount',
    point: 'zero as an amount',
    interpretation: 'Zero is an integer like others, too small to cover the fees.',
    replace: {
      amountSignErrors: ({ lockedCurrencyAmount: amount }) =>
        typeof amount === 'number' && amount < 0
          ? [{ field: 'lockedCurrencyAmount', constraint: {}, message: 'lockedCurrencyAmount is negative' }]
          : [],
    },
  },
]
