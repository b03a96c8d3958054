import type { Counterparty, UmaReceiver } from '../counterparty.ts'

/** Sender information that a destination requires (contract: Endpoints 3, sender information). */
export interface PayerDataField {
  readonly name: string
  readonly mandatory: boolean
}

/** The result of a receiver lookup. */
export interface Lookup {
  readonly id: string
  /** A UMA address, or the id of an external account. */
  readonly receiver: string
}

/** Stored resources of cross-currency transfers. */
export interface CrossCurrencyTransfersStore {
  /** Institutions of receivers with a UMA address, by domain. */
  readonly counterparties: Map<string, Counterparty>
  /** By UMA address. */
  readonly umaReceivers: Map<string, UmaReceiver>
  readonly lookups: Map<string, Lookup>
  /** Sender information that external accounts require, by account id. */
  readonly payerDataDemands: Map<string, readonly PayerDataField[]>
  /** Open references of billers, by the id of their external account. */
  readonly billerReferences: Map<string, ReadonlySet<string>>
  /** Nonces of counterparties, to detect replays. */
  readonly usedNonces: Set<string>
}

export const emptyCrossCurrencyTransfers = (): CrossCurrencyTransfersStore => ({
  counterparties: new Map(),
  umaReceivers: new Map(),
  lookups: new Map(),
  payerDataDemands: new Map(),
  billerReferences: new Map(),
  usedNonces: new Set(),
})
