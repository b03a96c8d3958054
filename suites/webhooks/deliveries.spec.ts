/** Events that are delivered to an endpoint (contract: Events). */
import { check, CONSISTENCY_MS, expect, isSignedBy, type CheckContext } from '../../fixtures/index.ts'
import { failed, verified } from '../external-accounts/earlier-attempt.ts'
import { readStatus } from '../external-accounts/readable-challenge.ts'
import { completeLiveness, arrangeCompletingChallenge } from './completed-liveness.ts'
import {
  waitForEvent,
  waitForEvents,
  isSigned,
  isTest,
  readNames,
  registerEndpoint,
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
    const inbox = await registerEndpoint(context)
    const externalAccountId = await arrangeCompletingChallenge(context, outcome)
    await readStatus(context, externalAccountId)

    const events = await waitForEvents(context, inbox, externalAccountId)

    expect(events.length, 'events about the account').toBeGreaterThan(0)
  })
}

check('WHK-03', 'the event of a challenge has the same outcome as polling', async (context) => {
  const passed = await completeLiveness(context, 'PASSED')
  const failed = await completeLiveness(context, 'FAILED')

  const agreed = await context.poll(
    async () => {
      const [one, other] = [await toldOf(context, passed), await toldOf(context, failed)]
      return tellApart(one, other) || !(contradictsPolling(one) || contradictsPolling(other))
    },
    (both) => both,
  )

  expect(agreed, 'whether events agree with the status that polling shows').toBe(true)
})

check('WHK-14', 'the event of a challenge contains its outcome', async (context) => {
  const passed = await completeLiveness(context, 'PASSED')
  const failed = await completeLiveness(context, 'FAILED')

  const told = await context.poll(
    async () => tellApart(await toldOf(context, passed), await toldOf(context, failed)),
    (both) => both,
  )

  expect(told, 'whether events of a pass read otherwise than those of a failure').toBe(true)
})

/** What has come about an account, and what polling shows of it. */
const toldOf = async (
  context: CheckContext,
  { inbox, externalAccountId }: Awaited<ReturnType<typeof completeLiveness>>,
): Promise<Completed> => ({
  events: statusEventsOf(inbox, await readNames(context, externalAccountId)),
  status: await readStatus(context, externalAccountId),
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
    const inbox = await registerEndpoint(context)
    const signature = signer(wallet, context.wallets.evm()).sign(messageToSign)

    seen(await verifyOnceKnown(context, externalAccountId, { signature }))

    await waitForEvent(context, inbox, await arrangeCompletingChallenge(context, 'PASSED'))
    const names = await readNames(context, externalAccountId)
    const events = await context.poll(
      async () => statusEventsOf(inbox, names),
      (found) => found.length > 0,
      CONSISTENCY_MS,
    )
    expect(events.length, 'events about the account').toBe(0)
  })
}

check('WHK-06', 'a signed delivery is signed with the published key', async (context) => {
  const { event, publicKey } = await completeLiveness(context, 'PASSED')

  // A delivery without a signature is left to WHK-15.
  const genuine = publicKey === undefined || !isSigned(event) || isSignedBy(event, publicKey)

  expect(genuine, 'whether the signature is one over the body').toBe(true)
})

check('WHK-15', 'a delivery has a signature header if a key is published', async (context) => {
  const { event, publicKey } = await completeLiveness(context, 'PASSED')

  expect(publicKey === undefined || isSigned(event), 'whether the delivery is signed').toBe(true)
})

check('WHK-07', 'a delivery is a POST with a JSON object', async (context) => {
  const { event } = await completeLiveness(context, 'PASSED')

  expect(event.method).toBe('POST')
  expect(event.json).toEqual(expect.any(Object))
})

check('WHK-08', 'a test event is delivered', async (context) => {
  const inbox = await registerEndpoint(context)

  const response = await context.platform.webhooks.test()

  expect(response).toSucceed()
  const tests = await context.poll(
    async () => inbox.deliveries().filter(isTest),
    (found) => found.length > 0,
    context.maxWaitMs,
  )
  expect(tests.length, 'deliveries of a test').toBeGreaterThan(0)
})
