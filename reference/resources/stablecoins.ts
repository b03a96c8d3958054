/** Stored resources of stablecoins, and the state of the providers. */
import type { StatesOf } from '../../spec/index.ts'

export type Enablement = StatesOf['Stablecoin enablement']
export type IssuerOperation = 'MINT' | 'BURN'

/** An account at a stablecoin provider, as the provider has it. */
export interface ProviderAccount {
  readonly provider: string
  readonly apiClientId: string
  readonly apiClientSecret: string
  /** Tokens that were created at the provider, by the provider's id. */
  readonly tokens: Map<string, ProviderToken>
  /** Whether the provider has a source that funds mints and receives burns. */
  sourceIsLinked: boolean
  /** Whether the provider declines every request. */
  declinesOperations: boolean
  /** Wallets that the provider rejects. */
  readonly declinedWallets: Set<string>
}

/** A token, as a provider has it. */
export interface ProviderToken {
  readonly providerTokenIdentifier: string
  readonly networkTokenIdentifier: string
  readonly network: string
  readonly symbol: string
}

export interface ProviderAccountLink {
  readonly id: string
  readonly account: ProviderAccount
  readonly linkedAt: number
  status: 'ACTIVE' | 'INVALID' | 'REVOKED'
}

export interface Stablecoin {
  readonly id: string
  readonly symbol: string
  readonly providerTokenIdentifier: string
  readonly networkTokenIdentifier: string
  readonly network: string
  /** Decimals of the token; amounts are in cents. */
  readonly decimals: number
  readonly operations: readonly IssuerOperation[]
  /** The account type of chain wallets that hold the token. */
  readonly walletType: string
  readonly linkIds: readonly string[]
  readonly registeredAt: number
  /** Provisioned for issuer operations. */
  provisioned: boolean
  enablement: Enablement
  /** The enablement before the last request, and the time of that request. */
  earlier: { readonly enablement: Enablement; readonly until: number } | undefined
}

export interface StablecoinOperation {
  readonly id: string
  readonly stablecoinId: string
  readonly linkId: string
  readonly type: IssuerOperation
  readonly amount: bigint
  readonly createdAt: number
}

/** Whether an external account is linked with a provider account. */
export interface ExternalAccountLink {
  /** false: it was linked before. */
  linked: boolean
}

export interface StablecoinsStore {
  /** By provider and client identifier. */
  readonly providerAccounts: Map<string, ProviderAccount>
  readonly providerAccountLinks: Map<string, ProviderAccountLink>
  readonly stablecoins: Map<string, Stablecoin>
  readonly stablecoinOperations: Map<string, StablecoinOperation>
  /** By the link of the provider account and the external account. */
  readonly externalAccountLinks: Map<string, ExternalAccountLink>
}

export const emptyStablecoins = (): StablecoinsStore => ({
  providerAccounts: new Map(),
  providerAccountLinks: new Map(),
  stablecoins: new Map(),
  stablecoinOperations: new Map(),
  externalAccountLinks: new Map(),
})
