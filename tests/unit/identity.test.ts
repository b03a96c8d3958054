/** How requests identify Assay: openly by default, and varied by a seed. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { hasHeader, identityOf, shuffled, withIdentity } from '../../fixtures/http/identity.ts'
import { liveTransport } from '../../fixtures/http/live-transport.ts'
import { seededRandom, variedSeed } from '../../fixtures/random.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

describe('the identification of Assay', () => {
  let received: readonly string[] = []
  const server = createServer(({ rawHeaders }, response) => {
    received = rawHeaders
    response.end()
  })
  let url: string

  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })

  after(() => server.close())

  /** Header names and values as the server received them, in order. */
  async function sent(seed: string, headers: Readonly<Record<string, string>> = {}) {
    const transport = withIdentity(liveTransport(1), identityOf(seed))
    await transport.send({
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: '{}',
      timeoutMs: 10_000,
      maxBytes: 1_000,
    })
    await transport.close()
    return received
  }
  const valueOf = (raw: readonly string[], name: string) =>
    raw.filter((_, index) => index % 2 === 1 && raw[index - 1]!.toLowerCase() === name)
  const namesOf = (raw: readonly string[]) => raw.filter((_, index) => index % 2 === 0)
  const SEEDS = Array.from({ length: 12 }, (_, index) => variedSeed(String(index)))

  it('is its version by default', async () => {
    const raw = await sent('any')

    assert.deepEqual(valueOf(raw, 'user-agent'), [`assay/${version}`])
    assert.deepEqual(valueOf(raw, 'accept-encoding'), ['identity'])
  })

  it('is the user agent of the deployment file, if it has one', async () => {
    for (const seed of ['any', variedSeed('any')])
      assert.deepEqual(valueOf(await sent(seed, { 'User-Agent': 'mine' }), 'user-agent'), ['mine'])
  })

  it('varies by the seed: user agent, order and case of headers, and never contains the name', async () => {
    const seen = []
    for (const seed of SEEDS) seen.push(await sent(seed))

    for (const vary of [
      (raw: readonly string[]) => valueOf(raw, 'user-agent').join(),
      (raw: readonly string[]) => namesOf(raw).join().toLowerCase(),
      (raw: readonly string[]) => String(namesOf(raw).includes('Content-Type')),
    ])
      assert.ok(new Set(seen.map(vary)).size > 1)
    for (const raw of seen) {
      assert.ok(!raw.join().toLowerCase().includes('assay'), raw.join())
      assert.deepEqual(valueOf(raw, 'accept-encoding'), ['identity'])
    }
  })

  it('is the same for the same seed', async () => {
    const withoutHost = (raw: readonly string[]) => raw.join('\n')

    assert.equal(withoutHost(await sent(SEEDS[0]!)), withoutHost(await sent(SEEDS[0]!)))
  })

  it('is part of names, which have another prefix in a varied run', () => {
    assert.match(seededRandom('any').name(), /^assay-[0-9a-f-]{30}$/)
    const words = SEEDS.map((seed) => seededRandom(seed).word)
    assert.ok(!words.includes('assay'))
    assert.ok(new Set(words).size > 1)
  })

  it('is not an order that every run has', () => {
    const things = Array.from({ length: 50 }, (_, index) => index)

    assert.deepEqual(shuffled(things, 'a'), shuffled(things, 'a'))
    assert.notDeepEqual(shuffled(things, 'a'), shuffled(things, 'b'))
    assert.deepEqual(
      shuffled(things, 'a').toSorted((a, b) => a - b),
      things,
    )
  })

  it('finds a header in any case', () => {
    assert.ok(hasHeader({ 'X-Some': '' }, 'x-some'))
    assert.ok(!hasHeader({ 'x-other': '' }, 'x-some'))
  })
})
