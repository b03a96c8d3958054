/** Exact arithmetic of a quote: the stated rate is decimal, never a float. */
import type { Currency } from './currencies.ts'
import { rateBetween } from './currencies.ts'
import { Rejection } from './rejection.ts'

/** The platform's own fee, if configured. */
export interface PlatformFee {
  readonly fixed: bigint
  readonly basisPoints: bigint
}

export interface Price {
  readonly rate: number
  readonly sends: number
  readonly receives: number
  readonly fees: number
  readonly platformFees: number
}

const FIXED_FEE = 15n
/** 0.65 percent. */
const SHARE = { of: 65n, outOf: 10_000n }

const up = (top: bigint, bottom: bigint) => (top + bottom - 1n) / bottom

/** Smallest sending units per smallest receiving unit, as a fraction. */
function fraction(rate: number, sending: Currency, receiving: Currency): readonly [bigint, bigint] {
  const [mantissa = '1', exponent = '0'] = rate.toExponential(7).split('e')
  const power = Number(exponent) - 7 + sending.decimals - receiving.decimals
  const digits = BigInt(mantissa.replace('.', ''))
  return power >= 0 ? [digits * 10n ** BigInt(power), 1n] : [digits, 10n ** BigInt(-power)]
}

function feesOn(base: bigint, free: boolean, platform: PlatformFee | undefined) {
  const ours = free ? 0n : FIXED_FEE + up(base * SHARE.of, SHARE.outOf)
  const theirs = platform ? platform.fixed + up(base * platform.basisPoints, 10_000n) : 0n
  return { theirs, all: ours + theirs }
}

function small(value: bigint): number {
  if (value < 1n || value > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Rejection(
      400,
      'AMOUNT_OUT_OF_RANGE',
      'The other side of this transfer would be too small or too large.',
    )
  return Number(value)
}

/** Fees are deducted from the sending side first; the rest is converted (contract: Quote, exchangeRate). */
export function price(
  locked: { readonly side: 'SENDING' | 'RECEIVING'; readonly amount: number },
  sending: Currency,
  receiving: Currency,
  platform?: PlatformFee,
): Price {
  const rate = rateBetween(sending, receiving)
  const [top, bottom] = fraction(rate, sending, receiving)
  const free = sending.code === receiving.code
  const amount = BigInt(locked.amount)
  const remainder = locked.side === 'RECEIVING' ? up(amount * top, bottom) : undefined
  const fees = feesOn(remainder ?? amount, free, platform)
  const sends = remainder === undefined ? amount : remainder + fees.all
  const receives = remainder === undefined ? ((amount - fees.all) * bottom) / top : amount
  return {
    rate,
    sends: small(sends),
    receives: small(receives),
    fees: Number(fees.all),
    platformFees: Number(fees.theirs),
  }
}
