/** The complete state, in memory. */
import type { Currency } from './currencies.ts'
import type { Mistakes } from './mistakes.ts'
import type { Price } from './pricing.ts'

export type Chain = 'EVM' | 'BITCOIN' | 'SOLANA'

export interface Challenge {
  readonly method: 'WALLET_SIGNATURE' | 'LIVENESS'
  readonly message: string
  readonly expires: number
}

export interface ExternalAccount {
  readonly id: string
  readonly customerId: string | null
  readonly currency: string
  readonly info: Readonly<Record<string, unknown>>
  readonly wallet?: { readonly chain: Chain; readonly address: string }
  /** The values that the platform gave when it linked the account. */
  readonly extra?: {
    readonly platformAccountId?: string
    readonly ownershipType?: string
    readonly beneficiaryVerificationStatus?: string
    defaultUmaDepositAccount: boolean
  }
  status: string
  /** The replica that serves reads lags behind: until then it returns this. */
  stale?: { readonly status: string; readonly until: number }
  challenge?: Challenge
}

/** An internal or external account that can be a source or a destination. */
export interface Ledger {
  readonly id: string
  /** null: the platform's own account. */
  readonly customerId: string | null
  readonly currency: Currency
  readonly internal: boolean
  balance: number
}

export interface Customer {
  readonly id: string
  platformCustomerId: string
  fields: Readonly<Record<string, unknown>>
  readonly created: number
  updated: number
  /** Until then reads return the record before the last change. */
  stale?: Customer & { readonly until: number }
}

/** An amount of a currency, or of any. */
export interface Threshold {
  readonly amount: number
  readonly currency?: string
}

export interface Policy {
  readonly permissions: readonly string[]
  readonly approvalAlways: boolean
  readonly thresholds: readonly Threshold[]
  readonly limits: Readonly<Record<string, unknown>> | undefined
}

export interface Agent {
  readonly id: string
  name: string
  /** undefined until its code is redeemed. */
  token: string | undefined
  readonly customerId: string
  readonly platformCustomerId: string
  /** The policy that applies to its requests. */
  policy: Policy
  /** The policy that the platform requested last, which takes effect after a delay. */
  ordered: Policy
  paused: boolean
  readonly strictRegion: boolean
  readonly code: string
  readonly quoteSeconds: number
  readonly created: number
}

/** The code that connects an agent's software. */
export interface DeviceCode {
  readonly agent: Agent
  readonly expires: number
  redeemed: boolean
}

export interface Quote {
  readonly id: string
  readonly agent: Agent
  readonly price: Price
  readonly sending: Currency
  readonly receiving: Currency
  readonly source: Readonly<Record<string, unknown>>
  readonly destination: Readonly<Record<string, unknown>>
  readonly from: Ledger | undefined
  readonly to: Ledger | undefined
  readonly overridden: boolean
  readonly description: string | undefined
  readonly created: number
  readonly expires: number
  readonly scaId: string | undefined
  status: string
  action?: Action
}

export interface Transaction {
  readonly id: string
  readonly action: Action
  status: string
  failure?: string
  settled?: number
}

export interface Action {
  readonly sequence: number
  readonly id: string
  readonly agent: Agent
  readonly quote: Quote
  readonly created: number
  readonly visible: number
  transaction: Transaction
  status: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED'
  updated: number
  reason?: string
}

export interface World {
  readonly mistakes: Mistakes
  readonly externals: Map<string, ExternalAccount>
  readonly customers: Map<string, Customer>
  readonly agents: Map<string, Agent>
  /** Agents by the digest of their token. */
  readonly tokens: Map<string, Agent>
  readonly codes: Map<string, DeviceCode>
  readonly ledgers: Map<string, Ledger>
  readonly quotes: Map<string, Quote>
  readonly transactions: Map<string, Transaction>
  readonly actions: Action[]
  readonly keys: Map<string, { readonly print: string; response?: string }>
  /** Runs the function later, unless the server is closed before. */
  readonly later: (milliseconds: number, what: () => void) => void
}

export function emptyWorld(mistakes: Mistakes): World & { stop(): void } {
  const timers = new Set<NodeJS.Timeout>()
  return {
    mistakes,
    externals: new Map(),
    customers: new Map(),
    agents: new Map(),
    tokens: new Map(),
    codes: new Map(),
    ledgers: new Map(),
    quotes: new Map(),
    transactions: new Map(),
    actions: [],
    keys: new Map(),
    later(milliseconds, what) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        what()
      }, milliseconds)
      timers.add(timer)
    },
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  }
}
