/** What the deployment holds for strong customer authentication. */
export interface StrongCustomerAuthenticationStore {}

export const emptyStrongCustomerAuthentication = (): StrongCustomerAuthenticationStore => ({})
