import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CheckContext, CheckedResponse, Delivery } from '../../fixtures/index.ts'
import { Blocked, OutOfTime } from '../../fixtures/errors.ts'
import { createPoll } from '../../fixtures/poll.ts'
import { requestTest, waitForEvents } from '../../suites/webhooks/received-event.ts'
import { virtualTime } from './virtual-time.ts'

const ACCOUNT = 'ExternalAccount:1'
const event = { json: { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', id: ACCOUNT }, headers: {} } as Delivery

/** Waits up to 4 s for an event that arrives later, from a deployment that becomes slow after a second. */
async function waitFor({
  arrivesAt,
  slowMs,
  isFull = false,
  isReplaced = false,
}: {
  readonly arrivesAt: number
  readonly slowMs: number
  readonly isFull?: boolean
  readonly isReplaced?: boolean
}) {
  const time = virtualTime()
  let reads = 0
  const externalAccount = async () => {
    reads += 1
    if (time.now() > 1_000) await time.sleep(slowMs)
    return { status: 200, body: { id: ACCOUNT } } as CheckedResponse
  }
  const context = { platform: { externalAccount }, poll: createPoll(time), maxWaitMs: 4_000 }
  const inbox = {
    url: '',
    deliveries: () => (time.now() >= arrivesAt ? [event] : []),
    isFull: () => isFull,
    registered: () => undefined,
    isFollowed: () => isReplaced,
    isReplaced: () => isReplaced,
  }
  const waiting = waitForEvents(context as unknown as CheckContext, inbox, ACCOUNT)
  // A rejection during the wait is handled below.
  waiting.catch(() => undefined)
  await time.drain()
  return { events: await waiting, reads }
}

describe('the wait for an event', () => {
  it('is longer for a deployment that has become slow', async () => {
    const { events } = await waitFor({ arrivesAt: 6_000, slowMs: 1_000 })

    assert.equal(events.length, 1)
  })

  it('ends after the longest wait for a deployment that is not', async () => {
    const { events } = await waitFor({ arrivesAt: 6_000, slowMs: 10 })

    assert.equal(events.length, 0)
  })

  it('proves nothing where so many deliveries came that later ones were lost', async () => {
    await assert.rejects(waitFor({ arrivesAt: 6_000, slowMs: 10, isFull: true }), Blocked)
    assert.equal((await waitFor({ arrivesAt: 900, slowMs: 10, isFull: true })).events.length, 1)
  })

  it('proves nothing where the endpoint was replaced', async () => {
    await assert.rejects(waitFor({ arrivesAt: 6_000, slowMs: 10, isReplaced: true }), OutOfTime)
    assert.equal((await waitFor({ arrivesAt: 0, slowMs: 10, isReplaced: true })).events.length, 1)
  })

  it('reads the account once for an event that arrives soon', async () => {
    const { reads } = await waitFor({ arrivesAt: 900, slowMs: 10 })

    assert.equal(reads, 1)
  })
})

describe('a test event that the deployment could not deliver', () => {
  const platformWith = (status: number, body: object) =>
    ({ webhooks: { test: async () => ({ status, body, exchange: 'x.1.1' }) } }) as unknown as Parameters<
      typeof requestTest
    >[0]

  it('is due to a busy machine, and no failure', async () => {
    await assert.rejects(requestTest(platformWith(400, { code: 'WEBHOOK_DELIVERY_ERROR' })), OutOfTime)
  })

  it('differs from a rejection', async () => {
    assert.equal((await requestTest(platformWith(400, { code: 'WEBHOOK_ENDPOINT_NOT_SET' }))).status, 400)
  })
})
