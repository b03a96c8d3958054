/** Operations of embedded wallet auth, by the names of their bindings and the credentials they take. */
export const embeddedWalletAuthOperations = { platform: {}, agent: {}, open: {} }
