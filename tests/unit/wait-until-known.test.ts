/** Requests about a new resource wait until the deployment knows it everywhere. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { waitUntilKnown } from '../../fixtures/wait-until-known.ts'

const ID = 'Quote:00000000-0000-4000-8000-000000000001'

const request = (method: string, path: string, authorization = 'Basic YTpi'): Outgoing => ({
  kind: 'contract',
  operation: undefined,
  method,
  url: `https://host.example/2025-10-13${path}`,
  headers: { authorization },
  body: undefined,
  secretsIn: () => [],
})

/** Responds with these statuses, one after the other, and then with the last one again. */
const deploymentWith = (...statuses: readonly number[]) => deploymentShowing([ID], ...statuses)

const deploymentShowing = (ids: readonly string[], ...statuses: readonly number[]) =>
  deploymentReturning({ ids }, ...statuses)

function deploymentReturning(body: object, ...statuses: readonly number[]) {
  let now = 0
  let sent = 0
  const text = JSON.stringify(body)
  const { pass } = waitUntilKnown(
    () => {
      const status = statuses[Math.min(sent, statuses.length - 1)]!
      sent += 1
      const response = { status, headers: {}, body: Buffer.from(text), receivedAt: now }
      return Promise.resolve<Incoming>({
        exchange: String(sent),
        sentAt: 1_000_000 + now,
        endedAt: 1_000_000 + now,
        response,
        text,
        json: {},
        shown: text,
      })
    },
    {
      now: () => 1_000_000 + now,
      sleep: async (ms) => {
        now += ms
      },
    },
  )
  return { pass, sent: () => sent, waited: () => now }
}

describe('a request about a new resource', () => {
  it('is sent again while the resource is not known', async () => {
    const { pass, sent } = deploymentWith(201, 404, 404, 200)
    await pass(request('POST', '/quotes'), true)

    const read = await pass(request('GET', `/quotes/${ID}`), true)

    assert.equal(read.response.status, 200)
    assert.equal(sent(), 4)
  })

  it('is sent again where the query names the resource', async () => {
    const { pass, sent } = deploymentWith(201, 404, 200)
    await pass(request('POST', '/quotes'), true)

    const read = await pass(request('GET', `/transactions?quoteId=${encodeURIComponent(ID)}`), true)

    assert.equal(read.response.status, 200)
    assert.equal(sent(), 3)
  })

  it('is sent once where it is a cursor', async () => {
    const { pass, sent } = deploymentWith(201, 404)
    await pass(request('POST', '/quotes'), true)

    const read = await pass(request('GET', `/transactions?cursor=${encodeURIComponent(ID)}`), true)

    assert.equal(read.response.status, 404)
    assert.equal(sent(), 2)
  })

  it('is sent again by a provisioner too, also where the query names the resource', async () => {
    const { pass, sent } = deploymentWith(201, 404, 404, 200)
    const provisioning = (method: string, path: string): Outgoing => ({
      ...request(method, path),
      kind: 'state',
    })
    await pass(provisioning('POST', '/quotes'), true)

    const read = await pass(provisioning('GET', `/transactions?quoteId=${ID}`), true)

    assert.equal(read.response.status, 200)
    assert.equal(sent(), 4)
  })

  it('is sent once, after the wait, if each request moves money again', async () => {
    const { pass, sent, waited } = deploymentWith(201, 404)
    await pass(request('POST', '/stablecoins'), true)

    const mint = {
      ...request('POST', `/stablecoins/${ID}/mints`),
      operation: 'createStablecoinMint',
    } as const
    await pass(mint, false)

    assert.equal(sent(), 2)
    assert.equal(waited(), 2_000)
  })

  it('is sent again once, after the wait, if it may move money', async () => {
    const { pass, sent, waited } = deploymentWith(201, 404)
    await pass(request('POST', '/quotes'), true)

    const execution = await pass(request('POST', `/quotes/${ID}/execute`), false)

    assert.equal(execution.response.status, 404)
    assert.equal(sent(), 3)
    assert.equal(waited(), 2_000)
  })

  it('waits no longer than a new resource may take', async () => {
    const { pass, waited } = deploymentWith(201, 404)
    await pass(request('POST', '/quotes'), true)

    const read = await pass(request('GET', `/quotes/${ID}`), true)

    assert.equal(read.response.status, 404)
    assert.equal(waited(), 2_000)
  })

  it('does not wait for an agent that has not seen the resource', async () => {
    const { pass, waited } = deploymentWith(201, 404)
    await pass(request('POST', '/quotes'), true)

    await pass(request('GET', `/quotes/${ID}`, 'Bearer other'), true)

    assert.equal(waited(), 0)
  })

  it('does not wait for a resource that was deleted', async () => {
    const { pass, waited } = deploymentWith(201, 200, 404)
    await pass(request('POST', '/quotes'), true)
    await pass(request('DELETE', `/quotes/${ID}`), true)

    await pass(request('GET', `/quotes/${ID}`), true)

    assert.equal(waited(), 0)
  })

  it('is sent once where a response named more resources than a check can use', async () => {
    const idOf = (index: number) => `Quote:${String(index).padStart(8, '0')}-0000-4000-8000-000000000001`
    const ids = Array.from({ length: 40_000 }, (_, index) => idOf(index))
    const { pass, waited } = deploymentShowing(ids, 201, 404)
    await pass(request('POST', '/quotes'), true)

    await pass(request('GET', `/quotes/${idOf(39_999)}`), true)
    const first = waited()
    await pass(request('GET', `/quotes/${idOf(0)}`), true)

    assert.deepEqual([first, waited()], [0, 2_000])
  })
})

describe('a request with a new access token', () => {
  const redeeming = { ...request('POST', '/agents/redeem'), operation: 'redeemDeviceCode' } as const
  const returningToken = (...statuses: readonly number[]) =>
    deploymentReturning({ accessToken: 'new-token' }, ...statuses)

  it('is sent again while the token is not known', async () => {
    const { pass, sent } = returningToken(200, 401, 401, 200)
    await pass(redeeming, true)

    const read = await pass(request('GET', '/agents/me', 'Bearer new-token'), true)

    assert.equal(read.response.status, 200)
    assert.equal(sent(), 4)
  })

  it('waits for tokens of provisioners too', async () => {
    const { pass, sent } = returningToken(200, 401, 200)
    await pass({ ...redeeming, kind: 'state', operation: undefined }, true)

    await pass(request('GET', '/agents/me', 'Bearer new-token'), true)

    assert.equal(sent(), 3)
  })

  it('does not wait for a token that was accepted, or that is another one', async () => {
    const { pass, waited } = returningToken(200, 200, 401)
    await pass(redeeming, true)
    await pass(request('GET', '/agents/me', 'Bearer new-token'), true)

    await pass(request('GET', '/agents/me', 'Bearer new-token'), true)
    await pass(request('GET', '/agents/me', 'Bearer new-toke'), true)

    assert.equal(waited(), 0)
  })
})
