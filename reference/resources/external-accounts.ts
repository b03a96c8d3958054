/** Asked for by the code that the customer got. */
export interface TrustChallenge {
  readonly id: string
  readonly accountId: string
  readonly purpose: 'TRUST' | 'UNTRUST'
}

/** What the deployment holds for external accounts. */
export interface ExternalAccountsStore {
  readonly trustChallenges: Map<string, TrustChallenge>
  /** What the customer's factor shows, by the account that is trusted or not. */
  readonly trustCodes: Map<string, string>
  /** Customers whose provider has to know to whom a wallet belongs. */
  readonly customersUnderCounterpartyRequirements: Set<string>
  /** Account numbers whose validation by the bank has failed for good. */
  readonly refusedBankAccounts: Set<string>
  /** Accounts that the bank is still validating. */
  readonly bankAccountsInValidation: Set<string>
}

export const emptyExternalAccounts = (): ExternalAccountsStore => ({
  trustChallenges: new Map(),
  trustCodes: new Map(),
  customersUnderCounterpartyRequirements: new Set(),
  refusedBankAccounts: new Set(),
  bankAccountsInValidation: new Set(),
})
