import type { FieldError, Refusal } from '../errors.ts'
import { currencies } from '../currencies.ts'
import { divideNearest, divideUp, powerOfTen, quotient, toNumber, type Decimal } from '../money.ts'
import type { Answer } from '../answer.ts'
import type { Agent, Currency, ExternalAccount, InternalAccount, Price, Quote } from '../resources.ts'
import type { RememberedRequest } from '../store.ts'

type Body = Readonly<Record<string, unknown>>
export type Side = 'SENDING' | 'RECEIVING'

/** A fixed part in the smallest unit of the sending currency, and parts per million of what is converted. */
export interface FeeTerms {
  readonly fixed: bigint
  readonly perMillion: bigint
}

/** What a price is calculated from. */
export interface PriceTerms {
  readonly sending: Currency
  readonly receiving: Currency
  readonly rate: Decimal
  readonly serviceFee: FeeTerms
  readonly platformFee: FeeTerms
}

const MILLION = 1_000_000n

const purposes: readonly string[] = [
  'GIFT',
  'SELF',
  'GOODS_OR_SERVICES',
  'EDUCATION',
  'HEALTH_OR_MEDICAL',
  'REAL_ESTATE_PURCHASE',
  'TAX_PAYMENT',
  'LOAN_PAYMENT',
  'UTILITY_BILL',
  'DONATION',
  'TRAVEL',
  'FAMILY_SUPPORT',
  'SALARY_PAYMENT',
  'OTHER',
]

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (field: string, constraint: Body, message: string): readonly FieldError[] => [
  { field, constraint, message },
]

const notText = (body: Body, field: string): readonly FieldError[] =>
  body[field] === undefined || typeof body[field] === 'string'
    ? []
    : wrong(field, { format: 'string' }, `${field} is a string`)

/** Contract: Endpoints 3, request identifier header. */
const requestIdentifierRules = {
  /** A unique request identifier (UUID). */
  requestIdIsAcceptable: (requestId: string | undefined): boolean =>
    requestId !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(requestId),

  unacceptableRequestId: (): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'The Idempotency-Key header is required and holds a UUID.',
  }),

  /** A request identifier is the agent's own: nobody else's answer is found under it. */
  replayScope: (agent: Agent, requestId: string, _fingerprint: string): string =>
    `${agent.id} ${requestId.toLowerCase()}`,

  /** Every request is looked up under its identifier, whatever it asks for. */
  isLookedUp: (_body: Body): boolean => true,

  /** Far longer than any quote lives. */
  requestIdLifetimeMs: (_agent: Agent): number => 24 * 60 * 60 * 1000,

  /** The first request under the identifier, while it is remembered. */
  earlierRequest(
    requests: ReadonlyMap<string, RememberedRequest>,
    scope: string,
    now: number,
    lifetimeMs: number,
  ): RememberedRequest | undefined {
    const earlier = requests.get(scope)
    return earlier && now - earlier.receivedAt < lifetimeMs ? earlier : undefined
  },

  /** Remembered before it is answered, so that requests under way at once are one request. */
  rememberRequest(requests: Map<string, RememberedRequest>, scope: string, request: RememberedRequest): void {
    requests.set(scope, request)
  },

  isSameRequest: (earlier: RememberedRequest, fingerprint: string): boolean =>
    earlier.fingerprint === fingerprint,

  requestIdUsedForAnotherRequest: (): Refusal => ({
    status: 409,
    code: 'CONFLICT',
    reason: 'The request identifier was used for another request.',
  }),

  /** The same response as the first request. */
  replayedAnswer: (first: Answer): Answer => first,
}

