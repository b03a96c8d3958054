import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  AskedLater,
  Blocked,
  ConnectionCut,
  ConnectionDropped,
  ConnectionRefused,
  CutOnce,
} from '../../fixtures/errors.ts'
import type { ExchangeClient, Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { sendWithRetry } from '../../fixtures/http/retry-policy.ts'

const T0 = Date.parse('2026-01-01T00:00:00.000Z')
const outgoing = { kind: 'contract', method: 'GET', url: 'http://host/', headers: {} } as unknown as Outgoing

function bench(
  responses: readonly { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[],
  queuedMs = 0,
) {
  let time = T0
  let sent = 0
  const held: number[] = []
  const exchangeClient = {
    pass: async () => {
      time += queuedMs
      return {
        response: { status: responses[sent]!.status, headers: responses[sent++]!.headers ?? {} },
      } as Incoming
    },
  } as unknown as ExchangeClient
  const retryPolicy = {
    maxWaitMs: 10_000,
    time: { now: () => time, sleep: async (ms: number) => void (time += ms) },
    hold: (ms: number) => void held.push(ms),
  }
  const pass = (mayRepeat: boolean) => sendWithRetry(exchangeClient, outgoing, mayRepeat, retryPolicy)
  return { pass, held, sent: () => sent, waited: () => time - T0 }
}

const later = (seconds: string, status = 429) => ({ status, headers: { 'retry-after': seconds } })

describe('a deployment that asks to come later', () => {
  for (const status of [429, 503, 403]) {
    it(`with ${status} is retried after the time that it states`, async () => {
      const { pass, held, sent, waited } = bench([later('2', status), later('3', status), { status: 200 }])

      const { response } = await pass(true)

      assert.equal(response.status, 200)
      assert.equal(sent(), 3)
      assert.equal(waited(), 5_000)
      assert.deepEqual(held, [2_000, 3_000])
    })
  }

  it('with a time of the server clock is retried at that time', async () => {
    const headers = { date: 'Wed, 01 Jan 2025 00:00:00 GMT', 'retry-after': 'Wed, 01 Jan 2025 00:00:04 GMT' }
    const { pass, waited } = bench([{ status: 503, headers }, { status: 200 }])

    await pass(true)

    assert.equal(waited(), 4_000)
  })

  it('is never retried for a request that may move money, and still delays the other requests', async () => {
    const { pass, held, sent } = bench([later('2'), { status: 200 }])

    await assert.rejects(pass(false), (error) => error instanceof AskedLater && error.fixIn === 'environment')
    assert.equal(sent(), 1)
    assert.deepEqual(held, [2_000])
  })

  it('too late is not waited for', async () => {
    const { pass, waited } = bench([later('6'), later('6')])

    await assert.rejects(pass(true), Blocked)
    assert.equal(waited(), 6_000)
  })

  it('is retried however long its requests wait behind others', async () => {
    const { pass, waited } = bench([later('3'), later('3'), later('3'), { status: 200 }], 60_000)

    const { response } = await pass(true)

    assert.equal(response.status, 200)
    assert.equal(waited(), 4 * 60_000 + 9_000)
  })

  for (const seconds of ['1000000000', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
    it(`after ${seconds.slice(0, 30)} is not waited for, and everything rests no longer than may be waited`, async () => {
      const { pass, held, sent, waited } = bench([later(seconds)])

      await assert.rejects(pass(true), (error) => error instanceof Blocked && error.fixIn === 'environment')
      assert.deepEqual([sent(), waited(), held], [1, 0, [10_000]])
    })
  }

  for (const seconds of ['0', 'Thu, 01 Jan 1970 00:00:00 GMT', '-5']) {
    it(`without delay (${seconds}) is retried a second later`, async () => {
      const { pass, waited } = bench([later(seconds), later(seconds), { status: 200 }])

      await pass(true)

      assert.equal(waited(), 2_000)
    })
  }

  for (const answer of [{ status: 429 }, later('soon')]) {
    it(`without a time (${JSON.stringify(answer)}) is retried a little later`, async () => {
      const { pass, held, sent, waited } = bench([answer, answer, { status: 200 }])

      const { response } = await pass(true)

      assert.equal(response.status, 200)
      assert.equal(sent(), 3)
      assert.equal(waited(), 3_000)
      assert.deepEqual(held, [1_000, 2_000])
    })

    it(`never with a time (${JSON.stringify(answer)}) is not a violation`, async () => {
      const { pass, sent, waited } = bench([answer, answer, answer, answer])

      await assert.rejects(
        pass(true),
        (error) =>
          error instanceof Blocked && error.fixIn === 'environment' && /requestsPerSecond/.test(error.next),
      )
      assert.equal(sent(), 4)
      assert.equal(waited(), 7_000)
    })

    it(`without a time (${JSON.stringify(answer)}) is not retried for a request that may move money`, async () => {
      const { pass, sent } = bench([answer, { status: 200 }])

      await assert.rejects(pass(false), Blocked)
      assert.equal(sent(), 1)
    })
  }

  it('with a time only sometimes is still retried', async () => {
    const { pass, waited } = bench([later('1'), later('1'), later('1'), { status: 429 }, { status: 200 }])

    const { response } = await pass(true)

    assert.equal(response.status, 200)
    assert.equal(waited(), 4_000)
  })

  for (const answer of [
    { status: 503 },
    later('soon', 503),
    { status: 200, headers: { 'retry-after': '5' } },
    { status: 403, headers: { 'retry-after': '0' } },
  ]) {
    it(`without a time, and not for too many requests (${JSON.stringify(answer)}), is a response`, async () => {
      const { pass, sent } = bench([answer])

      await pass(true)

      assert.equal(sent(), 1)
    })
  }
})

describe('a connection that is cut', () => {
  const CUT = 'cut'
  const request = { ...outgoing, url: 'http://host/base/actions?limit=abc' } as unknown as Outgoing

  function cutting(...responses: readonly (typeof CUT | number)[]) {
    const sent: string[] = []
    const exchangeClient = {
      pass: async ({ method, url }: Outgoing) => {
        const response = responses[sent.length]
        sent.push(`${method} ${url}`)
        if (response === CUT) throw new ConnectionCut('environment', 'cut', 'again')
        return { response: { status: response, headers: {} } } as Incoming
      },
    } as unknown as ExchangeClient
    const retryPolicy = {
      maxWaitMs: 10_000,
      time: { now: () => T0, sleep: async () => undefined },
      hold: () => undefined,
      onWriteRepeated: () => void repeated++,
    }
    let repeated = 0
    return {
      sent,
      repeated: () => repeated,
      pass: (mayRepeat: boolean, method = 'GET', kind: Outgoing['kind'] = 'contract') =>
        sendWithRetry(exchangeClient, { ...request, method, kind }, mayRepeat, retryPolicy),
    }
  }

  it('during a write that is sent again is noted; during a read it is not', async () => {
    const [read, write, uncut] = [cutting(CUT, 200), cutting(CUT, 409), cutting(200)]

    await read.pass(true)
    await write.pass(true, 'POST')
    await uncut.pass(true, 'POST')

    assert.deepEqual([read.repeated(), write.repeated(), uncut.repeated()], [0, 1, 0])
  })

  it('once is no more than a request sent twice', async () => {
    const { pass, sent } = cutting(CUT, 200)

    assert.equal((await pass(true)).response.status, 200)
    assert.equal(sent.length, 2)
  })

  it('twice is no more than a request sent three times', async () => {
    const { pass, sent } = cutting(CUT, CUT, 200)

    assert.equal((await pass(true)).response.status, 200)
    assert.equal(sent.length, 3)
  })

  it('three times, while another request gets a response, fails the implementation with the request', async () => {
    const { pass, sent } = cutting(CUT, CUT, CUT, 401)

    await assert.rejects(
      pass(true),
      (error) => error instanceof ConnectionDropped && error.message.includes('GET /base/actions?limit=abc'),
    )
    assert.equal(sent[3], 'GET http://host/base/actions')
  })

  it('on every request is the environment', async () => {
    const { pass } = cutting(CUT, CUT, CUT, CUT)

    await assert.rejects(pass(true), (error) => error instanceof Blocked && error.fixIn === 'environment')
  })

  it('is not sent again where it sets up a state, and the check is retried', async () => {
    const { pass, sent } = cutting(CUT, 200)

    await assert.rejects(pass(true, 'POST', 'state'), (error) => error instanceof CutOnce)
    assert.equal(sent.length, 1)
  })

  it('is never sent again where it may move money', async () => {
    const { pass, sent } = cutting(CUT, 200)

    await assert.rejects(pass(false), (error) => error instanceof Blocked)
    assert.equal(sent.length, 1)
  })
})

describe('a connection that is refused', () => {
  /** The server listens again after a time, ms. */
  function restarting(downMs: number) {
    let time = T0
    let sent = 0
    const exchangeClient = {
      pass: async () => {
        sent++
        if (time < T0 + downMs) throw new ConnectionRefused('environment', 'refused', 'again')
        return { response: { status: 200, headers: {} } } as Incoming
      },
    } as unknown as ExchangeClient
    const retryPolicy = {
      maxWaitMs: 10_000,
      time: { now: () => time, sleep: async (ms: number) => void (time += ms) },
      hold: () => undefined,
    }
    const pass = (mayRepeat: boolean, kind: Outgoing['kind'] = 'contract') =>
      sendWithRetry(exchangeClient, { ...outgoing, kind }, mayRepeat, retryPolicy)
    return { pass, sent: () => sent, waited: () => time - T0 }
  }

  it('is tried again until the server has restarted, also for a state and for money: nothing was sent', async () => {
    for (const [mayRepeat, kind] of [[true], [false], [true, 'state']] as const) {
      const { pass } = restarting(8_000)

      assert.equal((await pass(mayRepeat, kind)).response.status, 200)
    }
  })

  it('for half a minute is the environment', async () => {
    const { pass, waited } = restarting(120_000)

    await assert.rejects(pass(true), (error) => error instanceof ConnectionRefused)
    assert.equal(waited(), 30_000)
  })
})
