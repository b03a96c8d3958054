/** Receivers that are looked up before they are paid (contract: Endpoints 3, lookupId and sender information). */
import {
  Blocked,
  SENDER_FIELDS,
  senderInformation,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import type { QuoteRequest } from '../agent-operations/quote-request.ts'
import { requestAsAgentUntilFound, usableQuote, type Payer } from './platform-quote.ts'

/** The fields that arranged receivers require. */
export const REQUIRED_FIELDS = ['FULL_NAME', 'BIRTH_DATE'] as const

/** A receiver that can be paid after a lookup. */
export interface Receiver {
  readonly payer: Payer
  readonly destination: QuoteRequest
  readonly look: () => Promise<CheckedResponse>
}

/** How to arrange a receiver. */
export type NewReceiver = (context: CheckContext, asked?: readonly string[]) => Promise<Receiver>

/**
 * @param asked fields that the receiver requires; default: none
 * @param policy of the payer's agent
 */
export const umaReceiver = async (
  { arrange, platform }: CheckContext,
  asked?: readonly string[],
  policy: StateParams['agent'] = {},
): Promise<Receiver> => {
  const payer = await arrange('agent', policy)
  const { umaAddress, currency } = await arrange(
    'uma-receiver',
    asked === undefined ? {} : { requiredPayerDataFields: asked },
  )
  return {
    payer,
    destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency },
    look: () => platform.transfers.umaReceiver(umaAddress),
  }
}

/** @param asked fields that the receiver requires; default: none */
export const externalAccountReceiver: NewReceiver = async ({ arrange, platform }, asked) => {
  const payer = await arrange('agent', {})
  const { accountId } = await arrange('external-account-receiver', {
    customerId: payer.customerId,
    ...(asked && { requiredPayerDataFields: asked }),
  })
  return {
    payer,
    destination: { destinationType: 'ACCOUNT', accountId },
    look: () => platform.transfers.externalAccountReceiver(accountId),
  }
}

/** Names of the fields that a lookup lists: as texts, in objects, or as keys. The contract shows no form. */
export function listedFields({ body }: CheckedResponse): readonly unknown[] {
  const fields = fieldsIn(body)
  if (!Array.isArray(fields)) return isObject(fields) ? Object.keys(fields) : []
  return (fields as readonly unknown[]).map((field) => (isObject(field) ? nameIn(field) : field))
}

/** The list of a lookup, anywhere in the response. */
function fieldsIn(body: unknown): unknown {
  if (!isObject(body)) return undefined
  return (
    body.requiredPayerDataFields ??
    Object.values(body)
      .map(fieldsIn)
      .find((fields) => fields !== undefined)
  )
}

/** The name in a lookup's entry for one field: a known name, or else the likeliest. */
function nameIn(field: Readonly<Record<string, unknown>>): unknown {
  const words = [...Object.values(field), ...Object.keys(field)]
  return (
    words.find((word) => typeof word === 'string' && word in SENDER_FIELDS) ??
    field.name ??
    words.find((word) => typeof word === 'string')
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The id of a lookup: under the name that a quote uses for it, or else the first id of a lookup in the response. */
export function lookupIdIn({ body }: CheckedResponse): unknown {
  const [first] = JSON.stringify(body ?? null).match(/(?<=")Lookup:[^"]+(?=")/) ?? []
  return valueAt(body, 'lookupId') ?? first ?? valueAt(body, 'id')
}

/** A receiver after its lookup, and the values that a quote for it needs. */
export interface LookedUp {
  readonly payer: Payer
  readonly changes: QuoteRequest
  readonly senderCustomerInfo: Readonly<Record<string, string>>
}

/**
 * Looks the receiver up.
 *
 * @throws Blocked when the lookup returns no lookupId
 */
export async function lookUpReceiver({ payer, destination, look }: Receiver): Promise<LookedUp> {
  const looked = await look()
  const lookupId = lookupIdIn(looked)
  if (looked.status !== 200 || typeof lookupId !== 'string') {
    throw new Blocked(
      'implementation',
      `the lookup that this check needs returned ${looked.status} and no lookupId (exchange ${looked.exchange})`,
      'See the reason in the requests of this check. LKP-01 and LKP-02 judge this step.',
    )
  }
  const senderCustomerInfo = senderInformation(listedFields(looked).map(String))
  return { payer, changes: { destination, lookupId }, senderCustomerInfo }
}

/**
 * A receiver that requires sender information and accepts an agent's quote with all of it, so that a rejection with less
 * is meaningful.
 *
 * @throws Blocked when it lists other fields than arranged, or the quote is rejected
 */
export async function lookUpReceiverWithFields(
  context: CheckContext,
  newReceiver: NewReceiver,
): Promise<LookedUp> {
  const receiver = await lookUpRequiringFields(context, newReceiver)
  const { payer, changes, senderCustomerInfo } = receiver
  usableQuote(await requestAsAgentUntilFound(context, payer, { ...changes, senderCustomerInfo }))
  return receiver
}

/**
 * A receiver that requires sender information.
 *
 * @throws Blocked when it lists other fields than arranged
 */
export async function lookUpRequiringFields(
  context: CheckContext,
  newReceiver: NewReceiver,
): Promise<LookedUp> {
  const receiver = await lookUpReceiver(await newReceiver(context, REQUIRED_FIELDS))
  if (!REQUIRED_FIELDS.every((name) => name in receiver.senderCustomerInfo)) {
    throw new Blocked(
      'implementation',
      `the lookup does not list ${REQUIRED_FIELDS.join(' and ')}, which the receiver was arranged to ask for`,
      'See the reason in the requests of this check. LKP-03 and LKP-04 judge this step.',
    )
  }
  return receiver
}
