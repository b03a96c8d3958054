/** What the contract rules on exchange rates. */
export const exchangeRatesRules = {}
