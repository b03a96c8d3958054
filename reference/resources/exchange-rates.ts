/** A rate at a point in time. */
export interface CachedRate {
  readonly rate: number
  readonly at: number
}

/** Stored resources of exchange rates. */
export interface ExchangeRatesStore {
  /** By corridor. */
  readonly cachedRates: Map<string, CachedRate>
}

export const emptyExchangeRates = (): ExchangeRatesStore => ({ cachedRates: new Map() })
