/** Operations of internal accounts, by the names of their bindings and the credentials they take. */
export const internalAccountsOperations = { platform: {}, agent: {}, open: {} }
