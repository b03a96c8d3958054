/**
 * Institutions at the other end of UMA payments: the certificates that they present and the responses that they return.
 */
import { createHash, randomUUID } from 'node:crypto'
import { certificateChain, type Certificate } from './certificates.ts'
import type { PayerDataField } from './resources/cross-currency-transfers.ts'

type Json = Readonly<Record<string, unknown>>

export interface Counterparty {
  readonly domain: string
  readonly isReachable: boolean
  /** Its own certificate first. */
  readonly certificateChain: readonly Certificate[]
  /** Compressed secp256k1 key, hex. */
  readonly encryptionPublicKey: string
  /** Error of its clock. */
  readonly clockErrorMs: number
  readonly newNonce: () => string
  /** Its response to a receiver lookup, derived from the ordinary response. */
  readonly writesLookup: (ordinary: Json) => string
  /** Its response to a payment request, with the status; undefined: no response. */
  readonly writesPayRequest: (
    ordinary: Json,
  ) => { readonly status: number; readonly text: string } | undefined
}

export interface UmaReceiver {
  readonly umaAddress: string
  readonly currency: string
  readonly requiredPayerDataFields: readonly PayerDataField[]
  /** Smallest units of the currency. */
  readonly minimum: bigint
  readonly maximum: bigint
}

/** A conforming counterparty, except for the given fields. */
export const newCounterparty = (
  now: number,
  deviations: Partial<Counterparty> = {},
  domain = `vasp-${randomUUID().slice(0, 8)}.example`,
): Counterparty => {
  return {
    domain,
    isReachable: true,
    certificateChain: certificateChain(domain, now),
    encryptionPublicKey: `02${createHash('sha256').update(domain).digest('hex')}`,
    clockErrorMs: 0,
    newNonce: randomUUID,
    writesLookup: (ordinary) => JSON.stringify(ordinary),
    writesPayRequest: (ordinary) => ({ status: 200, text: JSON.stringify(ordinary) }),
    ...deviations,
  }
}

export const newUmaReceiver = (
  { domain }: Counterparty,
  requiredPayerDataFields: readonly PayerDataField[] = [],
): UmaReceiver => ({
  umaAddress: `$ada-${randomUUID().slice(0, 8)}@${domain}`,
  currency: 'EUR',
  requiredPayerDataFields,
  minimum: 1n,
  maximum: 1_000_000_000n,
})

/** Response to a receiver lookup, as in LNURL-pay and UMA. */
export const lookupAnswer = (counterparty: Counterparty, receiver: UmaReceiver, now: number): string =>
  counterparty.writesLookup({
    tag: 'payRequest',
    callback: `https://${counterparty.domain}/pay/${receiver.umaAddress}`,
    umaVersion: '1.0',
    currencies: [
      {
        code: receiver.currency,
        minSendable: Number(receiver.minimum),
        maxSendable: Number(receiver.maximum),
      },
    ],
    payerData: receiver.requiredPayerDataFields,
    compliance: {
      receiverIdentifier: receiver.umaAddress,
      signatureNonce: counterparty.newNonce(),
      signatureTimestamp: now + counterparty.clockErrorMs,
    },
  })

/** Response to a request to pay an amount. */
export const payRequestAnswer = (
  counterparty: Counterparty,
  receiver: UmaReceiver,
  amount: bigint,
): ReturnType<Counterparty['writesPayRequest']> =>
  counterparty.writesPayRequest({
    pr: `lnbc${createHash('sha256').update(receiver.umaAddress).digest('hex').slice(0, 24)}`,
    converted: { amount: Number(amount), currencyCode: receiver.currency },
    payeeData: { FULL_NAME: 'Grace Example', NATIONALITY: 'PT' },
  })
