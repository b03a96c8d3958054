/** A challenge, confirmed with the code that the customer received. */
export interface TrustChallenge {
  readonly id: string
  readonly accountId: string
  readonly purpose: 'TRUST' | 'UNTRUST'
}

/** Stored resources of external accounts. */
export interface ExternalAccountsStore {
  readonly trustChallenges: Map<string, TrustChallenge>
  /** Codes that customers' factors show, by account id. */
  readonly trustCodes: Map<string, string>
  /** Customers whose provider must know the owner of a wallet. */
  readonly customersUnderCounterpartyRequirements: Set<string>
  /** Account numbers that the bank has rejected for good. */
  readonly refusedBankAccounts: Set<string>
  /** Accounts in validation by the bank. */
  readonly bankAccountsInValidation: Set<string>
}

export const emptyExternalAccounts = (): ExternalAccountsStore => ({
  trustChallenges: new Map(),
  trustCodes: new Map(),
  customersUnderCounterpartyRequirements: new Set(),
  refusedBankAccounts: new Set(),
  bankAccountsInValidation: new Set(),
})