/** Contract: Endpoints 3, request body fields. Each looks at one field. */
const fieldRules = {
  /** Required; an account, or real-time funding. */
  sourceErrors({ source }: Body): readonly FieldError[] {
    if (!isObject(source)) return wrong('source', { format: 'object' }, 'source is a required object')
    switch (source.sourceType) {
      case 'ACCOUNT':
        return typeof source.accountId === 'string'
          ? []
          : wrong('source.accountId', { format: 'string' }, 'source.accountId is a required string')
      case 'REALTIME_FUNDING':
        return typeof source.currency === 'string'
          ? []
          : wrong('source.currency', { format: 'string' }, 'source.currency is a required string')
      default:
        return wrong(
          'source.sourceType',
          { enum: ['ACCOUNT', 'REALTIME_FUNDING'] },
          'source.sourceType is ACCOUNT or REALTIME_FUNDING',
        )
    }
  },

  /** Required; an account, or a UMA address. */
  destinationErrors({ destination }: Body): readonly FieldError[] {
    if (!isObject(destination)) {
      return wrong('destination', { format: 'object' }, 'destination is a required object')
    }
    switch (destination.destinationType) {
      case 'ACCOUNT':
        return typeof destination.accountId === 'string'
          ? []
          : wrong('destination.accountId', { format: 'string' }, 'destination.accountId is a required string')
      case 'UMA_ADDRESS':
        return typeof destination.umaAddress === 'string'
          ? []
          : wrong(
              'destination.umaAddress',
              { format: 'string' },
              'destination.umaAddress is a required string',
            )
      default:
        return wrong(
          'destination.destinationType',
          { enum: ['ACCOUNT', 'UMA_ADDRESS'] },
          'destination.destinationType is ACCOUNT or UMA_ADDRESS',
        )
    }
  },

  /** Required; `SENDING` or `RECEIVING`. */
  lockedSideErrors: ({ lockedCurrencySide }: Body): readonly FieldError[] =>
    lockedCurrencySide === 'SENDING' || lockedCurrencySide === 'RECEIVING'
      ? []
      : wrong(
          'lockedCurrencySide',
          { enum: ['SENDING', 'RECEIVING'] },
          'lockedCurrencySide is SENDING or RECEIVING',
        ),

  /** Required; an integer (Conventions). */
  lockedAmountErrors: ({ lockedCurrencyAmount }: Body): readonly FieldError[] =>
    typeof lockedCurrencyAmount === 'number' && Number.isInteger(lockedCurrencyAmount)
      ? []
      : wrong('lockedCurrencyAmount', { format: 'integer' }, 'lockedCurrencyAmount is a required integer'),

  /** A transfer moves something from one side to the other; zero is refused too, which the contract leaves open. */
  amountSignErrors: ({ lockedCurrencyAmount }: Body): readonly FieldError[] =>
    typeof lockedCurrencyAmount === 'number' && lockedCurrencyAmount <= 0
      ? wrong('lockedCurrencyAmount', { format: 'integer' }, 'lockedCurrencyAmount is more than zero')
      : [],

  /** Limits, `lockedCurrencyAmount`. */
  maximumAmount: (): number => 9_000_000_000_000_000,

  excessiveAmountErrors: ({ lockedCurrencyAmount }: Body, maximum: number): readonly FieldError[] =>
    typeof lockedCurrencyAmount === 'number' && lockedCurrencyAmount > maximum
      ? wrong('lockedCurrencyAmount', { format: 'integer' }, `lockedCurrencyAmount is at most ${maximum}`)
      : [],

  lookupIdErrors: (body: Body): readonly FieldError[] => notText(body, 'lookupId'),

  /** Required for UMA destinations. */
  lookupRequirementErrors: ({ destination, lookupId }: Body): readonly FieldError[] =>
    isObject(destination) && destination.destinationType === 'UMA_ADDRESS' && lookupId === undefined
      ? wrong('lookupId', { format: 'string' }, 'lookupId is required for a UMA destination')
      : [],

  immediatelyExecuteErrors: ({ immediatelyExecute }: Body): readonly FieldError[] =>
    immediatelyExecute === undefined || typeof immediatelyExecute === 'boolean'
      ? []
      : wrong('immediatelyExecute', { format: 'boolean' }, 'immediatelyExecute is a boolean'),

  descriptionErrors: (body: Body): readonly FieldError[] => notText(body, 'description'),

  paymentReferenceErrors: (body: Body): readonly FieldError[] => notText(body, 'remittanceInformation'),

  /** Limits, payment reference text. */
  paymentReferenceMaximumLength: (): number => 80,

  paymentReferenceLengthErrors: ({ remittanceInformation }: Body, maximum: number): readonly FieldError[] =>
    typeof remittanceInformation === 'string' && Array.from(remittanceInformation).length > maximum
      ? wrong(
          'remittanceInformation',
          { maxLength: maximum },
          `remittanceInformation has at most ${maximum} characters`,
        )
      : [],

  purposes: (): readonly string[] => purposes,

  purposeErrors: ({ purposeOfPayment }: Body, known: readonly string[]): readonly FieldError[] =>
    purposeOfPayment === undefined || known.includes(purposeOfPayment as string)
      ? []
      : wrong('purposeOfPayment', { enum: known }, `purposeOfPayment is one of ${known.join(', ')}`),

  /** The inner shape is a default of ours. */
  feeOverrideErrors({ platformFeeOverride: override }: Body): readonly FieldError[] {
    if (override === undefined) return []
    if (!isObject(override)) {
      return wrong('platformFeeOverride', { format: 'object' }, 'platformFeeOverride is an object')
    }
    const { platformFixedFee: fixed, platformVariableFeeBps: bps } = override
    return [
      ...(fixed === undefined ||
      (isObject(fixed) && Number.isSafeInteger(fixed.amount) && Number(fixed.amount) >= 0)
        ? []
        : wrong(
            'platformFeeOverride.platformFixedFee',
            { format: 'object' },
            'platformFixedFee is { amount, currency } with an amount of zero or more',
          )),
      ...(bps === undefined || (typeof bps === 'number' && bps >= 0 && bps <= 10_000)
        ? []
        : wrong(
            'platformFeeOverride.platformVariableFeeBps',
            { format: 'number' },
            'platformVariableFeeBps is a number from 0 to 10000',
          )),
    ]
  },

  /** Ignored but for real-time funding where SCA is required, and no customer here is in such a region. */
  scaFactorErrors: (_body: Body): readonly FieldError[] => [],

  senderInformationErrors: ({ senderCustomerInfo }: Body): readonly FieldError[] =>
    senderCustomerInfo === undefined || isObject(senderCustomerInfo)
      ? []
      : wrong('senderCustomerInfo', { format: 'object' }, 'senderCustomerInfo is an object'),

  /** `details.errors` has one entry per invalid field, covering the whole request (Errors). */
  invalidFields: (fieldErrors: readonly FieldError[]): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'The request has invalid fields.',
    fieldErrors,
  }),
}

