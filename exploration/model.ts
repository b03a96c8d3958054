/**
 * The model of a conforming deployment after the steps so far: the state tables of the contract, applied to the
 * resources of the exploration. Pure. Where the contract leaves room, the model allows several states; unknown values
 * are not judged.
 */
import { statesOf, type RequirementId, type StatesOf, type StateValues } from '../spec/index.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import type { Wallet } from '../fixtures/wallets/wallets.ts'

export interface Model {
  /** Nothing more can be judged: all remaining steps are skipped. */
  over: boolean
  /** Kinds of steps that are skipped, since the deployment does not serve their states. */
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
  /** From a provider state, which returns its accounts. */
  readonly arranged: boolean
  mayQuote: boolean
  mayExecute: boolean
  /** undefined: the needs of its executions are unknown. */
  mode: Mode | undefined
  readonly threshold: number | undefined
  life: 'ACTIVE' | 'PAUSED' | 'DELETED'
  readonly quotes: ModelQuote[]
  readonly actions: ModelAction[]
  /** Past actions per status, with unknown ids. */
  readonly past: Readonly<Record<ActionStatus, number>>
  /** Executions without approval: their actions may be listed or not. */
  unlisted: number
  /** Whether the model knows every possible action. */
  listKnown: boolean
}

/** An agent with all permissions and no actions. */
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

/** The terms of a quote, which are the same in all its responses. */
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
  /** The request as sent. */
  readonly request: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** false for a quote that was executed at creation, or awaits authorization. */
  readonly executable: boolean
  /** Whether it was submitted for execution. */
  submitted: boolean
}

export interface ModelAction {
  readonly id: string
  readonly quote: ModelQuote
  /** undefined: unknown, so no decision is possible. */
  readonly transactionId: string | undefined
  status: ActionStatus
  /** As first observed. */
  readonly seen: unknown
}

/** The source account of an agent, and the total that it must have paid. */
export interface Ledger {
  readonly accountId: string
  /** The first balance; undefined: not readable. */
  readonly initial: number | undefined
  /** Total of all executions, smallest unit. */
  owed: number
  /** Total of executions that await approval and are in no list, smallest unit. */
  unlisted: number
  /** false: an execution had an unknown effect. */
  known: boolean
  drained: boolean
}

/** A ledger of an account that has paid nothing yet. */
export const newLedger = (accountId: string, initial: number | undefined): Ledger => ({
  accountId,
  initial,
  owed: 0,
  unlisted: 0,
  known: true,
  drained: false,
})

/** The submissions of agents whose quotes an account pays. */
const submissionsOn = ({ agents }: Model, { accountId }: Ledger): readonly ModelAction[] =>
  agents.filter(({ holder }) => holder.sourceAccountId === accountId).flatMap(({ actions }) => actions)

/** What executions that await approval may reserve in an available balance, smallest unit. */
export const mayBeReserved = (model: Model, ledger: Ledger): number =>
  submissionsOn(model, ledger)
    .filter(({ status }) => status === 'PENDING_APPROVAL')
    .reduce((sum, { quote }) => sum + quote.terms.totalSendingAmount, ledger.unlisted)

/** Whether a decision may have released what was reserved. */
export const mayBeReleased = (model: Model, ledger: Ledger): boolean =>
  submissionsOn(model, ledger).some(({ status }) => status !== 'PENDING_APPROVAL')

/** An external account of the platform, with or without a challenge. */
export interface WalletAccount {
  readonly id: string
  readonly wallet: Wallet | undefined
  /** true: known to be held on behalf of the platform. */
  readonly ofPlatform: boolean
  /**
   * `wallet`: outstanding. `failed`: an attempt failed, and a new challenge is needed. `done`: completed. `none`,
   * `liveness`: no WALLET_SIGNATURE challenge. `open`: a failed attempt, or still outstanding.
   */
  challenge: 'wallet' | 'failed' | 'done' | 'none' | 'liveness' | 'open'
  message: { readonly messageToSign: string; readonly expiresAt: string } | undefined
  /** The known status; undefined: any status except `never`. */
  status: 'ACTIVE' | 'UNVERIFIED' | undefined
}

/** An external account of a customer. */
export interface CustomerAccount {
  readonly id: string
  readonly customerId: string | undefined
  /** undefined: unknown. */
  readonly isDefault: boolean | undefined
  deleted: boolean
  trusted: boolean
  /** The one-time code of its customer, if known. */
  scaCode: string | undefined
  /** The request that created it. */
  readonly request: Readonly<Record<string, unknown>> | undefined
}

export type CardState = StatesOf['Card']
export const CARD_STATES = statesOf('Card')

export interface ModelCard {
  readonly id: string
  readonly cardholderId: string
  readonly internalAccountId: string
  /** undefined: unknown state. */
  state: CardState | undefined
}

/** A cardholder who may hold one live card. */
export interface CardSlot {
  readonly cardholderId: string
  readonly internalAccountId: string
  /** The live card; undefined: no live card. */
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
  /** `unknown`: two concurrent claims. */
  state: 'open' | 'claimed' | 'cancelled' | 'unknown'
}

export interface ModelDocument {
  id: string
  readonly holderId: string
  readonly document: unknown
  readonly replacement: unknown
  /** `replaced`: another one of its type exists, under this identifier or another. */
  state: 'there' | 'replaced' | 'deleted'
  /** As it was read before its deletion. */
  before: CheckedResponse | undefined
  /** Whether another one was rejected because of it. */
  defended: boolean
}

export interface ModelCustomer {
  readonly id: string
  /** The body of its creation. */
  readonly body: Readonly<Record<string, unknown>>
  /** The fields as last read; undefined: not read since its last change. */
  seen: Readonly<Record<string, unknown>> | undefined
  /** The requirement that other values violate. */
  touched: RequirementId
}

/** A stablecoin with one link for mints and burns. */
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

/** The entity with an index, modulo the number of entities; undefined if there are none. */
export const picked = <Entity>(entities: readonly Entity[], number: number): Entity | undefined =>
  entities.length === 0 ? undefined : entities[number % entities.length]

/** So far from a threshold that the compared amount does not matter. */
const FAR = 5

/** Whether the execution of the quote needs approval; undefined: too close to the threshold. */
export function needsApproval({ mode, threshold }: ModelAgent, quote: ModelQuote): boolean | undefined {
  if (mode === undefined) return undefined
  if (mode === 'APPROVAL_REQUIRED') return true
  if (threshold === undefined) return false
  const { totalSendingAmount } = quote.terms
  if (totalSendingAmount >= FAR * threshold) return true
  return totalSendingAmount * FAR <= threshold ? false : undefined
}

/** Whether the account can pay for another execution; undefined: unknown. */
export function canPay({ initial, owed, known, drained }: Ledger, amount: number): boolean | undefined {
  if (drained) return false
  if (!known) return undefined
  // An arranged agent has ample funds, even if the balance is not readable.
  return initial === undefined || initial - owed >= amount
}
