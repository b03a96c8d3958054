/** Operations of api tokens, by the names of their bindings and the credentials they take. */
export const apiTokensOperations = { platform: {}, agent: {}, open: {} }
