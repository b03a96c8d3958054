import {
  Blocked,
  OutOfTime,
  valueAt,
  type Delivery,
  type CheckedResponse,
  type Inbox,
  type CheckContext,
} from '../../fixtures/index.ts'
import { payloadOf } from './payload.ts'

/** The event type that the contract names (Events). */
const KIND = 'EXTERNAL_ACCOUNT.STATUS_UPDATED'

type Listening = Pick<CheckContext, 'arrange' | 'webhooks'>

/** An endpoint that is registered with the deployment, and the public key of its deliveries if they are signed. */
export async function registerEndpoint({
  arrange,
  webhooks,
}: Listening): Promise<Inbox & { readonly publicKey: string | undefined }> {
  const inbox = await webhooks.listen()
  const { publicKey } = await arrange('webhook-endpoint', { url: inbox.url })
  inbox.registered()
  return { ...inbox, publicKey }
}

/** Whether a JSON value has this text anywhere: the contract does not show the payload. */
export const hasText = (json: unknown, word: string): boolean =>
  json === word ||
  (typeof json === 'object' && json !== null && Object.values(json).some((value) => hasText(value, word)))

/**
 * The events of that type about an account so far; the contract does not show which of its names they have.
 *
 * @param earlier number of deliveries that are left out; default: none
 */
export const statusEventsOf = (
  { deliveries }: Inbox,
  names: readonly string[],
  earlier = 0,
): readonly Delivery[] =>
  deliveries()
    .slice(earlier)
    .filter((delivery) => {
      const payload = payloadOf(delivery)
      const isOfKind = hasText(payload, KIND) || hasText(delivery.headers, KIND)
      return isOfKind && names.some((name) => hasText(payload, name))
    })

/** The names that an event may use for an account: its id, the UUID alone, or the platform's own identifier. */
export const readNames = async (
  { platform }: Pick<CheckContext, 'platform'>,
  externalAccountId: string,
): Promise<readonly string[]> => namesOf(await platform.externalAccount(externalAccountId), externalAccountId)

export function namesOf({ body }: CheckedResponse, externalAccountId: string): readonly string[] {
  const own = valueAt(body, 'platformAccountId')
  return [
    externalAccountId,
    externalAccountId.replace(/^.*:/s, ''),
    ...(typeof own === 'string' && own !== '' ? [own] : []),
  ]
}

/** Events about no account, and test events: events of other checks arrive at the same endpoint. */
export const isTest = (delivery: Delivery): boolean => {
  const text = Buffer.from(delivery.raw).toString('utf8') + (JSON.stringify(payloadOf(delivery)) ?? '')
  return !text.includes('ExternalAccount:') || /test/i.test(text)
}

/** So many times a wait looks at the inbox alone, about a second and a half: most events have arrived by then. */
const LOOKS_WITHOUT_READ = 7

/**
 * The status events about an account, once there are more than before, or after the longest wait.
 *
 * @param before number of its events that count as known; default: none
 * @throws Blocked when there are no more among so many deliveries that later ones were lost
 * @throws OutOfTime when there are no more, and the endpoint was replaced
 */
export async function waitForEvents(
  context: Pick<CheckContext, 'platform' | 'poll' | 'maxWaitMs'>,
  inbox: Inbox,
  externalAccountId: string,
  before = 0,
): Promise<readonly Delivery[]> {
  let names: readonly string[] = []
  let looks = 0
  const found = await context.poll(
    async () => {
      // A read measures how slow the deployment is at this moment: its events take longer too.
      if (looks === 0 || looks > LOOKS_WITHOUT_READ) names = await readNames(context, externalAccountId)
      looks += 1
      return statusEventsOf(inbox, names)
    },
    (events) => events.length > before || inbox.isReplaced(),
    context.maxWaitMs,
  )
  if (found.length > before) return found
  requireOwn(inbox)
  if (!inbox.isFull()) return found
  throw new Blocked(
    'deployment-file',
    `none of the ${inbox.deliveries().length} deliveries to ${inbox.url} is the expected event, and Assay keeps no more`,
    'Let the state webhook-endpoint register the URL for the events of its customers only, or stop other traffic on this deployment.',
  )
}

