/** Operations of verifications, by the names of their bindings and the credentials they take. */
export const verificationsOperations = { platform: {}, agent: {}, open: {} }