/** Contract: Endpoints 3, introduction and rules of single fields. */
const permissionRules = {
  /** The agent's policy must grant `CREATE_QUOTES`. */
  mayCreateQuotes: ({ policy }: Agent): boolean => policy.permissions.includes('CREATE_QUOTES'),

  /** Which refusal, is not shown; a 401 would say that the credentials were rejected, and 403 is not used. */
  permissionMissing: (permission: string): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: `The agent's policy does not grant ${permission}.`,
  }),

  /** Accounts referenced in the request must belong to the agent's customer: the source. */
  sourceBelongsToCustomer: (account: { readonly customerId: string | null }, agent: Agent): boolean =>
    account.customerId === agent.customerId,

  /** Accounts referenced in the request must belong to the agent's customer: the destination. */
  destinationBelongsToCustomer: (account: { readonly customerId: string | null }, agent: Agent): boolean =>
    account.customerId === agent.customerId,

  /** Of another customer's account no more is said than of one that does not exist. */
  accountNotFound: (_account: ExternalAccount | InternalAccount | undefined): Refusal => ({
    status: 404,
    code: 'ACCOUNT_NOT_FOUND',
    reason: 'There is no such account of the customer.',
  }),

  sourceCannotBePulled: (): Refusal => ({
    status: 400,
    code: 'INVALID_BANK_ACCOUNT',
    reason: 'Nothing can be pulled from this external account.',
  }),

  selfPayment: (): Refusal => ({
    status: 400,
    code: 'SELF_PAYMENT',
    reason: 'Source and destination are the same account.',
  }),

  lookupNotFound: (): Refusal => ({
    status: 404,
    code: 'LOOKUP_REQUEST_NOT_FOUND',
    reason: 'There is no such receiver lookup.',
  }),

  /** Only for sources that are an internal account or have direct pull (immediatelyExecute). */
  mayExecuteImmediately: (source: Quote['source']): boolean => source.sourceType === 'ACCOUNT',

  /** `immediatelyExecute`: the quote is executed at creation. */
  executesAtCreation: (immediatelyExecute: boolean): boolean => immediatelyExecute,

  immediateExecutionUnsupported: (): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'immediatelyExecute is not possible for this source.',
  }),

  /** Supported only when the source currency is USD (platform fee override; Limits). */
  feeOverrideAllowed: (sending: Currency): boolean => sending.code === 'USD',

  feeOverrideRefused: (): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'The platform fee can be overridden only when the source currency is USD.',
  }),

  /** The fixed fee is denominated in the source currency. */
  overrideCurrencyFits(override: Body, sending: Currency): boolean {
    const fixed = override.platformFixedFee
    if (!isObject(fixed) || fixed.currency === undefined) return true
    const code = isObject(fixed.currency) ? fixed.currency.code : fixed.currency
    return code === sending.code
  },

  overrideCurrencyRefused: (): Refusal => ({
    status: 400,
    code: 'INVALID_CURRENCY',
    reason: 'The fixed platform fee is in the source currency.',
  }),
}

