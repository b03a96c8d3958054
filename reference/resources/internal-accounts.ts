/** What the deployment holds for internal accounts. */
export interface InternalAccountsStore {}

export const emptyInternalAccounts = (): InternalAccountsStore => ({})
