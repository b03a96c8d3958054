import { currencies } from '../currencies.ts'
import { refusal } from '../errors.ts'
import { isObject } from '../is-object.ts'
import { divideNearest, divideUp, powerOfTen, quotient, toNumber, type Decimal } from '../money.ts'
import type { Currency, Price } from '../resources/payments.ts'

type Body = Readonly<Record<string, unknown>>
export type Side = 'SENDING' | 'RECEIVING'

/** A fixed part in the smallest unit of the sending currency, and parts per million of the converted amount. */
export interface FeeTerms {
  readonly fixed: bigint
  readonly perMillion: bigint
}

/** The inputs of a price. */
export interface PriceTerms {
  readonly sending: Currency
  readonly receiving: Currency
  readonly rate: Decimal
  readonly serviceFee: FeeTerms
  readonly platformFee: FeeTerms
}

const MILLION = 1_000_000n

/** Why requests are rejected. */
const refusals = {
  rateUnavailable: refusal(400, 'QUOTE_RATE_UNAVAILABLE', 'There is no exchange rate for this corridor.'),
  amountOutOfRange: refusal(
    400,
    'AMOUNT_OUT_OF_RANGE',
    'The amount is too small to cover the fees, or too large for this corridor.',
  ),
}

/** Contract: Quote, amounts and rate. */
export const quotePricingRules = {
  ...refusals,

  lockedSide: ({ lockedCurrencySide }: Body): Side => lockedCurrencySide as Side,

  lockedAmount: ({ lockedCurrencyAmount }: Body): bigint => BigInt(lockedCurrencyAmount as number),

  /** Currencies of an agent's accounts, unless the state requests others. */
  ordinaryCorridor: (): { readonly sending: string; readonly receiving: string } => ({
    sending: 'USD',
    receiving: 'EUR',
  }),

  /** Sending units per receiving unit, in whole units. */
  exchangeRate(sending: Currency, receiving: Currency): Decimal | undefined {
    const [from, to] = [currencies.get(sending.code), currencies.get(receiving.code)]
    return from?.worth && to?.worth && quotient(to.worth, from.worth)
  },

  serviceFee: (_sending: Currency): FeeTerms => ({ fixed: 10n, perMillion: 3_000n }),

  /** The platform's configured fee, replaced by the override (platform fee override). */
  platformFee(_sending: Currency, override: Body | undefined): FeeTerms {
    if (!override) return { fixed: 5n, perMillion: 1_000n }
    const fixed = isObject(override.platformFixedFee) ? (override.platformFixedFee.amount as number) : 0
    const bps = typeof override.platformVariableFeeBps === 'number' ? override.platformVariableFeeBps : 0
    return { fixed: BigInt(fixed), perMillion: BigInt(Math.round(bps * 100)) }
  },

  /** The sending total without the fees: the amount that is converted (exchangeRate). */
  netOfSending(total: bigint, { serviceFee, platformFee }: PriceTerms): bigint {
    const fixed = serviceFee.fixed + platformFee.fixed
    return ((total - fixed) * MILLION) / (MILLION + serviceFee.perMillion + platformFee.perMillion)
  },

  /** Fees on the converted amount; `platformFeesIncluded` is the platform's part of them. */
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

  /** The sending total is locked: the rounding difference goes to the fees. */
  priceOfSending: (total: bigint, net: bigint, platformFees: bigint, receiving: bigint): Price => ({
    sending: total,
    receiving,
    fees: total - net,
    platformFees,
  }),

  /** The receiving total is locked: the fees are added. */
  priceOfReceiving: (total: bigint, net: bigint, platformFees: bigint, serviceFees: bigint): Price => ({
    sending: net + platformFees + serviceFees,
    receiving: total,
    fees: platformFees + serviceFees,
    platformFees,
  }),

  /** Both amounts are above zero, and exact as JSON integers. */
  priceIsPossible: ({ sending, receiving, fees }: Price): boolean =>
    receiving > 0n &&
    sending > fees &&
    sending <= BigInt(Number.MAX_SAFE_INTEGER) &&
    receiving <= BigInt(Number.MAX_SAFE_INTEGER),

  statedRate: (rate: Decimal, _sending: Currency, _receiving: Currency): number => toNumber(rate),
}
