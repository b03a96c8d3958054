/** A rate as it was at a moment. */
export interface CachedRate {
  readonly rate: number
  readonly at: number
}

/** What the deployment holds for exchange rates. */
export interface ExchangeRatesStore {
  /** By corridor. */
  readonly cachedRates: Map<string, CachedRate>
}

export const emptyExchangeRates = (): ExchangeRatesStore => ({ cachedRates: new Map() })
