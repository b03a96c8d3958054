import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AskedLater, Blocked, CutOnce } from '../../fixtures/errors.ts'
import { basic } from '../../fixtures/http/authorization.ts'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { createRefusals, sendPastRefusals } from '../../fixtures/http/refusals.ts'

const READ = 'https://host.example/2025-10-13/platform/external-accounts/none'
const CREDENTIALS = { clientId: 'id', clientSecret: 'secret' }
const PLATFORM = basic(CREDENTIALS.clientId, CREDENTIALS.clientSecret)

type Responded = readonly [status: number, json?: unknown]

const FIREWALL: Responded = [403]
const GATEWAY: Responded = [502]
const FOUND: Responded = [200, {}]
const NOT_FOUND: Responded = [404, { code: 'ACCOUNT_NOT_FOUND' }]

const incoming = ([status, json]: Responded) => ({ response: { status, headers: {} }, json }) as Incoming

/** A deployment with responses to the request, and to the read, in order; the last one repeatedly. */
function bench(
  responses: readonly Responded[],
  reads: readonly Responded[],
  { authorization = 'Bearer token', isReadKnown = true } = {},
) {
  let now = 0
  let sent = 0
  let read = 0
  let repeated = 0
  const refusals = createRefusals(() => (isReadKnown ? READ : undefined))
  const time = { now: () => now, sleep: async (ms: number) => void (now += ms) }
  const outgoing = { kind: 'contract', method: 'POST', headers: { authorization } } as unknown as Outgoing
  const pass = (mayRepeat = true, isRetry = false) =>
    sendPastRefusals(
      async () => incoming(responses[Math.min(sent++, responses.length - 1)]!),
      outgoing,
      mayRepeat,
      {
        exchangeClient: {
          async pass({ kind, url, headers }) {
            assert.deepEqual([kind, url, headers.authorization], ['probe', READ, PLATFORM])
            return incoming(reads[Math.min(read++, reads.length - 1)]!)
          },
        },
        refusals,
        deployment: { credentials: { ...CREDENTIALS } },
        time,
        onWriteRepeated: () => void repeated++,
        isRetry,
      },
    )
  return {
    pass,
    refusals,
    time,
    sent: () => sent,
    reads: () => read,
    repeated: () => repeated,
    waited: () => now,
  }
}

describe('a response from before the API', () => {
  it('counts where the API still accepts a read', async () => {
    const { pass, sent, reads } = bench([FIREWALL], [NOT_FOUND])

    const { response } = await pass()

    assert.deepEqual([response.status, sent(), reads()], [403, 1, 1])
  })

  it('counts where no accepted read is known', async () => {
    const { pass, sent } = bench([FIREWALL], [], { isReadKnown: false })

    const { response } = await pass()

    assert.deepEqual([response.status, sent()], [403, 1])
  })

  for (const [name, refusal] of [
    ['a firewall', FIREWALL],
    ['a gateway', GATEWAY],
    ['a login page', [302]],
  ] as const)
    it(`of ${name} that refuses the read too: the request is sent again once the read is accepted`, async () => {
      const { pass, sent, waited } = bench([refusal, FOUND], [refusal, refusal, NOT_FOUND])

      const { response } = await pass()

      assert.deepEqual([response.status, sent(), waited()], [200, 2, 15_000])
    })

  it('may have the form of an error of the API', async () => {
    const down: Responded = [503, { code: 'INTERNAL_ERROR' }]
    const { pass, sent } = bench([down, FOUND], [down, NOT_FOUND])

    const { response } = await pass()

    assert.deepEqual([response.status, sent()], [200, 2])
  })

  it('is not one that rejects a token, or has a status of the contract', async () => {
    const rejected = bench([[401]], [])
    const broken = bench([[500]], [])

    await rejected.pass()
    await broken.pass()

    assert.deepEqual([rejected.reads(), broken.reads()], [0, 0])
  })

  it('may be a lockout where it rejects the credentials of the platform', async () => {
    const locked: Responded = [401, { code: 'UNAUTHORIZED' }]
    const { pass, sent } = bench([locked, FOUND], [locked, NOT_FOUND], { authorization: PLATFORM })

    const { response } = await pass()

    assert.deepEqual([response.status, sent()], [200, 2])
  })

  it('never repeats what may move money', async () => {
    const refused = bench([FIREWALL, FOUND], [FIREWALL, NOT_FOUND])
    const broken = bench([GATEWAY, FOUND], [NOT_FOUND])

    await assert.rejects(refused.pass(false), AskedLater)
    await assert.rejects(broken.pass(false), CutOnce)

    assert.deepEqual([refused.sent(), broken.sent()], [1, 1])
  })
})

it('a request that bans the sender is sent three times', async () => {
  const banned: readonly Responded[] = [FIREWALL, NOT_FOUND]
  const { pass, sent } = bench([FIREWALL], [...banned, ...banned, ...banned, ...banned])

  await assert.rejects(pass(), /this request has everything refused/)

  assert.equal(sent(), 3)
})

describe('a single response of a gateway', () => {
  it('is asked for again, and notes that a write may have been performed twice', async () => {
    const { pass, sent, repeated } = bench([GATEWAY, [504], FOUND], [NOT_FOUND])

    const { response } = await pass()

    assert.deepEqual([response.status, sent(), repeated()], [200, 3, 2])
  })

  it('counts when it comes four times', async () => {
    const { pass, sent } = bench([GATEWAY], [NOT_FOUND])

    const { response } = await pass()

    assert.deepEqual([response.status, sent()], [502, 4])
  })

  it('counts where gateways respond to more than one request in a hundred', async () => {
    const { pass, sent } = bench(
      [GATEWAY, FOUND, ...Array.from({ length: 20 }, () => [GATEWAY, FOUND]).flat()],
      [NOT_FOUND],
    )

    const statuses = []
    for (let request = 0; request < 12; request++) statuses.push((await pass()).response.status)

    assert.deepEqual(
      statuses.slice(0, 10),
      Array.from({ length: 10 }, () => 200),
    )
    assert.equal(statuses.at(-1), 502)
    assert.equal(sent(), 23)
  })

  it('counts in a retry, if the request may not be repeated', async () => {
    const { pass } = bench([GATEWAY], [NOT_FOUND])

    const { response } = await pass(false, true)

    assert.equal(response.status, 502)
  })
})

describe('a deployment that refuses everything', () => {
  it('is given up after five minutes, and gets no more requests', async () => {
    const { pass, sent, waited } = bench([FIREWALL], [FIREWALL])

    await assert.rejects(
      pass(),
      (error) => error instanceof Blocked && /refused for 5 minutes/.test(error.message),
    )
    await assert.rejects(pass(), Blocked)

    assert.equal(sent(), 1)
    assert.ok(waited() >= 300_000 && waited() < 340_000, String(waited()))
  })

  it('gets no new request before it accepts the read', async () => {
    const { refusals, time, waited } = bench([], [])
    refusals.note(true, 0)

    const waiting = refusals.untilAccepted(time).then(waited)
    refusals.note(false, 1)

    assert.equal(await waiting, 500)
  })
})
