/** Events that are delivered to an endpoint (contract: Events). */
import {
  check,
  CONSISTENCY_MS,
  expect,
  isSignedBy,
  OutOfTime,
  type CheckContext,
  type Delivery,
  type Inbox,
} from '../../fixtures/index.ts'
import { failed, verified } from '../external-accounts/earlier-attempt.ts'
import { completeNewLiveness } from '../external-accounts/liveness-outcome.ts'
import { readStatus } from '../external-accounts/readable-challenge.ts'
import {
  waitForEvent,
  waitForEvents,
  waitForTests,
  isSigned,
  requirePublished,
  requireSigned,
  isUtc,
  isSameId,
  namesOf,
  requireNamedCustomers,
  requireOwner,
  requireTimes,
  readNames,
  registerEndpoint,
  requestTest,
  requireDeliveries,
  requireEndpoint,
  statusEventsOf,
  hasText,
} from './received-event.ts'
import { payloadOf } from './payload.ts'
import { verifyUntilFound } from '../external-accounts/verify-until-found.ts'
import { statesOf } from '../../spec/index.ts'

type Outcome = 'PASSED' | 'FAILED'

/** A new account whose LIVENESS challenge completes with the outcome at an unknown time. */
async function arrangeCompletingChallenge(
  { arrange }: Pick<CheckContext, 'arrange'>,
  outcome: Outcome,
): Promise<string> {
  const { externalAccountId } = await arrange('liveness-challenge', {})
  await arrange('liveness-outcome', { externalAccountId, outcome })
  return externalAccountId
}

/** The event of a completed LIVENESS challenge, its inbox, and the account's status after the delivery. */
async function completeLiveness(
  context: CheckContext,
  outcome: Outcome,
): Promise<{
  readonly inbox: Inbox
  readonly publicKey: string | undefined
  readonly event: Delivery
  readonly externalAccountId: string
}> {
  const { publicKey, ...inbox } = await registerEndpoint(context)
  const externalAccountId = await arrangeCompletingChallenge(context, outcome)
  const event = await waitForEvent(context, inbox, externalAccountId)
  // Without a response of the API the delivery cannot be judged.
  await readStatus(context, externalAccountId)
  return { inbox, publicKey, event, externalAccountId }
}

/** Statuses of an account. PENDING is missing, since it is also a result of checking a name. */
const STATUSES = statesOf('External account').filter((status) => status !== 'PENDING')

/** The events about an account whose LIVENESS challenge has completed, and the status by polling. */
interface Completed {
  readonly events: readonly Delivery[]
  readonly status: string
}

/** Whether the events of the one outcome differ from those of the other: the contract does not show how. */
const differs = (one: Completed, other: Completed): boolean => wordsOf(one.events) !== wordsOf(other.events)

/** Whether events have a status of the account that differs from the status by polling. */
const contradictsPolling = ({ events, status }: Completed): boolean =>
  events.some((event) => STATUSES.some((one) => hasText(payloadOf(event), one))) &&
  !events.some((event) => hasText(payloadOf(event), status))

/** The values of an event, without those that differ between events: identifiers, times and numbers. */
const wordsOf = (events: readonly Delivery[]): string =>
  [...new Set(events.map((event) => JSON.stringify(payloadOf(event), constant)))].toSorted().join('\n')

const constant = (_key: string, value: unknown): unknown =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value)) ? '#' : value

type Wallet = ReturnType<CheckContext['wallets']['evm']>

const OUTCOMES = [
  { id: 'WHK-01', outcome: 'PASSED', other: 'FAILED' },
  { id: 'WHK-02', outcome: 'FAILED', other: 'PASSED' },
] as const

for (const { id, outcome, other } of OUTCOMES) {
  check(id, `the outcome ${outcome} of a LIVENESS challenge is delivered`, async (context) => {
    const inbox = await registerEndpoint(context)
    const externalAccountId = await arrangeCompletingChallenge(context, outcome)
    await readStatus(context, externalAccountId)

    const events = await waitForEvents(context, inbox, externalAccountId)

    await requireDeliveries(context, inbox, () => arrangeCompletingChallenge(context, other))
    expect(events.length, 'events about the account').toBeGreaterThan(0)
  })
}

check('WHK-18', 'the outcome for an account on behalf of the platform is delivered', async (context) => {
  const inbox = await registerEndpoint(context)
  const { externalAccountId } = await context.arrange('external-account', {
    ownedBy: 'PLATFORM',
    withoutChallenge: true,
  })
  await completeNewLiveness(context, externalAccountId, 'FAILED')

  const events = await waitForEvents(context, inbox, externalAccountId)

  await requireDeliveries(context, inbox, () => arrangeCompletingChallenge(context, 'PASSED'))
  expect(events.length, 'events about the account').toBeGreaterThan(0)
})

check('WHK-19', 'the outcome of a second challenge is delivered too', async (context) => {
  const { inbox, externalAccountId } = await completeLiveness(context, 'FAILED')
  const before = statusEventsOf(inbox, await readNames(context, externalAccountId)).length

  await completeNewLiveness(context, externalAccountId, 'PASSED')

  const events = await waitForEvents(context, inbox, externalAccountId, before)
  expect(events.length - before, 'events about the second outcome').toBeGreaterThan(0)
})

