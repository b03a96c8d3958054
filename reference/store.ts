import type { ReferenceResponse } from './reference-response.ts'
import {
  emptyPlatformConfiguration,
  type PlatformConfigurationStore,
} from './resources/platform-configuration.ts'
import { emptyCustomers, type CustomersStore } from './resources/customers.ts'
import { emptyContactVerification, type ContactVerificationStore } from './resources/contact-verification.ts'
import {
  emptyStrongCustomerAuthentication,
  type StrongCustomerAuthenticationStore,
} from './resources/strong-customer-authentication.ts'
import { emptyVerifications, type VerificationsStore } from './resources/verifications.ts'
import { emptyDocuments, type DocumentsStore } from './resources/documents.ts'
import { emptyInternalAccounts, type InternalAccountsStore } from './resources/internal-accounts.ts'
import { emptyExternalAccounts, type ExternalAccountsStore } from './resources/external-accounts.ts'
import {
  emptyCrossCurrencyTransfers,
  type CrossCurrencyTransfersStore,
} from './resources/cross-currency-transfers.ts'
import { emptyWebhooks, type WebhooksStore } from './resources/webhooks.ts'
import { emptyInvitations, type InvitationsStore } from './resources/invitations.ts'
import { emptySandbox, type SandboxStore } from './resources/sandbox.ts'
import { emptyApiTokens, type ApiTokensStore } from './resources/api-tokens.ts'
import { emptyExchangeRates, type ExchangeRatesStore } from './resources/exchange-rates.ts'
import { emptyEmbeddedWalletAuth, type EmbeddedWalletAuthStore } from './resources/embedded-wallet-auth.ts'
import { emptyAgentManagement, type AgentManagementStore } from './resources/agent-management.ts'
import { emptyCards, type CardsStore } from './resources/cards.ts'
import { emptyStablecoins, type StablecoinsStore } from './resources/stablecoins.ts'
import type {
  Agent,
  AgentAction,
  Customer,
  ExternalAccount,
  InternalAccount,
  Quote,
  Transaction,
} from './resources/payments.ts'

/** The first request under an identifier, and its response, which may still be pending. */
export interface RememberedRequest {
  readonly fingerprint: string
  readonly response: Promise<ReferenceResponse>
  readonly receivedAt: number
  completed: boolean
}

/** The code that an agent's software redeems once for its access token. */
export interface DeviceCode {
  readonly agentId: string
  readonly expiresAt: number
  redeemed: boolean
}

/** The complete state of a deployment, in memory. */
export interface Store
  extends
    PlatformConfigurationStore,
    CustomersStore,
    ContactVerificationStore,
    StrongCustomerAuthenticationStore,
    VerificationsStore,
    DocumentsStore,
    InternalAccountsStore,
    ExternalAccountsStore,
    CrossCurrencyTransfersStore,
    WebhooksStore,
    InvitationsStore,
    SandboxStore,
    ApiTokensStore,
    ExchangeRatesStore,
    EmbeddedWalletAuthStore,
    AgentManagementStore,
    CardsStore,
    StablecoinsStore {
  readonly customers: Map<string, Customer>
  readonly externalAccounts: Map<string, ExternalAccount>
  readonly internalAccounts: Map<string, InternalAccount>
  readonly agents: Map<string, Agent>
  readonly quotes: Map<string, Quote>
  readonly transactions: Map<string, Transaction>
  readonly actions: Map<string, AgentAction>
  readonly deviceCodes: Map<string, DeviceCode>
  /** By the scope of their request identifier. */
  readonly requests: Map<string, RememberedRequest>
}

export const emptyStore = (): Store => ({
  customers: new Map(),
  externalAccounts: new Map(),
  internalAccounts: new Map(),
  agents: new Map(),
  quotes: new Map(),
  transactions: new Map(),
  actions: new Map(),
  deviceCodes: new Map(),
  requests: new Map(),
  ...emptyPlatformConfiguration(),
  ...emptyCustomers(),
  ...emptyContactVerification(),
  ...emptyStrongCustomerAuthentication(),
  ...emptyVerifications(),
  ...emptyDocuments(),
  ...emptyInternalAccounts(),
  ...emptyExternalAccounts(),
  ...emptyCrossCurrencyTransfers(),
  ...emptyWebhooks(),
  ...emptyInvitations(),
  ...emptySandbox(),
  ...emptyApiTokens(),
  ...emptyExchangeRates(),
  ...emptyEmbeddedWalletAuth(),
  ...emptyAgentManagement(),
  ...emptyCards(),
  ...emptyStablecoins(),
})

/** The resource with the id, which must exist because a stored resource references it. */
export function stored<Resource>(resources: ReadonlyMap<string, Resource>, id: string): Resource {
  const resource = resources.get(id)
  if (resource === undefined) throw new Error(`nothing is stored under ${id}`)
  return resource
}
