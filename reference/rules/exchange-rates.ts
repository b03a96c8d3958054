import { refusal } from '../errors.ts'
import { toNumber, type Decimal } from '../money.ts'
import type { CachedRate } from '../resources/exchange-rates.ts'
import type { FeeTerms } from './quote-pricing.ts'

const CACHED_FOR_MS = 5 * 60_000

/** Why requests are rejected. */
const refusals = {
  listedAmountRefused: refusal(400, 'INVALID_AMOUNT', 'sendingAmount is an integer above zero.'),
  corridorUnknown: refusal(
    400,
    'INVALID_CURRENCY',
    'sourceCurrency and destinationCurrency are currency codes.',
  ),
}

/** Contract: What the service does, Exchange Rates; Limits, exchange rate cache. */
export const exchangeRatesRules = {
  ...refusals,

  /** The rate of the corridor, recalculated after about five minutes in the cache. */
  cachedRate(
    cache: Map<string, CachedRate>,
    corridor: string,
    now: number,
    calculate: () => number | undefined,
  ): CachedRate | undefined {
    const cached = cache.get(corridor)
    if (cached && now - cached.at < CACHED_FOR_MS) return cached
    const rate = calculate()
    if (rate === undefined) return undefined
    const fresh = { rate, at: now }
    cache.set(corridor, fresh)
    return fresh
  },

  /** Rates include platform-specific fees. */
  rateWithPlatformFees: (rate: Decimal, { perMillion }: FeeTerms): number =>
    toNumber(rate) * (1 + Number(perMillion) / 1_000_000),

  listedAmountIsUsable: (amount: string | undefined): boolean =>
    amount === undefined || (/^\d{1,16}$/.test(amount) && Number(amount) > 0),
}
