/** What the deployment holds for internal accounts. */
export interface InternalAccountsStore {
  /** Ids of the internal accounts that are the platform's own. */
  readonly platformAccountIds: Set<string>
}

export const emptyInternalAccounts = (): InternalAccountsStore => ({ platformAccountIds: new Set() })
