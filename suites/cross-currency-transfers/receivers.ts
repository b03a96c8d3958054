/** Receivers that are looked up before they are paid (contract: Endpoints 3, lookupId and sender information). */
import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { QuoteRequest } from '../agent-operations/quote-request.ts'
import { requestKnownAsAgent, usableQuote, type Payer } from './platform-quote.ts'

/** What receivers are arranged to ask for. */
export const ASKED = ['FULL_NAME', 'BIRTH_DATE'] as const

/** Answers that are plausible for fields whose names are known. */
const ANSWERS: Readonly<Record<string, string>> = {
  FULL_NAME: 'Ada Example',
  BIRTH_DATE: '1990-12-10',
  NATIONALITY: 'GB',
  COUNTRY_OF_RESIDENCE: 'GB',
  EMAIL: 'ada@example.com',
  PHONE_NUMBER: '+12025550143',
}

/** Somebody who can be paid, once looked up. */
export interface Receiver {
  readonly payer: Payer
  readonly destination: QuoteRequest
  readonly look: () => Promise<CheckedResponse>
}

/** How a receiver comes to be there. */
export type NewReceiver = (context: CheckContext, asked?: readonly string[]) => Promise<Receiver>

/** @param asked default: nothing */
export const umaReceiver: NewReceiver = async ({ arrange, platform }, asked) => {
  const payer = await arrange('agent', {})
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

/** @param asked default: nothing */
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

/** Names of the fields that a lookup lists: plainly, in objects, or as the keys of one; no form of them is shown. */
export function listedFields({ body }: CheckedResponse): readonly unknown[] {
  const fields = fieldsIn(body)
  if (!Array.isArray(fields)) return isObject(fields) ? Object.keys(fields) : []
  return (fields as readonly unknown[]).map((field) => (isObject(field) ? nameIn(field) : field))
}

/** The list of a lookup, wherever in the response it stands. */
function fieldsIn(body: unknown): unknown {
  if (!isObject(body)) return undefined
  return (
    body.requiredPayerDataFields ??
    Object.values(body)
      .map(fieldsIn)
      .find((fields) => fields !== undefined)
  )
}

/** The name in what a lookup says of one field: one that is known, or else the likeliest. */
function nameIn(field: Readonly<Record<string, unknown>>): unknown {
  const words = [...Object.values(field), ...Object.keys(field)]
  return (
    words.find((word) => typeof word === 'string' && word in ANSWERS) ??
    field.name ??
    words.find((word) => typeof word === 'string')
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The id of a lookup: under the name that a quote has for it, or else the first one of a lookup in the response. */
export function lookupIdIn({ body }: CheckedResponse): unknown {
  const [first] = JSON.stringify(body ?? null).match(/(?<=")Lookup:[^"]+(?=")/) ?? []
  return valueAt(body, 'lookupId') ?? first ?? valueAt(body, 'id')
}

/** A receiver that was looked up, and what a quote for it needs. */
export interface LookedUp {
  readonly payer: Payer
  readonly changes: QuoteRequest
  readonly senderCustomerInfo: Readonly<Record<string, string>>
}

/**
 * The receiver, looked up.
 *
 * @throws Blocked when the lookup gives no lookupId
 */
export async function lookUpReceiver({ payer, destination, look }: Receiver): Promise<LookedUp> {
  const looked = await look()
  const lookupId = lookupIdIn(looked)
  if (looked.status !== 200 || typeof lookupId !== 'string') {
    throw new Blocked(
      'implementation',
      `the lookup that this check needs returned ${looked.status} and no lookupId (exchange ${looked.exchange})`,
      'See why; LKP-01 and LKP-02 judge it.',
    )
  }
  const senderCustomerInfo = Object.fromEntries(
    listedFields(looked).map((name) => [String(name), ANSWERS[String(name)] ?? 'Ada Example'] as const),
  )
  return { payer, changes: { destination, lookupId }, senderCustomerInfo }
}

/**
 * A receiver that asks for sender information and is quoted for with all of it, so that a rejection with less says
 * something.
 *
 * @throws Blocked when it lists other fields than it was arranged to ask for, or is not quoted for
 */
export async function lookUpReceiverWithFields(
  context: CheckContext,
  newReceiver: NewReceiver,
): Promise<LookedUp> {
  const receiver = await lookUpReceiver(await newReceiver(context, ASKED))
  const { payer, changes, senderCustomerInfo } = receiver
  if (!ASKED.every((name) => name in senderCustomerInfo)) {
    throw new Blocked(
      'implementation',
      `the lookup does not list ${ASKED.join(' and ')}, which the receiver was arranged to ask for`,
      'See why; LKP-03 and LKP-04 judge it.',
    )
  }
  usableQuote(await requestKnownAsAgent(context, payer, { ...changes, senderCustomerInfo }))
  return receiver
}
