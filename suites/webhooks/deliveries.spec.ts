/** Events that are delivered to an endpoint (contract: Events). */
import { check, CONSISTENCY_MS, expect, isSignedBy, type CheckContext } from '../../fixtures/index.ts'
import { failed, verified } from '../external-accounts/earlier-attempt.ts'
import { statusOf } from '../external-accounts/readable-challenge.ts'
import { completedLiveness, completing } from './completed-liveness.ts'
import {
  awaitedEvent,
  awaitedEvents,
  isSigned,
  isTest,
  namesOf,
  registeredEndpoint,
  statusEventsOf,
} from './received-event.ts'
import { contradictsPolling, tellApart, type Completed } from './told-outcome.ts'
import { verifyOnceKnown } from '../external-accounts/once-known.ts'

type Wallet = ReturnType<CheckContext['wallets']['evm']>

const OUTCOMES = [
  { id: 'WHK-01', outcome: 'PASSED' },
  { id: 'WHK-02', outcome: 'FAILED' },
] as const

for (const { id, outcome } of OUTCOMES) {
  check(id, `a LIVENESS challenge that came to ${outcome} is delivered`, async (context) => {
    const inbox = await registeredEndpoint(context)
    const externalAccountId = await completing(context, outcome)
    await statusOf(context, externalAccountId)

    const events = await awaitedEvents(context, inbox, externalAccountId)

    expect(events.length, 'events about the account').toBeGreaterThan(0)
  })
}

check('WHK-03', 'the event of a challenge tells no other outcome than polling', async (context) => {
  const passed = await completedLiveness(context, 'PASSED')
  const failed = await completedLiveness(context, 'FAILED')

  const agreed = await context.poll(
    async () => {
      const [one, other] = [await toldOf(context, passed), await toldOf(context, failed)]
      return tellApart(one, other) || !(contradictsPolling(one) || contradictsPolling(other))
    },
    (both) => both,
  )

  expect(agreed, 'whether events agree with the status that polling shows').toBe(true)
})

check('WHK-14', 'the event of a challenge tells its outcome', async (context) => {
  const passed = await completedLiveness(context, 'PASSED')
  const failed = await completedLiveness(context, 'FAILED')

  const told = await context.poll(
    async () => tellApart(await toldOf(context, passed), await toldOf(context, failed)),
    (both) => both,
  )

  expect(told, 'whether events of a pass read otherwise than those of a failure').toBe(true)
})

/** What has come about an account, and what polling shows of it. */
const toldOf = async (
  context: CheckContext,
  { inbox, externalAccountId }: Awaited<ReturnType<typeof completedLiveness>>,
): Promise<Completed> => ({
  events: statusEventsOf(inbox, await namesOf(context, externalAccountId)),
  status: await statusOf(context, externalAccountId),
})

const ATTEMPTS = [
  { id: 'WHK-04', of: 'accepted', seen: verified, signer: (own: Wallet, _other: Wallet) => own },
  { id: 'WHK-05', of: 'refused', seen: failed, signer: (_own: Wallet, other: Wallet) => other },
] as const

for (const { id, of, seen, signer } of ATTEMPTS) {
  check(id, `a wallet signature that is ${of} emits no event`, async (context) => {
    const wallet = context.wallets.evm()
    const { externalAccountId, messageToSign } = await context.arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
    })
    const inbox = await registeredEndpoint(context)
    const signature = signer(wallet, context.wallets.evm()).sign(messageToSign)

    seen(await verifyOnceKnown(context, externalAccountId, { signature }))

    await awaitedEvent(context, inbox, await completing(context, 'PASSED'))
    const names = await namesOf(context, externalAccountId)
    const events = await context.poll(
      async () => statusEventsOf(inbox, names),
      (found) => found.length > 0,
      CONSISTENCY_MS,
    )
    expect(events.length, 'events about the account').toBe(0)
  })
}

check('WHK-06', 'a delivery is signed by the key of the deployment, where it signs', async (context) => {
  const { event, publicKey } = await completedLiveness(context, 'PASSED')

  // A delivery without a signature is left to WHK-15.
  const genuine = publicKey === undefined || !isSigned(event) || isSignedBy(event, publicKey)

  expect(genuine, 'whether the signature is one over the body').toBe(true)
})

check('WHK-15', 'a delivery has a signature header, where a key is published', async (context) => {
  const { event, publicKey } = await completedLiveness(context, 'PASSED')

  expect(publicKey === undefined || isSigned(event), 'whether the delivery is signed').toBe(true)
})

check('WHK-07', 'a delivery is a POST with a JSON object', async (context) => {
  const { event } = await completedLiveness(context, 'PASSED')

  expect(event.method).toBe('POST')
  expect(event.json).toEqual(expect.any(Object))
})

check('WHK-08', 'a test event is delivered', async (context) => {
  const inbox = await registeredEndpoint(context)

  const response = await context.platform.webhooks.test()

  expect(response).toSucceed()
  const tests = await context.poll(
    async () => inbox.deliveries().filter(isTest),
    (found) => found.length > 0,
    context.maxWaitMs,
  )
  expect(tests.length, 'deliveries of a test').toBeGreaterThan(0)
})
