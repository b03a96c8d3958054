/** The exchange client, over a transport with scripted responses. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/errors.ts'
import { createHeldResponses } from '../../fixtures/http/held-responses.ts'
import {
  MAX_EVIDENCE_CHARACTERS,
  openExchangeClient,
  type Outgoing,
} from '../../fixtures/http/exchange-client.ts'
import { createTokenIssuers } from '../../fixtures/http/token-issuers.ts'
import { TransportError, type WireResponse } from '../../fixtures/http/transport.ts'
import { exchangeSession } from './exchange-session.ts'

const now = () => Date.parse('2026-01-01T00:00:00.000Z')
const instantly = async () => undefined

function bench(answer: () => WireResponse) {
  const time = { now, sleep: instantly }
  const sentHeaders: Readonly<Record<string, string>>[] = []
  let sent = 0
  const { session, kept } = exchangeSession(time, async ({ headers }) => {
    sent++
    sentHeaders.push(headers)
    return answer()
  })
  return { session, kept, sentHeaders, sent: () => sent }
}

const response = (status: number, body: string, contentType = 'application/json'): WireResponse => ({
  status,
  headers: { 'content-type': contentType },
  body: Buffer.from(body),
  receivedAt: now(),
})

const request = (rest: Partial<Outgoing> = {}): Outgoing => ({
  kind: 'contract',
  operation: 'listAgentActions',
  method: 'GET',
  url: 'http://host/2025-10-13/agents/me/actions',
  headers: { authorization: 'Bearer token-of-the-agent' },
  body: undefined,
  secretsIn: () => [],
  ...rest,
})

describe('the exchange client', () => {
  it('describes an Authorization header that a check invented, and hides the same one of a provider state', async () => {
    const { session, kept } = bench(() => response(401, '{}'))
    const client = openExchangeClient('ACT-22-abc', 1, session, 'seed')
    for (const authorization of ['Bearer', 'Bearer one two', 'Bearer one two three'])
      await client.pass(request({ headers: { authorization } }))
    await client.pass(request({ kind: 'state', headers: { authorization: 'Bearer one two' } }))
    assert.deepEqual(
      kept.map((exchange) => exchange.request.headers.authorization),
      [
        '«redacted:authorization, which is the word Bearer alone»',
        '«redacted:authorization, which is two tokens after Bearer»',
        'Bearer «redacted:authorization»',
        'Bearer «redacted:authorization»',
      ],
    )
  })

  it('records which exchange gave the token of a request, not the token', async () => {
    const { session, kept } = bench(() => response(200, '{"accessToken":"token-of-the-agent"}'))
    const client = openExchangeClient('OWN-01-abc', 1, { ...session, issuers: createTokenIssuers() }, 'seed')
    await client.pass(request())
    await client.pass(request({ secretsIn: () => [['accessToken', 'token-of-the-agent']] }))
    await client.pass(request())
    await client.pass(request({ headers: { authorization: 'Bearer token-of-the-agent-2' } }))

    assert.deepEqual(
      kept.map(({ credentialsFrom }) => credentialsFrom),
      [undefined, undefined, 'OWN-01-abc.1.2', undefined],
    )
    assert.doesNotMatch(JSON.stringify(kept), /token-of-the-agent"/)
  })

  it('keeps an exchange, without its credentials', async () => {
    const { session, kept } = bench(() =>
      response(401, '{"status":401,"code":"UNAUTHORIZED","message":"no"}'),
    )

    const { exchange } = await openExchangeClient('OWN-01-abc', 1, session, 'seed').pass(request())

    assert.equal(kept.length, 1)
    assert.equal(kept[0]!.id, exchange)
    assert.equal(kept[0]!.request.headers.authorization, 'Bearer «redacted:authorization»')
    assert.deepEqual(kept[0]!.findings, [])
  })

  it('hides the half of a token that it sent as an invalid credential, and no other invalid credential', async () => {
    const half = 'first-half-of-the-token'
    const { session, kept } = bench(() =>
      response(401, JSON.stringify({ status: 401, code: half, message: 'Agent:of-nobody', details: {} })),
    )
    session.redaction.learn('accessToken', `${half}other-half-of-the-token`)
    const exchangeClient = openExchangeClient('a', 1, session, 'seed')

    await exchangeClient.pass(request({ headers: { authorization: `Bearer ${half}` } }))
    await exchangeClient.pass(request({ headers: { authorization: 'Bearer Agent:of-nobody' } }))

    for (const { response: got, findings } of kept) {
      assert.match(got!.body, /"code":"«redacted:accessToken»","message":"Agent:of-nobody"/)
      assert.ok(!JSON.stringify(findings).includes(half))
    }
  })

  it('sends a separate trace with each request, the same for the same seed', async () => {
    const traces = async (seed: string) => {
      const { session, kept, sentHeaders } = bench(() => response(200, '{}'))
      const exchangeClient = openExchangeClient('a', 1, session, seed)
      await exchangeClient.pass(request())
      await exchangeClient.pass(request())
      assert.deepEqual(
        kept.map(({ request: { headers } }) => headers.traceparent),
        sentHeaders.map(({ traceparent }) => traceparent),
      )
      return sentHeaders.map(({ traceparent }) => traceparent)
    }

    const [first, second] = await traces('seed')

    assert.match(first!, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    assert.notEqual(first, second)
    assert.deepEqual(await traces('seed'), [first, second])
    assert.notDeepEqual(await traces('another seed'), [first, second])
  })

  it('knows the secrets of a response before it keeps anything of it', async () => {
    const { session, kept } = bench(() => response(200, '{"accessToken":"sesame-open-1234"}'))

    await openExchangeClient('a', 1, session, 'seed').pass(
      request({
        kind: 'state',
        operation: undefined,
        secretsIn: (json) => [['accessToken', (json as { accessToken: string }).accessToken]],
      }),
    )

    assert.doesNotMatch(JSON.stringify(kept), /sesame/)
    assert.match(kept[0]!.response!.body, /«redacted:accessToken»/)
  })

  it('keeps nothing of a provider state that cannot be read', async () => {
    const { session, kept } = bench(() => response(200, '{"accessToken":"sesame-open-1234"'))

    await openExchangeClient('a', 1, session, 'seed').pass(request({ kind: 'state', operation: undefined }))

    assert.doesNotMatch(JSON.stringify(kept), /sesame/)
  })

  it('judges every response by the conventions', async () => {
    const { session, kept } = bench(() => response(200, '<html>', 'text/html'))
    const exchangeClient = openExchangeClient('a', 1, session, 'seed')

    await exchangeClient.pass(request())

    assert.deepEqual(
      exchangeClient
        .conventions()
        .map(({ requirement, judged, violations }) => [requirement, judged, violations.length]),
      [['CNV-01', 1, 2]],
    )
    assert.equal(kept[0]!.findings.length, 2)
  })

  it('truncates the stored part of a large body, and marks it', async () => {
    const { session, kept } = bench(() =>
      response(200, JSON.stringify({ text: 'x'.repeat(MAX_EVIDENCE_CHARACTERS) })),
    )

    const { text } = await openExchangeClient('a', 1, session, 'seed').pass(request())

    assert.ok(text.length > MAX_EVIDENCE_CHARACTERS)
    assert.equal(kept[0]!.response!.body.length, MAX_EVIDENCE_CHARACTERS)
    assert.equal(kept[0]!.response!.truncated, true)
  })

  it('names the environment when no response comes, keeps that too, and sends no more after five in a row', async () => {
    const { session, kept, sent } = bench(() => {
      throw new TransportError('reset', 'the connection was cut')
    })
    const exchangeClient = openExchangeClient('a', 1, session, 'seed')

    for (let i = 0; i < 7; i++) {
      await assert.rejects(
        exchangeClient.pass(request()),
        (error) => error instanceof Blocked && error.fixIn === 'environment',
      )
    }

    assert.equal(sent(), 5)
    assert.equal(kept.length, 5)
    assert.equal(kept[0]!.error!.kind, 'reset')
  })

  it('gives up a deployment that always asks to retry after a minute', async () => {
    const { session, sent } = bench(() => ({ ...response(429, '{}'), headers: { 'retry-after': '1' } }))
    let at = now()
    const exchangeClient = openExchangeClient(
      'a',
      1,
      { ...session, time: { ...session.time, now: () => at }, throttling: {} },
      'seed',
    )
    const until = async (ms: number) => {
      for (const end = at + ms; at <= end; at += 1_000) await exchangeClient.pass(request())
    }

    await until(60_000)

    const before = sent()
    await assert.rejects(
      exchangeClient.pass(request()),
      (error) =>
        error instanceof Blocked && error.fixIn === 'environment' && /retry later/.test(error.message),
    )
    assert.equal(sent(), before)
  })

  it('does not give a deployment up that accepts a request now and then', async () => {
    let sentSoFar = 0
    const { session } = bench(() => response(++sentSoFar % 20 === 0 ? 200 : 429, '{}'))
    let at = now()
    const exchangeClient = openExchangeClient(
      'a',
      1,
      { ...session, time: { ...session.time, now: () => (at += 1_000) }, throttling: {} },
      'seed',
    )

    for (let i = 0; i < 200; i++) await exchangeClient.pass(request())
  })

  /** A deployment that takes every n-th request only, or all but every n-th. @returns how long requests were sent, s */
  async function secondsOf(isTaken: (count: number) => boolean, longestSeconds: number): Promise<number> {
    let sentSoFar = 0
    const { session } = bench(() => response(isTaken(++sentSoFar) ? 200 : 429, '{}'))
    const begun = now()
    let at = begun
    const exchangeClient = openExchangeClient(
      'a',
      1,
      { ...session, time: { ...session.time, now: () => at }, throttling: {} },
      'seed',
    )
    try {
      for (; at < begun + longestSeconds * 1000; at += 1_000) await exchangeClient.pass(request())
    } catch (error) {
      assert.ok(error instanceof Blocked && error.fixIn === 'environment')
      assert.match(
        error.message,
        /asked to retry later in \d+ of its last \d+ responses, for 6\d\d s; no more/,
      )
    }
    return (at - begun) / 1000
  }

  it('gives a deployment up that takes a third of the requests only, within minutes', async () => {
    const seconds = await secondsOf((count) => count % 3 === 0, 3_600)
    assert.ok(seconds >= 600 && seconds < 620, `${seconds} s`)
  })

  it('does not give up a deployment that accepts most requests, however long it delays the others', async () => {
    assert.equal(await secondsOf((count) => count % 3 !== 0, 3_600), 3_600)
  })

  it('sends the first request of a check when the memory for responses has room', async () => {
    const { session, sent } = bench(() => response(200, JSON.stringify({ data: 'x'.repeat(600) })))
    const forever = () => new Promise<void>(() => undefined)
    const held = createHeldResponses({ ...session.time, sleep: forever }, 1_000)
    const [one, other, late] = ['a', 'b', 'c'].map((check) =>
      openExchangeClient(check, 1, { ...session, held }, 'seed'),
    )
    await one!.pass(request())
    await other!.pass(request())

    const waiting = late!.pass(request())
    // What holds responses already needs more of them to end.
    await one!.pass(request())
    assert.equal(sent(), 3)
    one!.release()
    await waiting

    assert.equal(sent(), 4)
    assert.deepEqual(late!.exchanges(), ['c.1.1'])
  })

  it('sends nothing more for a check, however many wait, when their responses exceed the memory for them', async () => {
    const { session, sent } = bench(() => response(200, JSON.stringify({ data: 'x'.repeat(600) })))
    const held = createHeldResponses(session.time, 1_000)
    const clients = Array.from({ length: 80 }, (_, at) =>
      openExchangeClient(`check-${at}`, 1, { ...session, held }, 'seed'),
    )

    const ended: PromiseSettledResult<unknown>[] = []
    for (const client of clients) ended.push(...(await Promise.allSettled([client.pass(request())])))

    assert.equal(sent(), 7)
    const problems = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    assert.equal(problems.length, 73)
    for (const problem of problems)
      assert.ok(problem instanceof Blocked && /more memory than Assay takes/.test(problem.message))
    assert.deepEqual(clients[79]!.exchanges(), [])
    clients[0]!.release()
    await clients[1]!.pass(request())
    assert.equal(sent(), 8)
  })
})
