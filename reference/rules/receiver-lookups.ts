import { leadsToTheRoot } from '../certificates.ts'
import type { Counterparty, UmaReceiver } from '../counterparty.ts'
import { refusal, type Refusal } from '../errors.ts'
import { isObject } from '../is-object.ts'
import type { Lookup, PayerDataField } from '../resources/cross-currency-transfers.ts'

type Json = Readonly<Record<string, unknown>>

/** Accepted difference of a counterparty's clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Null and empty text are not information. */
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Why requests are rejected. */
const refusals = {
  invalidUmaAddress: refusal(400, 'INVALID_UMA_ADDRESS', 'A UMA address has the form $user@institution.'),
  lookupFailed: refusal(400, 'LOOKUP_REQUEST_FAILED', 'The institution of the receiver cannot be reached.'),
  umaNotFound: refusal(404, 'UMA_NOT_FOUND', 'The institution knows no such receiver.'),
  lookupUnreadable: refusal(
    400,
    'PARSE_LNURLP_RESPONSE_ERROR',
    'The response of the institution cannot be parsed.',
  ),
  currencyRefusedByReceiver: refusal(400, 'INVALID_CURRENCY', 'The receiver does not accept this currency.'),
  referenceNotFound: refusal(404, 'REFERENCE_NOT_FOUND', 'The biller knows no such payment reference.'),
}

/** Contract: Endpoints 3, lookupId and sender information; Errors, codes of counterparties. */
export const receiverLookupRules = {
  ...refusals,

  umaAddressIsWellFormed: (address: string): boolean =>
    /^\$[a-z0-9._+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(address),

  certificatesProblem({ certificateChain }: Counterparty, now: number): Refusal | undefined {
    if (!leadsToTheRoot(certificateChain)) {
      return refusal(400, 'CERT_CHAIN_INVALID', 'The certificates of the institution have no trusted root.')
    }
    if (certificateChain.some(({ notBefore, notAfter }) => now < notBefore || now > notAfter)) {
      return refusal(400, 'CERT_CHAIN_EXPIRED', 'A certificate of the institution has expired.')
    }
    return undefined
  },

  publicKeyProblem: ({ encryptionPublicKey }: Counterparty): Refusal | undefined =>
    /^0[23][0-9a-f]{64}$/i.test(encryptionPublicKey)
      ? undefined
      : refusal(400, 'INVALID_PUBKEY_FORMAT', 'The public key of the institution cannot be read.'),

  /** The address is well-formed, but the counterparty has no such receiver (404 codes). */
  umaReceiverNamed: (receivers: ReadonlyMap<string, UmaReceiver>, address: string): UmaReceiver | undefined =>
    receivers.get(address),

  parsedLookup(text: string): Json | undefined {
    try {
      const response: unknown = JSON.parse(text)
      return isObject(response) ? response : undefined
    } catch {
      return undefined
    }
  },

  /** The missing or invalid part of the counterparty's response, if any. */
  lookupProblem(response: Json, used: ReadonlySet<string>, now: number): Refusal | undefined {
    if (response.status === 'ERROR')
      return refusal(400, 'INVALID_RECEIVER', 'The institution cannot pay this receiver.')
    const { compliance, umaVersion, currencies } = response
    if (!isObject(compliance) || umaVersion === undefined || currencies === undefined) {
      return refusal(
        400,
        'MISSING_REQUIRED_UMA_PARAMETERS',
        'The response of the institution lacks UMA parameters.',
      )
    }
    const { signatureTimestamp, signatureNonce } = compliance
    if (Math.abs(Number(signatureTimestamp) - now) > CLOCK_TOLERANCE_MS) {
      return refusal(
        400,
        'INVALID_TIMESTAMP',
        'The timestamp in the response of the institution is not current.',
      )
    }
    if (used.has(String(signatureNonce))) {
      return refusal(400, 'INVALID_NONCE', 'The response of the institution reuses a nonce.')
    }
    return undefined
  },

  /** Sender information that a destination requires, according to the lookup. */
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

  /** Every required field must be provided (sender information). */
  payerDataMissing: (
    demanded: readonly PayerDataField[],
    given: Json,
    _destination: 'ACCOUNT' | 'UMA_ADDRESS',
  ): readonly string[] =>
    demanded.filter(({ name, mandatory }) => mandatory && isBlank(given[name])).map(({ name }) => name),

  payerDataRefused: (missing: readonly string[]): Refusal => ({
    ...refusal(400, 'MISSING_MANDATORY_USER_INFO', 'The receiver requires more sender information.'),
    fieldErrors: missing.map((name) => ({
      field: `senderCustomerInfo.${name}`,
      constraint: {},
      message: `${name} is required by the receiver`,
    })),
  }),

  receiverTakes: (amount: bigint, { minimum, maximum }: UmaReceiver): boolean =>
    amount >= minimum && amount <= maximum,

  /** The error of a payment request, if it failed. */
  payRequestProblem(
    response: { readonly status: number; readonly text: string } | undefined,
    amount: bigint,
  ): Refusal | undefined {
    if (!response)
      return refusal(400, 'QUOTE_REQUEST_FAILED', 'The institution of the receiver does not respond.')
    if (response.status === 404) {
      return refusal(404, 'PAYMENT_URL_NOT_FOUND', 'The endpoint of the institution does not exist.')
    }
    const terms = receiverLookupRules.parsedLookup(response.text)
    if (!terms) {
      return refusal(400, 'PARSE_PAYREQ_RESPONSE_ERROR', 'The response to the pay request cannot be parsed.')
    }
    if (terms.status === 'ERROR') {
      return refusal(400, 'SENDER_NOT_ACCEPTED', 'The institution does not accept this sender.')
    }
    const { pr, converted } = terms
    if (typeof pr !== 'string' || !isObject(converted) || converted.amount !== Number(amount)) {
      return refusal(
        400,
        'INVALID_PAYREQ_RESPONSE',
        'The response to the pay request does not match the request.',
      )
    }
    return undefined
  },

  /** Known values of the payee: string keys to values (counterpartyInformation). */
  counterpartyInformationOf(
    response: { readonly text: string } | undefined,
  ): Readonly<Record<string, string>> {
    const { payeeData } = receiverLookupRules.parsedLookup(response?.text ?? '') ?? {}
    return isObject(payeeData) ? (payeeData as Readonly<Record<string, string>>) : {}
  },

  /** A biller accepts only payments that name one of its references. */
  referenceIsKnown: (references: ReadonlySet<string> | undefined, text: unknown): boolean =>
    references === undefined || (typeof text === 'string' && references.has(text)),
}