/** Contract: Quote, amounts and rate. */
const pricingRules = {
  lockedSide: ({ lockedCurrencySide }: Body): Side => lockedCurrencySide as Side,

  lockedAmount: ({ lockedCurrencyAmount }: Body): bigint => BigInt(lockedCurrencyAmount as number),

  /** Sending units per receiving unit, in whole units. */
  exchangeRate(sending: Currency, receiving: Currency): Decimal | undefined {
    const [from, to] = [currencies.get(sending.code), currencies.get(receiving.code)]
    return from && to && quotient(to.worth, from.worth)
  },

  rateUnavailable: (): Refusal => ({
    status: 400,
    code: 'QUOTE_RATE_UNAVAILABLE',
    reason: 'There is no exchange rate for this corridor.',
  }),

  serviceFee: (_sending: Currency): FeeTerms => ({ fixed: 10n, perMillion: 3_000n }),

  /** The platform's configured fee, replaced by the override (platform fee override). */
  platformFee(_sending: Currency, override: Body | undefined): FeeTerms {
    if (!override) return { fixed: 5n, perMillion: 1_000n }
    const fixed = isObject(override.platformFixedFee) ? (override.platformFixedFee.amount as number) : 0
    const bps = typeof override.platformVariableFeeBps === 'number' ? override.platformVariableFeeBps : 0
    return { fixed: BigInt(fixed), perMillion: BigInt(Math.round(bps * 100)) }
  },

  /** What is left of the sending total once the fees are deducted: this is converted (exchangeRate). */
  netOfSending(total: bigint, { serviceFee, platformFee }: PriceTerms): bigint {
    const fixed = serviceFee.fixed + platformFee.fixed
    return ((total - fixed) * MILLION) / (MILLION + serviceFee.perMillion + platformFee.perMillion)
  },

  /** Fees are charged on what is converted; the platform's part of them is `platformFeesIncluded`. */
  platformFeeOn: (net: bigint, { platformFee }: PriceTerms): bigint =>
    platformFee.fixed + (net * platformFee.perMillion) / MILLION,

  serviceFeeOn: (net: bigint, { serviceFee }: PriceTerms): bigint =>
    serviceFee.fixed + divideUp(net * serviceFee.perMillion, MILLION),

  /** Smallest units of the receiving currency, nearest. */
  toReceiving: (net: bigint, { sending, receiving, rate }: PriceTerms): bigint =>
    divideNearest(
      net * powerOfTen(receiving.decimals) * powerOfTen(Math.max(rate.scale, 0)),
      powerOfTen(sending.decimals) * rate.digits * powerOfTen(Math.max(-rate.scale, 0)),
    ),

  /** Smallest units of the sending currency, nearest. */
  toSending: (receivingAmount: bigint, { sending, receiving, rate }: PriceTerms): bigint =>
    divideNearest(
      receivingAmount * rate.digits * powerOfTen(sending.decimals) * powerOfTen(Math.max(-rate.scale, 0)),
      powerOfTen(receiving.decimals) * powerOfTen(Math.max(rate.scale, 0)),
    ),

  /** The sending total is locked: what the rounding leaves goes to the fees. */
  priceOfSending: (total: bigint, net: bigint, platformFees: bigint, receiving: bigint): Price => ({
    sending: total,
    receiving,
    fees: total - net,
    platformFees,
  }),

  /** The receiving total is locked: the fees come on top. */
  priceOfReceiving: (total: bigint, net: bigint, platformFees: bigint, serviceFees: bigint): Price => ({
    sending: net + platformFees + serviceFees,
    receiving: total,
    fees: platformFees + serviceFees,
    platformFees,
  }),

  /** Both sides get something, and both amounts are exact as JSON integers. */
  priceIsPossible: ({ sending, receiving, fees }: Price): boolean =>
    receiving > 0n &&
    sending > fees &&
    sending <= BigInt(Number.MAX_SAFE_INTEGER) &&
    receiving <= BigInt(Number.MAX_SAFE_INTEGER),

  amountOutOfRange: (): Refusal => ({
    status: 400,
    code: 'AMOUNT_OUT_OF_RANGE',
    reason: 'The amount is too small to cover the fees, or too large for this corridor.',
  }),

  statedRate: (rate: Decimal): number => toNumber(rate),

  /** Fees in the smallest unit of the sending currency (feesIncluded). */
  feesIncluded: ({ fees }: Price): bigint => fees,

  /** Part of `feesIncluded` (platformFeesIncluded). */
  platformFeesIncluded: ({ platformFees }: Price): bigint => platformFees,
}

