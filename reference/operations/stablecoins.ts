/** Operations of stablecoins, by the names of their bindings and the credentials they take. */
export const stablecoinsOperations = { platform: {}, agent: {}, open: {} }