/**
 * The test events, once there is one, or after the longest wait.
 *
 * @throws OutOfTime when there is none, and the endpoint was replaced
 */
export async function waitForTests(
  { poll, maxWaitMs }: Pick<CheckContext, 'poll' | 'maxWaitMs'>,
  inbox: Inbox,
): Promise<readonly Delivery[]> {
  const found = await poll(
    async () => inbox.deliveries().filter(isTest),
    (tests) => tests.length > 0 || inbox.isReplaced(),
    maxWaitMs,
  )
  if (found.length === 0) requireOwn(inbox)
  return found
}

/** @throws OutOfTime when the endpoint was replaced: a platform may have only one, and what is expected went there */
function requireOwn(inbox: Inbox): void {
  if (inbox.isReplaced()) throw replaced()
}

/**
 * The response to the request of a test event.
 *
 * @throws OutOfTime when it says that there is no endpoint, and another check registered one: with its tear-down the only
 *   endpoint of the platform is gone
 */
export function requireEndpoint(
  inbox: Pick<Inbox, 'isFollowed'>,
  response: CheckedResponse,
): CheckedResponse {
  const isMissing = valueAt(response.body, 'code') === 'WEBHOOK_ENDPOINT_NOT_SET'
  if (isMissing && inbox.isFollowed()) throw replaced()
  return response
}

const replaced = () =>
  new OutOfTime(
    'the endpoint of another check replaced that of this one: the platform may have only one webhook endpoint',
    'Let the state webhook-endpoint keep several endpoints at a time, each of which receives every event.',
  )

/**
 * Requests a test event.
 *
 * @throws OutOfTime when the deployment responds that it could not deliver it (contract: Events): Assay on a busy
 *   machine may have accepted it too late
 */
export async function requestTest({ webhooks }: CheckContext['platform']): Promise<CheckedResponse> {
  const response = await webhooks.test()
  if (valueAt(response.body, 'code') === 'WEBHOOK_DELIVERY_ERROR')
    throw new OutOfTime(`the deployment could not deliver a test event (exchange ${response.exchange})`)
  return response
}

/**
 * Shows that deliveries reach Assay, if the endpoint got none: a deployment in a container, or behind a closed tunnel,
 * delivers without Assay seeing it.
 *
 * @param cause makes the deployment deliver an event of another kind
 * @throws Blocked when still nothing arrives
 */
export async function requireDeliveries(
  { platform, poll, maxWaitMs }: Pick<CheckContext, 'platform' | 'poll' | 'maxWaitMs'>,
  inbox: Inbox,
  cause: () => Promise<unknown>,
): Promise<void> {
  if (inbox.deliveries().length > 0) return
  // Not every deployment offers it, and it may respond that it could not deliver.
  await platform.webhooks.test().catch(() => undefined)
  await cause()
  const arrived = await poll(
    async () => inbox.deliveries().length,
    (count) => count > 0,
    maxWaitMs,
  )
  if (arrived > 0) return
  throw new Blocked(
    'environment',
    `no delivery of any kind arrived at ${inbox.url}`,
    'If the deployment runs on another machine or in a container, set --webhook-url and --webhook-port. Otherwise let it deliver events.',
  )
}

/**
 * The first status event about an account.
 *
 * @throws Blocked when none arrives: WHK-01 and WHK-02 judge that
 */
export async function waitForEvent(
  context: Pick<CheckContext, 'platform' | 'poll' | 'maxWaitMs'>,
  inbox: Inbox,
  externalAccountId: string,
): Promise<Delivery> {
  const [event] = await waitForEvents(context, inbox, externalAccountId)
  if (event) return event
  throw new Blocked(
    'implementation',
    `no ${KIND} about the account arrived within ${context.maxWaitMs / 1000} s, though its LIVENESS challenge completed`,
    'See the reason in the requests of this check. WHK-01 and WHK-02 judge this step. If it takes longer, raise limits.maxWaitSeconds.',
  )
}

/**
 * Whether a delivery has the signature header.
 *
 * @throws Blocked when it has a signature under another name
 */
