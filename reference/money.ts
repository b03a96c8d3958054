/** Integer arithmetic with money, without floating point. */

/** `digits` × 10^-`scale`; scale may be negative. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** Parses a plain decimal such as `0.0546`. */
export function decimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Divides two positive numbers, and rounds to the nearest integer. */
export const divideNearest = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor)

export const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/**
 * The quotient with the given number of significant digits, so that it is exact as a JSON number: the calculation uses
 * the printed value.
 */
export function quotient(dividend: Decimal, divisor: Decimal, significant = 8): Decimal {
  const limit = powerOfTen(significant)
  for (let scale = 30; ; scale -= 1) {
    const exponent = divisor.scale - dividend.scale + scale
    const above = dividend.digits * powerOfTen(Math.max(exponent, 0))
    const below = divisor.digits * powerOfTen(Math.max(-exponent, 0))
    const digits = divideNearest(above, below)
    if (digits < limit) return trimmed({ digits, scale })
  }
}

function trimmed({ digits, scale }: Decimal): Decimal {
  return scale > 0 && digits % 10n === 0n
    ? trimmed({ digits: digits / 10n, scale: scale - 1 })
    : { digits, scale }
}

export const toNumber = ({ digits, scale }: Decimal): number => Number(`${digits}e${-scale}`)
