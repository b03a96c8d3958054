/** The listener for webhooks under attack: slow connections hold no place for long. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
import { startListener } from '../../fixtures/webhooks/listener.ts'

const LONGEST_MS = 500
const HEAD = 'POST /endpoint HTTP/1.1\r\nhost: a\r\n'

for (const [title, begun] of [
  ['its head', `${HEAD}x-slow: `],
  ['its body', `${HEAD}content-length: 1000\r\n\r\n`],
] as const) {
  it(`closes a connection that sends ${title} one byte at a time`, async () => {
    const listener = await startListener('127.0.0.1', 0, LONGEST_MS)
    const socket = connect(listener.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'connect')
    const begunAt = Date.now()
    socket.write(begun)
    const drip = setInterval(() => socket.write('y'), 100)

    // A byte that is sent to a closed connection is an error, on which `once` would reject.
    const closed = new Promise((done) => socket.once('close', done))
    await Promise.race([closed, new Promise((late) => setTimeout(late, 10_000).unref())])

    clearInterval(drip)
    socket.destroy()
    const heldMs = Date.now() - begunAt
    assert.ok(heldMs < 5_000, `${heldMs} ms`)
  })
}

it('takes a delivery while others hold more connections open than there may be', async () => {
  const most = 8
  const listener = await startListener('127.0.0.1', 0, 60_000, most)
  const idle = Array.from({ length: 2 * most }, () => connect(listener.port, '127.0.0.1'))
  for (const socket of idle) socket.on('error', () => undefined)
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  for (const socket of idle) socket.write(HEAD)
  const taken: string[] = []
  listener.open('endpoint', ({ raw }) => taken.push(Buffer.from(raw).toString()))

  const { status } = await fetch(`http://127.0.0.1:${listener.port}/endpoint`, {
    method: 'POST',
    body: 'event',
    signal: AbortSignal.timeout(5_000),
  })

  for (const socket of idle) socket.destroy()
  assert.equal(status, 200)
  assert.deepEqual(taken, ['event'])
})
