/**
 * What is known of a deployment that keeps the contract, after the steps so far: the state tables of the contract over
 * what the exploration has created. Pure. Where the contract leaves room, the model knows several states or none, and
 * what it does not know is not judged.
 */
import { statesOf, type RequirementId, type StatesOf, type StateValues } from '../spec/index.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import type { Wallet } from '../fixtures/wallets/wallets.ts'

export interface Model {
  /** Nothing more can be judged: every step that is left is skipped. */
  over: boolean
  /** Kinds of steps that are skipped, since the deployment does not serve what they need. */
  readonly unserved: ReadonlySet<string>
  readonly agents: ModelAgent[]
  readonly ledgers: Map<string, Ledger>
  readonly wallets: WalletAccount[]
  readonly accounts: CustomerAccount[]
  readonly cards: ModelCard[]
  readonly slots: CardSlot[]
  readonly tokens: ModelToken[]
  readonly invitations: ModelInvitation[]
  readonly documents: ModelDocument[]
  readonly customers: ModelCustomer[]
  readonly stablecoins: ModelStablecoin[]
  readonly transfers: ModelTransfer[]
}

export const emptyModel = (unserved: ReadonlySet<string> = new Set()): Model => ({
  over: false,
  unserved,
  agents: [],
  ledgers: new Map(),
  wallets: [],
  accounts: [],
  cards: [],
  slots: [],
  tokens: [],
  invitations: [],
  documents: [],
  customers: [],
  stablecoins: [],
  transfers: [],
})

export type Mode = 'AUTO' | 'APPROVAL_REQUIRED'

export interface ModelAgent {
  readonly holder: StateValues['agent']
  /** By a provider state, which knows its accounts as those of the agent. */
  readonly arranged: boolean
  mayQuote: boolean
  mayExecute: boolean
  /** undefined: it is not known what its executions need. */
  mode: Mode | undefined
  readonly threshold: number | undefined
  life: 'ACTIVE' | 'PAUSED' | 'DELETED'
  readonly quotes: ModelQuote[]
  readonly actions: ModelAction[]
  /** Actions of the past, per status, whose ids are not known. */
  readonly past: Readonly<Record<ActionStatus, number>>
  /** Executions that needed no approval: their actions may be listed or not. */
  unlisted: number
  /** Whether the model knows every action that there can be. */
  listKnown: boolean
}

/** An agent that may do everything, and has done nothing yet. */
export const newAgent = (holder: StateValues['agent'], mode: Mode | undefined): ModelAgent => ({
  holder,
  arranged: true,
  mayQuote: true,
  mayExecute: true,
  mode,
  threshold: undefined,
  life: 'ACTIVE',
  quotes: [],
  actions: [],
  past: { PENDING_APPROVAL: 0, APPROVED: 0, REJECTED: 0, FAILED: 0 },
  unlisted: 0,
  listKnown: true,
})

export type ActionStatus = StatesOf['Agent action']
export const ACTION_STATUSES = statesOf('Agent action')

/** What a quote promises, and what is the same wherever the same quote is answered. */
export interface QuoteTerms {
  readonly id: string
  readonly totalSendingAmount: number
  readonly totalReceivingAmount: number
  readonly exchangeRate: unknown
  readonly feesIncluded: unknown
  /** ms since the epoch. */
  readonly expiresAt: number
}

export interface ModelQuote {
  readonly terms: QuoteTerms
  readonly status: number
  /** As it was sent. */
  readonly request: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** Not so what was executed at creation, or awaits authorization first. */
  readonly executable: boolean
  /** Whether it was submitted for execution. */
  submitted: boolean
}

export interface ModelAction {
  readonly id: string
  readonly quote: ModelQuote
  /** undefined: nothing told it, so that nobody can decide on it. */
  readonly transactionId: string | undefined
  status: ActionStatus
  /** As it was first seen. */
  readonly seen: unknown
}

/** The source account of an agent, and what it must have paid. */
export interface Ledger {
  readonly accountId: string
  /** Balance when it was first asked for; undefined: it cannot be asked for. */
  readonly initial: number | undefined
  /** What was executed in all, smallest unit. */
  owed: number
  /** false: something was executed that the model cannot follow. */
  known: boolean
  drained: boolean
}

