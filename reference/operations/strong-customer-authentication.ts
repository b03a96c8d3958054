/** Operations of strong customer authentication, by the names of their bindings and the credentials they take. */
export const strongCustomerAuthenticationOperations = { platform: {}, agent: {}, open: {} }
