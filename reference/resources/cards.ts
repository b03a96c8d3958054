/** Stored resources of cards. */
import type { StatesOf } from '../../spec/index.ts'

export type CardState = StatesOf['Card']

export interface Cardholder {
  readonly id: string
  kycStatus: 'APPROVED' | 'PENDING'
}

export interface Card {
  readonly id: string
  readonly cardholderId: string
  readonly issuedAt: number
  readonly form: string
  /** The internal accounts that the card is funded from. */
  fundingSources: readonly string[]
  state: CardState
  /** The state before the last change, and the time of that change. */
  earlier: { readonly state: CardState; readonly until: number } | undefined
}

export interface CardsStore {
  readonly cardholders: Map<string, Cardholder>
  readonly cards: Map<string, Card>
}

export const emptyCards = (): CardsStore => ({ cardholders: new Map(), cards: new Map() })
