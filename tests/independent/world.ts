/** Everything that exists, in memory. */
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
  status: string
  /** A replica that reads are served from lags behind: until then it shows this. */
  stale?: { readonly status: string; readonly until: number }
  challenge?: Challenge
}

/** An internal or external account that money can leave or reach. */
export interface Purse {
  readonly id: string
  readonly customerId: string
  readonly currency: Currency
  readonly internal: boolean
  balance: number
}

export interface Agent {
  readonly id: string
  readonly token: string
  readonly customerId: string
  readonly platformCustomerId: string
  readonly permissions: readonly string[]
  readonly approvalAlways: boolean
  readonly threshold: number | undefined
  readonly strictRegion: boolean
  readonly code: string
  readonly quoteSeconds: number
  readonly purses: readonly Purse[]
  readonly foreign: Purse
}

export interface Quote {
  readonly id: string
  readonly agent: Agent
  readonly price: Price
  readonly sending: Currency
  readonly receiving: Currency
  readonly source: Readonly<Record<string, unknown>>
  readonly destination: Readonly<Record<string, unknown>>
  readonly from: Purse | undefined
  readonly to: Purse | undefined
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
  readonly agents: Map<string, Agent>
  readonly purses: Map<string, Purse>
  readonly quotes: Map<string, Quote>
  readonly transactions: Map<string, Transaction>
  readonly actions: Action[]
  readonly keys: Map<string, { readonly print: string; answer?: string }>
  /** Runs later, unless everything is closed before. */
  readonly later: (milliseconds: number, what: () => void) => void
}

export function emptyWorld(mistakes: Mistakes): World & { stop(): void } {
  const timers = new Set<NodeJS.Timeout>()
  return {
    mistakes,
    externals: new Map(),
    agents: new Map(),
    purses: new Map(),
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
