import { leadsToTheRoot } from '../certificates.ts'
import type { Counterparty, UmaReceiver } from '../counterparty.ts'
import type { Refusal } from '../errors.ts'
import { isObject } from '../is-object.ts'
import type { Lookup, PayerDataField } from '../resources/cross-currency-transfers.ts'

type Json = Readonly<Record<string, unknown>>

const refusal = (code: Refusal['code'], reason: string, status = 400): Refusal => ({ status, code, reason })

/** How far the clock of a counterparty may be off. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Contract: Endpoints 3, lookupId and sender information; Errors, codes of counterparties. */
export const receiverLookupRules = {
  umaAddressIsWellFormed: (address: string): boolean =>
    /^\$[a-z0-9._+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(address),

  invalidUmaAddress: (): Refusal =>
    refusal('INVALID_UMA_ADDRESS', 'A UMA address has the form $user@institution.'),

  lookupFailed: (): Refusal =>
    refusal('LOOKUP_REQUEST_FAILED', 'The institution of the receiver cannot be reached.'),

  certificatesProblem({ certificateChain }: Counterparty, now: number): Refusal | undefined {
    if (!leadsToTheRoot(certificateChain)) {
      return refusal('CERT_CHAIN_INVALID', 'The certificates of the institution lead to nobody known.')
    }
    if (certificateChain.some(({ notBefore, notAfter }) => now < notBefore || now > notAfter)) {
      return refusal('CERT_CHAIN_EXPIRED', 'A certificate of the institution has expired.')
    }
    return undefined
  },

  publicKeyProblem: ({ encryptionPublicKey }: Counterparty): Refusal | undefined =>
    /^0[23][0-9a-f]{64}$/i.test(encryptionPublicKey)
      ? undefined
      : refusal('INVALID_PUBKEY_FORMAT', 'The public key of the institution cannot be read.'),

  /** Address well-formed, but no receiver at the counterparty (404 codes). */
  umaReceiverNamed: (receivers: ReadonlyMap<string, UmaReceiver>, address: string): UmaReceiver | undefined =>
    receivers.get(address),

  umaNotFound: (): Refusal => refusal('UMA_NOT_FOUND', 'The institution knows no such receiver.', 404),

  parsedLookup(text: string): Json | undefined {
    try {
      const response: unknown = JSON.parse(text)
      return isObject(response) ? response : undefined
    } catch {
      return undefined
    }
  },

  lookupUnreadable: (): Refusal =>
    refusal('PARSE_LNURLP_RESPONSE_ERROR', 'The answer of the institution cannot be read.'),

  /** What the counterparty's answer lacks or has wrong, if anything. */
  lookupProblem(response: Json, used: ReadonlySet<string>, now: number): Refusal | undefined {
    if (response.status === 'ERROR')
      return refusal('INVALID_RECEIVER', 'The institution cannot pay this receiver.')
    const { compliance, umaVersion, currencies } = response
    if (!isObject(compliance) || umaVersion === undefined || currencies === undefined) {
      return refusal('MISSING_REQUIRED_UMA_PARAMETERS', 'The answer of the institution lacks UMA parameters.')
    }
    const { signatureTimestamp, signatureNonce } = compliance
    if (Math.abs(Number(signatureTimestamp) - now) > CLOCK_TOLERANCE_MS) {
      return refusal('INVALID_TIMESTAMP', 'The answer of the institution is not of now.')
    }
    if (used.has(String(signatureNonce))) {
      return refusal('INVALID_NONCE', 'The answer of the institution was given before.')
    }
    return undefined
  },

  /** What a destination asks to know of the sender, as the lookup tells. */
  statedPayerDataFields: (fields: readonly PayerDataField[]): readonly PayerDataField[] => fields,

  /** The lookup that a quote for this receiver names. */
  lookupNamed: (
    lookups: ReadonlyMap<string, Lookup>,
    lookupId: string,
    receiver: string,
  ): Lookup | undefined => {
    const lookup = lookups.get(lookupId)
    return lookup?.receiver === receiver ? lookup : undefined
  },

  /** Every field that is asked for must be provided (sender information). */
  payerDataMissing: (
    demanded: readonly PayerDataField[],
    given: Json,
    _destination: 'ACCOUNT' | 'UMA_ADDRESS',
  ): readonly string[] =>
    demanded
      .filter(({ name, mandatory }) => mandatory && (given[name] === undefined || given[name] === ''))
      .map(({ name }) => name),

  payerDataRefused: (missing: readonly string[]): Refusal => ({
    ...refusal('MISSING_MANDATORY_USER_INFO', 'The receiver asks to know more of the sender.'),
    fieldErrors: missing.map((name) => ({
      field: `senderCustomerInfo.${name}`,
      constraint: {},
      message: `${name} is required by the receiver`,
    })),
  }),

  currencyRefusedByReceiver: (): Refusal =>
    refusal('INVALID_CURRENCY', 'The receiver does not take this currency.'),

  receiverTakes: (amount: bigint, { minimum, maximum }: UmaReceiver): boolean =>
    amount >= minimum && amount <= maximum,

  /** What became of the request to be paid, if it went wrong. */
  payRequestProblem(
    response: { readonly status: number; readonly text: string } | undefined,
    amount: bigint,
  ): Refusal | undefined {
    if (!response)
      return refusal('QUOTE_REQUEST_FAILED', 'The institution of the receiver does not answer now.')
    if (response.status === 404) {
      return refusal(
        'PAYMENT_URL_NOT_FOUND',
        'There is nothing where the institution wants to be asked.',
        404,
      )
    }
    const terms = receiverLookupRules.parsedLookup(response.text)
    if (!terms) {
      return refusal('PARSE_PAYREQ_RESPONSE_ERROR', 'The answer to the pay request cannot be read.')
    }
    if (terms.status === 'ERROR') {
      return refusal('SENDER_NOT_ACCEPTED', 'The institution does not accept this sender.')
    }
    const { pr, converted } = terms
    if (typeof pr !== 'string' || !isObject(converted) || converted.amount !== Number(amount)) {
      return refusal('INVALID_PAYREQ_RESPONSE', 'The answer to the pay request does not fit the request.')
    }
    return undefined
  },

  /** What is known of who gets the money: string keys to values (counterpartyInformation). */
  counterpartyInformationOf(
    response: { readonly text: string } | undefined,
  ): Readonly<Record<string, string>> {
    const { payeeData } = receiverLookupRules.parsedLookup(response?.text ?? '') ?? {}
    return isObject(payeeData) ? (payeeData as Readonly<Record<string, string>>) : {}
  },

  /** A biller takes only payments that name one of its references. */
  referenceIsKnown: (references: ReadonlySet<string> | undefined, text: unknown): boolean =>
    references === undefined || (typeof text === 'string' && references.has(text)),

  referenceNotFound: (): Refusal =>
    refusal('REFERENCE_NOT_FOUND', 'The biller knows no such payment reference.', 404),
}
