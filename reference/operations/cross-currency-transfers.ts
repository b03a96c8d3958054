/** Operations of cross currency transfers, by the names of their bindings and the credentials they take. */
export const crossCurrencyTransfersOperations = { platform: {}, agent: {}, open: {} }
