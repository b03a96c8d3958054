/** Operations of platform configuration, by the names of their bindings and the credentials they take. */
export const platformConfigurationOperations = { platform: {}, agent: {}, open: {} }
