/** Operations of webhooks, by the names of their bindings and the credentials they take. */
export const webhooksOperations = { platform: {}, agent: {}, open: {} }
