/** Operations of discoveries, by the names of their bindings and the credentials they take. */
export const discoveriesOperations = { platform: {}, agent: {}, open: {} }
