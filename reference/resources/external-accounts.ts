/** What the deployment holds for external accounts. */
export interface ExternalAccountsStore {}

export const emptyExternalAccounts = (): ExternalAccountsStore => ({})
