/** What the contract rules on strong customer authentication. */
export const strongCustomerAuthenticationRules = {}