check('WHK-03', 'the event of a challenge has the same outcome as polling', async (context) => {
  const passed = await completeLiveness(context, 'PASSED')
  const failed = await completeLiveness(context, 'FAILED')

  const agreed = await context.poll(
    async () => {
      const [one, other] = [await contentOf(context, passed), await contentOf(context, failed)]
      return differs(one, other) || !(contradictsPolling(one) || contradictsPolling(other))
    },
    (both) => both,
  )

  expect(agreed, 'whether events agree with the status that polling shows').toBe(true)
})

check('WHK-14', 'the event of a challenge contains its outcome', async (context) => {
  const passed = await completeLiveness(context, 'PASSED')
  const failed = await completeLiveness(context, 'FAILED')

  const differ = await context.poll(
    async () => differs(await contentOf(context, passed), await contentOf(context, failed)),
    (both) => both,
  )

  expect(differ, 'events of a pass differ from those of a failure').toBe(true)
})

/** The events about an account, and its status by polling. */
const contentOf = async (
  context: CheckContext,
  { inbox, externalAccountId }: Awaited<ReturnType<typeof completeLiveness>>,
): Promise<Completed> => ({
  events: statusEventsOf(inbox, await readNames(context, externalAccountId)),
  status: await readStatus(context, externalAccountId),
})

/** Most deliveries are made by then. Other checks wait for this one, which has the endpoint for itself. */
const DELIVERED_MS = 300

const ATTEMPTS = [
  { id: 'WHK-04', of: 'accepted', seen: verified, signer: (own: Wallet, _other: Wallet) => own },
  { id: 'WHK-05', of: 'refused', seen: failed, signer: (_own: Wallet, other: Wallet) => other },
] as const

for (const { id, of, seen, signer } of ATTEMPTS) {
  check(id, `a wallet signature that is ${of} emits no event`, async (context) => {
    const wallet = context.wallets.evm()
    // First, since a retried check may wait for its turn, and the challenge expires.
    const inbox = await registerEndpoint(context)
    const { externalAccountId, messageToSign } = await context.arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
    })
    const signature = signer(wallet, context.wallets.evm()).sign(messageToSign)
    // The contract does not forbid events about the account before its verification.
    await context.pause(DELIVERED_MS)
    const earlier = inbox.deliveries().length

    seen(await verifyUntilFound(context, externalAccountId, { signature }))

    await waitForEvent(context, inbox, await arrangeCompletingChallenge(context, 'PASSED'))
    const names = await readNames(context, externalAccountId)
    const events = await context.poll(
      async () => statusEventsOf(inbox, names, earlier),
      (found) => found.length > 0,
      CONSISTENCY_MS,
    )
    if (events.length > 0) requireResults(events, await readStatus(context, externalAccountId))
    expect(events.length, 'events about the account').toBe(0)
  })
}

/** @throws OutOfTime when each event has an older status of the account: it may be a late event about the challenge */
function requireResults(events: readonly Delivery[], status: string): void {
  if (!events.every((event) => contradictsPolling({ events: [event], status }))) return
  throw new OutOfTime(
    `an event arrived after the verification of the account, which is ${status}, with an older status (exchange ${events[0]?.exchange})`,
    `Deliver an event about the start of a challenge within ${DELIVERED_MS} ms.`,
  )
}

check('WHK-06', 'a signed delivery is signed with the published key', async (context) => {
  const { event, publicKey } = await completeLiveness(context, 'PASSED')
  const published = requirePublished(publicKey)
  requireSigned(event)

  expect(isSignedBy(event, published), 'whether the signature is one over the body').toBe(true)
})

check('WHK-15', 'a delivery has a signature header if a key is published', async (context) => {
  const { event, publicKey } = await completeLiveness(context, 'PASSED')
  requirePublished(publicKey)

  expect(isSigned(event), 'whether the delivery is signed').toBe(true)
})

check('WHK-07', 'a delivery is a POST with a JSON object', async (context) => {
  const { event } = await completeLiveness(context, 'PASSED')

  expect(event.method).toBe('POST')
  expect(event.json).toEqual(expect.any(Object))
})

check('WHK-16', 'the timestamps in a delivery are in UTC', async (context) => {
  const { event } = await completeLiveness(context, 'PASSED')

  const times = requireTimes(event)

  expect(
    times.filter((time) => !isUtc(time)),
    'timestamps in another zone',
  ).toEqual([])
})

check('WHK-17', 'an event about an account names no other customer', async (context) => {
  const { event, externalAccountId } = await completeLiveness(context, 'PASSED')
  const account = await context.platform.externalAccount(externalAccountId)

  expect(account).toSucceed()
  const owner = requireOwner(account)
  const customers = requireNamedCustomers(event, namesOf(account, externalAccountId))
  expect(
    customers.filter((customer) => !isSameId(customer, owner)),
    'other customers of the account',
  ).toEqual([])
})

check('WHK-08', 'a test event is delivered', async (context) => {
  const inbox = await registerEndpoint(context)

  const response = requireEndpoint(inbox, await requestTest(context.platform))
  const tests = await waitForTests(context, inbox)

  await requireDeliveries(context, inbox, () => arrangeCompletingChallenge(context, 'PASSED'))
  expect(response).toSucceed()
  expect(tests.length, 'deliveries of a test').toBeGreaterThan(0)
})
