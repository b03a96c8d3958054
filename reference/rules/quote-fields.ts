import { closedValues } from '../../spec/index.ts'
import type { FieldError, Refusal } from '../errors.ts'
import { isObject } from '../is-object.ts'

type Body = Readonly<Record<string, unknown>>

const wrong = (field: string, constraint: Body, message: string): readonly FieldError[] => [
  { field, constraint, message },
]

const notText = (body: Body, field: string): readonly FieldError[] =>
  body[field] === undefined || typeof body[field] === 'string'
    ? []
    : wrong(field, { format: 'string' }, `${field} is a string`)

/** Contract: Endpoints 3, request body fields. Each validates one field. */
export const quoteFieldRules = {
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

  /** A transfer moves money; zero is rejected too, which the contract leaves open. */
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
  paymentReferenceMaximumLength: 80,

  paymentReferenceLengthErrors: ({ remittanceInformation }: Body, maximum: number): readonly FieldError[] =>
    typeof remittanceInformation === 'string' && Array.from(remittanceInformation).length > maximum
      ? wrong(
          'remittanceInformation',
          { maxLength: maximum },
          `remittanceInformation has at most ${maximum} characters`,
        )
      : [],

  purposes: (): readonly string[] => closedValues['QuoteRequest.purposeOfPayment'],

  purposeErrors: ({ purposeOfPayment }: Body, known: readonly string[]): readonly FieldError[] =>
    purposeOfPayment === undefined || known.includes(purposeOfPayment as string)
      ? []
      : wrong('purposeOfPayment', { enum: known }, `purposeOfPayment is one of ${known.join(', ')}`),

  /** The inner shape is a default of Assay. */
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

  /** Ignored except for real-time funding in a region that requires SCA; no customer of this area is in one. */
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