export function isSigned({ signature, headers, exchange }: Delivery): boolean {
  if (signature !== undefined && signature.trim() !== '') return true
  const other = Object.keys(headers).find((name) => /signature/i.test(name))
  if (other === undefined) return false
  throw new Blocked(
    'deployment-file',
    `the signature of a delivery is in the header ${other} (exchange ${exchange})`,
    `Add under names: the line webhookSignatureHeader: ${other}`,
  )
}

/**
 * The key that signs deliveries.
 *
 * @throws Blocked when the deployment publishes none, so that no signature can be judged
 */
export function requirePublished(publicKey: string | undefined): string {
  if (publicKey !== undefined) return publicKey
  throw new Blocked(
    'deployment-file',
    'the state webhook-endpoint returned no publicKey, so no signature can be judged',
    'Return publicKey from the state. If deliveries are not signed, name webhooks.signed under notOffered.',
  )
}

/** @throws Blocked when the delivery has no signature: WHK-15 judges that */
export function requireSigned(event: Delivery): void {
  if (isSigned(event)) return
  throw new Blocked(
    'implementation',
    `the delivery has no signature (exchange ${event.exchange})`,
    'See the reason in the requests of this check. WHK-15 judges this step.',
  )
}

/** Every value in a JSON value, with its key. */
function* entriesIn(json: unknown): Generator<readonly [string, unknown]> {
  if (typeof json !== 'object' || json === null) return
  for (const [key, value] of Object.entries(json)) {
    yield [key, value]
    yield* entriesIn(value)
  }
}

const DATE_AND_TIME = /^\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d/
const UTC = /(?:Z|[+-]00(?::?00)?)$/i

/**
 * The timestamps in a delivery: texts with a date and a time.
 *
 * @throws Blocked when it has none, since the contract does not show the payload
 */
export function requireTimes(delivery: Delivery): readonly string[] {
  const times = [...entriesIn(payloadOf(delivery))].flatMap(([, value]) =>
    typeof value === 'string' && DATE_AND_TIME.test(value) ? [value] : [],
  )
  if (times.length > 0) return times
  throw new Blocked(
    'deployment-file',
    `the delivery has no text with a date and a time (exchange ${delivery.exchange}); the contract does not show its fields`,
    'If your events have no timestamp, allow the requirement with --allow-blocked.',
  )
}

/** Whether a timestamp is in UTC (contract: Conventions, sentence 4). */
export const isUtc = (time: string): boolean => UTC.test(time)

/** The UUID of an identifier, in lower case. */
const uuidOf = (id: string): string => id.replace(/^.*:/s, '').toLowerCase()

/**
 * The customer of an account.
 *
 * @throws Blocked when the account shows none
 */
export function requireOwner({ body, exchange }: CheckedResponse): string {
  const owner = valueAt(body, 'customerId')
  if (typeof owner === 'string') return owner
  throw new Blocked(
    'deployment-file',
    `the account of the event shows no customerId (exchange ${exchange})`,
    'The deployment file binds no fields of responses: allow the requirement with --allow-blocked.',
  )
}

/**
 * The customers that a delivery names in the objects that name the account: it may contain several events.
 *
 * @throws Blocked when it names none, since the contract does not show the payload
 */
export function requireNamedCustomers(delivery: Delivery, names: readonly string[]): readonly string[] {
  const payload = payloadOf(delivery)
  const customers = [payload, ...[...entriesIn(payload)].map(([, value]) => value)].flatMap((node) => {
    if (typeof node !== 'object' || node === null) return []
    const customer = valueAt(node, 'customerId')
    const isOfAccount = Object.values(node).some((value) => names.includes(String(value)))
    return isOfAccount && typeof customer === 'string' ? [customer] : []
  })
  if (customers.length > 0) return customers
  throw new Blocked(
    'deployment-file',
    `the delivery names no customerId beside the account (exchange ${delivery.exchange}); the contract does not show its fields`,
    'If your events name no customer, allow the requirement with --allow-blocked.',
  )
}

/** Whether two identifiers have the same UUID: an event may name it alone. */
export const isSameId = (one: string, other: string): boolean => uuidOf(one) === uuidOf(other)
