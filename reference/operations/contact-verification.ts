/** Operations of contact verification, by the names of their bindings and the credentials they take. */
export const contactVerificationOperations = { platform: {}, agent: {}, open: {} }
