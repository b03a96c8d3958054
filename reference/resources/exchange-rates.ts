/** What the deployment holds for exchange rates. */
export interface ExchangeRatesStore {}

export const emptyExchangeRates = (): ExchangeRatesStore => ({})
