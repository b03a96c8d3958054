/** Stored resources of internal accounts. */
export interface InternalAccountsStore {
  /** Ids of the platform's own internal accounts. */
  readonly platformAccountIds: Set<string>
}

export const emptyInternalAccounts = (): InternalAccountsStore => ({ platformAccountIds: new Set() })
