/** Events that are delivered to an endpoint (contract: Events). */
import { check, CONSISTENCY_MS, expect, isSignedBy, type Stage } from '../../fixtures/index.ts'
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

type Wallet = ReturnType<Stage['wallets']['evm']>

const OUTCOMES = [
  { id: 'WHK-01', outcome: 'PASSED' },
  { id: 'WHK-02', outcome: 'FAILED' },
] as const

for (const { id, outcome } of OUTCOMES) {
  check(id, `a LIVENESS challenge that came to ${outcome} is delivered`, async (stage) => {
    const inbox = await registeredEndpoint(stage)
    const externalAccountId = await completing(stage, outcome)
    await statusOf(stage, externalAccountId)

    const events = await awaitedEvents(stage, inbox, externalAccountId)

    expect(events.length, 'events about the account').toBeGreaterThan(0)
  })
}

check('WHK-03', 'the event of a challenge tells no other outcome than polling', async (stage) => {
  const passed = await completedLiveness(stage, 'PASSED')
  const failed = await completedLiveness(stage, 'FAILED')

  const agreed = await stage.poll(
    async () => {
      const [one, other] = [await toldOf(stage, passed), await toldOf(stage, failed)]
      return tellApart(one, other) || !(contradictsPolling(one) || contradictsPolling(other))
    },
    (both) => both,
  )

  expect(agreed, 'whether events agree with the status that polling shows').toBe(true)
})

check('WHK-14', 'the event of a challenge tells its outcome', async (stage) => {
  const passed = await completedLiveness(stage, 'PASSED')
  const failed = await completedLiveness(stage, 'FAILED')

  const told = await stage.poll(
    async () => tellApart(await toldOf(stage, passed), await toldOf(stage, failed)),
    (both) => both,
  )

  expect(told, 'whether events of a pass read otherwise than those of a failure').toBe(true)
})

/** What has come about an account, and what polling shows of it. */
const toldOf = async (
  stage: Stage,
  { inbox, externalAccountId }: Awaited<ReturnType<typeof completedLiveness>>,
): Promise<Completed> => ({
  events: statusEventsOf(inbox, await namesOf(stage, externalAccountId)),
  status: await statusOf(stage, externalAccountId),
})

const ATTEMPTS = [
  { id: 'WHK-04', of: 'accepted', seen: verified, signer: (own: Wallet, _other: Wallet) => own },
  { id: 'WHK-05', of: 'refused', seen: failed, signer: (_own: Wallet, other: Wallet) => other },
] as const

for (const { id, of, seen, signer } of ATTEMPTS) {
  check(id, `a wallet signature that is ${of} emits no event`, async (stage) => {
    const wallet = stage.wallets.evm()
    const { externalAccountId, messageToSign } = await stage.arrange('wallet-challenge', {
      chain: 'EVM',
      address: wallet.address,
    })
    const inbox = await registeredEndpoint(stage)
    const signature = signer(wallet, stage.wallets.evm()).sign(messageToSign)

    seen(await verifyOnceKnown(stage, externalAccountId, { signature }))

    await awaitedEvent(stage, inbox, await completing(stage, 'PASSED'))
    const names = await namesOf(stage, externalAccountId)
    const events = await stage.poll(
      async () => statusEventsOf(inbox, names),
      (found) => found.length > 0,
      CONSISTENCY_MS,
    )
    expect(events.length, 'events about the account').toBe(0)
  })
}

check('WHK-06', 'a delivery is signed by the key of the deployment, where it signs', async (stage) => {
  const { event, publicKey } = await completedLiveness(stage, 'PASSED')

  // A delivery without a signature is left to WHK-15.
  const genuine = publicKey === undefined || !isSigned(event) || isSignedBy(event, publicKey)

  expect(genuine, 'whether the signature is one over the body').toBe(true)
})

check('WHK-15', 'a delivery has a signature header, where a key is published', async (stage) => {
  const { event, publicKey } = await completedLiveness(stage, 'PASSED')

  expect(publicKey === undefined || isSigned(event), 'whether the delivery is signed').toBe(true)
})

check('WHK-07', 'a delivery is a POST with a JSON object', async (stage) => {
  const { event } = await completedLiveness(stage, 'PASSED')

  expect(event.method).toBe('POST')
  expect(event.json).toEqual(expect.any(Object))
})

check('WHK-08', 'a test event is delivered', async (stage) => {
  const inbox = await registeredEndpoint(stage)

  const answer = await stage.platform.webhooks.test()

  expect(answer).toSucceed()
  const tests = await stage.poll(
    async () => inbox.deliveries().filter(isTest),
    (found) => found.length > 0,
    stage.maxWaitMs,
  )
  expect(tests.length, 'deliveries of a test').toBeGreaterThan(0)
})
