/** Operations of sandbox, by the names of their bindings and the credentials they take. */
export const sandboxOperations = { platform: {}, agent: {}, open: {} }