/** An external account of the platform with, or without, a challenge. */
export interface WalletAccount {
  readonly id: string
  readonly wallet: Wallet | undefined
  /** It is known to be on behalf of the platform. */
  readonly ofPlatform: boolean
  /**
   * `wallet`: outstanding. `failed`: an attempt failed, and a new challenge is needed. `done`: completed. `none`,
   * `liveness`: no WALLET_SIGNATURE challenge. `open`: a failed attempt, or still outstanding.
   */
  challenge: 'wallet' | 'failed' | 'done' | 'none' | 'liveness' | 'open'
  message: { readonly messageToSign: string; readonly expiresAt: string } | undefined
  /** What the account is known to be; undefined: any status but `never`. */
  status: 'ACTIVE' | 'UNVERIFIED' | undefined
}

/** An external account of a customer. */
export interface CustomerAccount {
  readonly id: string
  readonly customerId: string | undefined
  /** undefined: it is not known. */
  readonly isDefault: boolean | undefined
  deleted: boolean
  trusted: boolean
  /** The one-time code of its customer, where it is known. */
  scaCode: string | undefined
  /** What stood in the request that created it. */
  readonly request: Readonly<Record<string, unknown>> | undefined
}

export type CardState = StatesOf['Card']
export const CARD_STATES = statesOf('Card')

export interface ModelCard {
  readonly id: string
  readonly cardholderId: string
  readonly internalAccountId: string
  /** undefined: its state is not known. */
  state: CardState | undefined
}

/** A cardholder who may hold one live card. */
export interface CardSlot {
  readonly cardholderId: string
  readonly internalAccountId: string
  /** The live card; undefined: none. */
  held: ModelCard | undefined
}

export interface ModelToken {
  readonly id: string
  /** As it was read before its deletion. */
  before: CheckedResponse | undefined
  deleted: boolean
}

export interface ModelInvitation {
  readonly code: string
  readonly claim: unknown
  readonly otherClaim: unknown
  /** `unknown`: two claimed it at once. */
  state: 'open' | 'claimed' | 'cancelled' | 'unknown'
}

export interface ModelDocument {
  id: string
  readonly holderId: string
  readonly document: unknown
  readonly replacement: unknown
  /** `replaced`: there is one of its type, under this identifier or another. */
  state: 'there' | 'replaced' | 'deleted'
  /** As it was read before its deletion. */
  before: CheckedResponse | undefined
  /** Whether another one was rejected beside it. */
  defended: boolean
}

export interface ModelCustomer {
  readonly id: string
  /** What it was created with. */
  readonly body: Readonly<Record<string, unknown>>
  /** The fields that it showed when it was read; undefined: it was not, since it was changed. */
  seen: Readonly<Record<string, unknown>> | undefined
  /** What is broken when it shows something else by now. */
  touched: RequirementId
}

/** A stablecoin with one link, through which was minted and burned. */
export interface ModelStablecoin {
  readonly issuer: StateValues['stablecoin-issuer']
  readonly operations: string[]
}

/** A quote of the platform for a customer. */
export interface ModelTransfer {
  readonly payer: StateValues['agent']
  readonly quote: ModelQuote
  transactionId: string | undefined
}

/** The entity that a number names, so that any number names one; undefined where there is none. */
export const picked = <Entity>(entities: readonly Entity[], number: number): Entity | undefined =>
  entities.length === 0 ? undefined : entities[number % entities.length]

/** So far from a threshold that it does not matter which amount of a quote is compared with it. */
const FAR = 5

/** Whether executing the quote needs the platform's approval; undefined: it is too near to the threshold to tell. */
export function needsApproval({ mode, threshold }: ModelAgent, quote: ModelQuote): boolean | undefined {
  if (mode === undefined) return undefined
  if (mode === 'APPROVAL_REQUIRED') return true
  if (threshold === undefined) return false
  const { totalSendingAmount } = quote.terms
  if (totalSendingAmount >= FAR * threshold) return true
  return totalSendingAmount * FAR <= threshold ? false : undefined
}

/** Whether the account can pay for another execution; undefined: not known. */
export function canPay({ initial, owed, known, drained }: Ledger, amount: number): boolean | undefined {
  if (drained) return false
  if (!known) return undefined
  // An agent is arranged with ample funds, whether or not the balance can be asked for.
  return initial === undefined || initial - owed >= amount
}
