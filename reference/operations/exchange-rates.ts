/** Operations of exchange rates, by the names of their bindings and the credentials they take. */
export const exchangeRatesOperations = { platform: {}, agent: {}, open: {} }