/** Contract: Quote, times and status. */
const lifetimeRules = {
  /** Typically 1 to 5 minutes on instant rails (expiresAt; Limits). */
  quoteLifetimeMs: ({ quoteExpiresInSeconds }: Agent): number => (quoteExpiresInSeconds ?? 300) * 1000,

  /** A quote past `expiresAt` cannot be executed. */
  quoteHasExpired: ({ expiresAt }: Quote, now: number): boolean => now >= expiresAt,

  /** `createdAt`. */
  statedCreation: ({ createdAt }: Quote): number => createdAt,

  /** `expiresAt`. */
  statedExpiry: ({ expiresAt }: Quote): number => expiresAt,

  statedSource: ({ source }: Quote): Quote['source'] => source,

  statedDestination: ({ destination }: Quote): Quote['destination'] => destination,

  statedCurrencies: ({
    sendingCurrency,
    receivingCurrency,
  }: Quote): Pick<Quote, 'sendingCurrency' | 'receivingCurrency'> => ({ sendingCurrency, receivingCurrency }),

  /** Read again, a quote is what it was. */
  quoteWhenRead: (quote: Quote): Quote => quote,

  shownQuoteStatus: (quote: Quote, expired: boolean): string =>
    quote.status === 'PENDING' && expired ? 'EXPIRED' : quote.status,

  quoteIsVisible: (quote: Quote, agent: Agent): boolean => quote.agentId === agent.id,

  quoteNotFound: (): Refusal => ({ status: 404, code: 'QUOTE_NOT_FOUND', reason: 'There is no such quote.' }),

  quoteCreated: (): number => 201,
}

export const quoteRules = {
  ...requestIdentifierRules,
  ...fieldRules,
  ...permissionRules,
  ...pricingRules,
  ...lifetimeRules,
}
