/** Deliveries of webhooks: where they come to, how much of them is taken, and whether they are genuine. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Blocked } from '../../fixtures/errors.ts'
import { isFull } from '../../fixtures/webhooks/inbox-limit.ts'
import { livePost } from '../../fixtures/webhooks/live-post.ts'
import { MAX_DELIVERY_BYTES } from '../../fixtures/webhooks/listener.ts'
import { isSignedBy } from '../../fixtures/webhooks/signature.ts'
import { webhookAddress, webhookOptionsError } from '../../fixtures/webhooks/webhook-address.ts'

const LOCAL = 'http://127.0.0.1:8080/2025-10-13'

describe('the address of webhooks', () => {
  for (const host of ['127.0.0.1:80', 'localhost', 'api.localhost:9', '[::1]:3000']) {
    it(`is one of this machine for a deployment at ${host}`, () => {
      assert.deepEqual(webhookAddress(`http://${host}/2025-10-13`, {}), {
        host: '127.0.0.1',
        port: 0,
        publicUrl: undefined,
      })
    })
  }

  it('is required from the user for a remote deployment', () => {
    assert.throws(
      () => webhookAddress('https://payments.example/2025-10-13', {}),
      (error) =>
        error instanceof Blocked &&
        error.fixIn === 'environment' &&
        error.next.includes('--webhook-url') &&
        error.next.includes('--webhook-port'),
    )
  })

  it('is the one that is named, wherever the deployment is', () => {
    const named = { url: 'https://tunnel.example/hooks/', port: '4000' }

    for (const baseUrl of [LOCAL, 'https://payments.example/2025-10-13'])
      assert.deepEqual(webhookAddress(baseUrl, named), {
        host: '0.0.0.0',
        port: 4000,
        publicUrl: 'https://tunnel.example/hooks',
      })
  })

  for (const [url, port] of [
    ['https://tunnel.example', undefined],
    [undefined, '4000'],
    ['tunnel.example', '4000'],
    ['https://tunnel.example', '70000'],
  ]) {
    it(`is rejected as ${url} and ${port}`, () => {
      assert.throws(() => webhookAddress(LOCAL, { url, port }), Blocked)
    })
  }
})

describe('a webhook address with more than a path', () => {
  for (const url of [
    'https://bob:hunter2@tunnel.example',
    'https://hunter2@tunnel.example',
    'https://tunnel.example?token=hunter2',
    'https://tunnel.example/hooks#hunter2',
    'ftp://bob:hunter2@tunnel.example',
  ]) {
    it(`is rejected without its text: ${url}`, () => {
      const error = webhookOptionsError({ url, port: '4000' })

      assert.equal(error?.code, 'webhook-url-parts')
      assert.doesNotMatch(`${error.problem} ${error.next}`, /hunter2/)
    })
  }
})

describe('the deliveries', () => {
  const post = (url: string, body: string) => fetch(url, { method: 'POST', body })

  it('arrives at its address, byte by byte', async () => {
    const [one, other] = await Promise.all([livePost(LOCAL, {}).open(), livePost(LOCAL, {}).open()])

    const answer = await post(one.url, '{"a": "ß"}\n')

    assert.equal(answer.status, 200)
    assert.deepEqual(
      one.arrived().map(({ method, raw }) => [method, Buffer.from(raw).toString()]),
      [['POST', '{"a": "ß"}\n']],
    )
    assert.deepEqual(other.arrived(), [])
    one.close()
    await post(one.url, '{}')
    assert.equal(one.arrived().length, 1)
  })

  it('of each deployment has a port, which is free again at its end', async () => {
    const [ending, other] = [livePost(LOCAL, {}), livePost(LOCAL, {})]
    const [{ url }, { url: otherUrl }] = [await ending.open(), await other.open()]
    const answer = await post(url, '{}')

    ending.close()

    assert.equal(answer.status, 200)
    await assert.rejects(post(url, '{}'))
    assert.equal((await post(otherUrl, '{}')).status, 200)
  })

  it('arrives decompressed; as it came where that fails, or is more than a delivery may have', async () => {
    const { url, arrived } = await livePost(LOCAL, {}).open()
    const bomb = gzipSync(Buffer.alloc(MAX_DELIVERY_BYTES * 10))
    const bodies: readonly (readonly [string, Buffer])[] = [
      ['gzip', gzipSync('{"a":1}')],
      ['br', brotliCompressSync('{"a":2}')],
      ['deflate', deflateSync('{"a":3}')],
      ['gzip', Buffer.from('{"a":4}')],
      ['gzip', bomb],
    ]

    for (const [encoding, body] of bodies)
      await fetch(url, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'content-encoding': encoding },
      })

    assert.deepEqual(
      arrived()
        .slice(0, 4)
        .map(({ raw }) => Buffer.from(raw).toString()),
      ['{"a":1}', '{"a":2}', '{"a":3}', '{"a":4}'],
    )
    assert.deepEqual(Buffer.from(arrived()[4]!.raw), bomb)
  })

  it('may go to an address that was registered later, and no longer to this one', async () => {
    const opening = livePost(LOCAL, {})
    const [one, two, three] = [await opening.open(), await opening.open(), await opening.open()]
    const replaced = () => [one, two, three].map((address) => address.replacedAt() !== undefined)

    for (const address of [one, two, three]) address.registered()
    for (const { url } of [two, three]) await post(url, '{"id":"event-1"}')
    const soon = replaced()
    await setTimeout(2_100)

    assert.deepEqual(soon, [false, false, false])
    assert.deepEqual(replaced(), [true, false, false])
  })

  it('comes although a hundred deliveries are under way', async () => {
    const { url, arrived } = await livePost(LOCAL, {}).open()
    const { hostname, port } = new URL(url)
    const underWay = Array.from({ length: 100 }, () => connect(Number(port), hostname))
    await Promise.all(underWay.map((socket) => once(socket, 'connect')))

    const response = await fetch(url, { method: 'POST', body: '{}' })

    assert.equal(arrived().length, 1)
    // One that closes while the next event is on its way would lose it.
    assert.equal(response.headers.get('connection'), 'close')
    for (const socket of underWay) socket.destroy()
  })

  it('is not kept where the address is full', async () => {
    const address = await livePost(LOCAL, {}).open()

    for (let sent = 0; sent < 70; sent++)
      await post(address.url, `${sent} ${'x'.repeat(MAX_DELIVERY_BYTES - 3)}`)

    const arrived = address.arrived()
    assert.ok(isFull(arrived))
    assert.ok(!isFull(arrived.slice(1)))
    assert.match(Buffer.from(arrived[0]!.raw.subarray(0, 2)).toString(), /^0 /)
  })

  it('is cut where it is too long', async () => {
    const address = await livePost(LOCAL, {}).open()

    await post(address.url, 'x'.repeat(4 * MAX_DELIVERY_BYTES)).catch(() => undefined)

    assert.deepEqual(
      address.arrived().map(({ raw, cut }) => [raw.byteLength, cut]),
      [[MAX_DELIVERY_BYTES, true]],
    )
  })
})

describe('the signature of a delivery', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const raw = Buffer.from('{"id":"Webhook:1"}')
  const delivery = {
    exchange: 'A.1.1',
    method: 'POST',
    headers: {},
    raw,
    json: {},
    signature: sign('sha256', raw, privateKey).toString('base64'),
  }

  it('is good over the body', () => {
    assert.equal(isSignedBy(delivery, pem), true)
  })

  it('is invalid over another body, by another key, undecodable or missing', () => {
    const { publicKey: another } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

    assert.equal(isSignedBy({ ...delivery, raw: Buffer.from('{}') }, pem), false)
    assert.equal(isSignedBy(delivery, another.export({ type: 'spki', format: 'pem' }).toString()), false)
    assert.equal(isSignedBy({ ...delivery, signature: 'none' }, pem), false)
    assert.equal(isSignedBy({ ...delivery, signature: undefined }, pem), false)
  })

  it('is invalid by an invalid key', () => {
    assert.equal(isSignedBy(delivery, 'no key'), false)
  })
})
