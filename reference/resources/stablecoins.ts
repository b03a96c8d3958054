/** What the deployment holds for stablecoins, and what it knows of the providers. */
import type { StatesOf } from '../../spec/index.ts'

export type Enablement = StatesOf['Stablecoin enablement']
export type IssuerOperation = 'MINT' | 'BURN'

/** An account at a stablecoin provider, as the provider has it. */
export interface ProviderAccount {
  readonly provider: string
  readonly apiClientId: string
  readonly apiClientSecret: string
  /** Tokens that were created there, by what the provider calls them. */
  readonly tokens: Map<string, ProviderToken>
  /** The provider has a source to take the money of a mint from, and to give that of a burn to. */
  sourceIsLinked: boolean
  /** The provider declines what it is asked for. */
  declinesOperations: boolean
  /** Wallets that the provider does not take. */
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
  /** Digits after the point of the token; amounts come in cents. */
  readonly decimals: number
  readonly operations: readonly IssuerOperation[]
  /** Chain wallets of this account type hold the token. */
  readonly walletType: string
  readonly linkIds: readonly string[]
  readonly registeredAt: number
  /** Provisioned for issuer operations. */
  provisioned: boolean
  enablement: Enablement
  /** The enablement before the last request, and when that was. */
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

/** How an external account stands with a provider account. */
export interface ExternalAccountLink {
  /** false: it was linked once. */
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
