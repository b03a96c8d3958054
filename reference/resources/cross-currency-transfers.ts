import type { Counterparty, UmaReceiver } from '../counterparty.ts'

/** What a destination asks to know of the sender (contract: Endpoints 3, sender information). */
export interface PayerDataField {
  readonly name: string
  readonly mandatory: boolean
}

/** What was learned of a receiver before it is paid. */
export interface Lookup {
  readonly id: string
  /** A UMA address, or the id of an external account. */
  readonly receiver: string
}

/** What the deployment holds for cross-currency transfers. */
export interface CrossCurrencyTransfersStore {
  /** Institutions of receivers with a UMA address, by domain. */
  readonly counterparties: Map<string, Counterparty>
  /** By UMA address. */
  readonly umaReceivers: Map<string, UmaReceiver>
  readonly lookups: Map<string, Lookup>
  /** What external accounts ask to know of who pays into them, by account id. */
  readonly payerDataDemands: Map<string, readonly PayerDataField[]>
  /** Open references of billers, by the id of the external account into which they are paid. */
  readonly billerReferences: Map<string, ReadonlySet<string>>
  /** Nonces of counterparties: one that comes again is a replay. */
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
