import type { ApiToken } from '../resources/api-tokens.ts'
import type { Card } from '../resources/cards.ts'
import type { Document } from '../resources/documents.ts'
import type { Credential } from '../resources/embedded-wallet-auth.ts'
import type { Invitation } from '../resources/invitations.ts'
import type { Agent, AgentAction, Customer, ExternalAccount } from '../resources/payments.ts'
import type { Stablecoin } from '../resources/stablecoins.ts'

/** Operations that change or delete one resource, and the kind of that resource. */
export interface AffectedBy {
  readonly updateAgentPolicy: Agent
  readonly pauseAgent: Agent
  readonly resumeAgent: Agent
  readonly deleteAgent: Agent
  readonly approveTransaction: AgentAction
  readonly claimInvitation: Invitation
  readonly cancelInvitation: Invitation
  readonly confirmTrust: ExternalAccount
  readonly confirmUntrust: ExternalAccount
  readonly deleteCredential: Credential
  readonly deleteDocument: Document
  readonly deleteToken: ApiToken
  readonly requestStablecoinEnablement: Stablecoin
  readonly updateCard: Card
  readonly updateCustomer: Customer
}

export const affectedRules = {
  /** The resources that an operation affects, among all of that kind: the one that the request names. */
  affected: <Name extends keyof AffectedBy>(
    _operation: Name,
    named: AffectedBy[Name],
    _all: Iterable<AffectedBy[Name]>,
  ): readonly AffectedBy[Name][] => [named],
}
