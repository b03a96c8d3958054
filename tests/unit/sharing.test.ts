/** Checks that share a set-up, over a transport with scripted responses, and each of them replayed alone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachOnce } from '../../fixtures/recording/evidence.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import type { ExchangeSession } from '../../fixtures/http/exchange-client.ts'
import { expect } from '../../fixtures/expect.ts'
import { performCheck } from '../../fixtures/perform-check.ts'
import type { Check } from '../../fixtures/registered-check.ts'
import { replaySession } from '../../fixtures/recording/replay-session.ts'
import type { Recording } from '../../fixtures/recording/recording.ts'
import { liveSharing } from '../../fixtures/sharing/sharing.ts'
import { sharingKeys } from '../../fixtures/sharing/sharing-keys.ts'
import { createSkippedTearDowns } from '../../fixtures/tear-down.ts'
import type { ReleaseWhile } from '../../fixtures/semaphore.ts'
import type { Exchange } from '../../spec/index.ts'
import { exchangeSession } from './exchange-session.ts'

const deployment = deploymentFrom(
  {
    name: 'd',
    baseUrl: 'https://host.example/2025-10-13',
    credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
    states: { url: 'https://host.example/_states' },
  },
  'd.yaml',
  { ID: 'id', SECRET: 'secret' },
)

/** The values of the state `agent`, other ones each time. */
function agentNumber(number: number) {
  const idOf = (type: string, last: number) =>
    `${type}:00000000-0000-4000-8000-${String(number * 10 + last).padStart(12, '0')}`
  return {
    agentId: idOf('Agent', 0),
    accessToken: `token-of-agent-${number}`,
    customerId: idOf('Customer', 1),
    platformCustomerId: `customer-${number}`,
    sourceAccountId: idOf('InternalAccount', 2),
    destinationAccountId: idOf('InternalAccount', 3),
    foreignAccountId: idOf('InternalAccount', 4),
    sendingCurrency: 'USD',
    receivingCurrency: 'EUR',
  }
}

/** A deployment that serves agents, and rejects every request of its API, by default with 409. */
function bench({ tearsDown = 200, tearDown = {}, rejects = 409, code = 'CONFLICT' } = {}) {
  let now = Date.parse('2026-01-01T00:00:00.000Z')
  let agents = 0
  const time = { now: () => now, sleep: async (ms: number) => void (now += ms) }
  const asked: string[] = []
  const answerTo = (body: string | undefined) => {
    if (body === undefined) return [rejects, { code }] as const
    const { action, state } = JSON.parse(body) as { action: string; state: string }
    asked.push(`${action} ${state}`)
    if (action === 'teardown') return [tearsDown, tearDown] as const
    if (state === 'customer-fields') return [200, { request: { fullName: 'Ada' } }] as const
    return [200, agentNumber(++agents)] as const
  }
  const { session, kept } = exchangeSession(time, async ({ method, body }) => {
    now += 1
    const [status, json] = method === 'DELETE' ? ([204, {}] as const) : answerTo(body)
    return {
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(json)),
      receivedAt: now,
    }
  })
  return { session, kept, asked, wait: (ms: number) => void (now += ms) }
}

const keysOf = sharingKeys({ 'area/file': [['ONE', 'TWO']] })

const checkOf = (key: string, body: Check['body']) => ({
  key,
  title: key,
  requirements: ['ACT-01'] as const,
  sharing: keysOf({ key, waits: false }, 'area/file'),
  body,
})

const reader = (key: string, expected = 409) =>
  checkOf(key, async ({ arrange, agent }) => {
    const { accessToken } = await arrange('agent', {})
    const response = await agent(accessToken).actions()
    expect(response).toHaveStatus(expected)
  })

const recordingOf = (exchanges: readonly Exchange[]): Recording => ({
  head: undefined as never,
  of: (check, attempt) => exchanges.filter(({ id }) => id.startsWith(`${check}.${attempt}.`)),
  readings: { api: undefined, states: undefined, responses: 0 },
})

const replayed = (check: ReturnType<typeof reader>, exchanges: readonly Exchange[]) =>
  performCheck(
    check,
    deployment,
    1,
    replaySession(
      recordingOf(exchanges),
      deployment,
      { check: check.key, attempt: 1 },
      { keep: () => undefined },
    ),
    'seed',
  )

describe('checks that share a state', () => {
  it('keep no response after they end', async () => {
    const { session } = bench()
    let bytes = 0
    const held = {
      add: (more: number) => void (bytes += more),
      remove: (fewer: number) => void (bytes -= fewer),
      isFull: () => false,
      isOverfull: () => false,
      room: () => Promise.resolve(true),
    }
    const checks = [reader('ONE'), reader('TWO')]
    const counted = { ...session, held }
    const shared = { ...counted, sharing: liveSharing(counted, checks) }

    for (const check of checks) await performCheck(check, deployment, 1, shared, 'seed')

    assert.equal(bytes, 0)
  })

  it('set it up once, name it as evidence, and tear it down after the last of them', async () => {
    const { session, kept, asked } = bench()
    const [one, two] = [reader('ONE'), reader('TWO')]
    const shared = { ...session, sharing: liveSharing(session, [one, two]) }

    const first = await performCheck(one, deployment, 1, shared, 'seed')
    const beforeLast = [...asked]
    const second = await performCheck(two, deployment, 1, shared, 'seed')

    assert.deepEqual([first.verdict, second.verdict], ['pass', 'pass'])
    assert.deepEqual(beforeLast, ['setup agent'])
    assert.deepEqual(asked, ['setup agent', 'teardown agent'])
    const [setUp] = kept
    assert.match(setUp!.check, /^ONE-shared-[0-9a-f]{8}-1$/)
    assert.deepEqual(first.exchanges, [setUp!.id, 'ONE.1.1'])
    assert.deepEqual(second.exchanges, [setUp!.id, 'TWO.1.1'])
    assert.deepEqual([first.states, second.states?.map(({ state }) => state)], [undefined, ['agent']])
  })

  it('are replayed separately', async () => {
    const { session, kept } = bench()
    const checks = [reader('ONE'), reader('TWO')]
    const shared = { ...session, sharing: liveSharing(session, checks) }
    for (const check of checks) await performCheck(check, deployment, 1, shared, 'seed')

    const again = await Promise.all(checks.map((check) => replayed(check, kept)))

    assert.deepEqual(
      again.map(({ verdict, exchanges }) => [verdict, exchanges.length]),
      [
        ['pass', 2],
        ['pass', 2],
      ],
    )
  })

  it('fail with states of their own only', async () => {
    const { session, kept, asked } = bench()
    const [one, two] = [reader('ONE', 200), reader('TWO')]
    const shared = { ...session, sharing: liveSharing(session, [one, two]) }

    const first = await performCheck(one, deployment, 1, shared, 'seed')
    const retried = await performCheck(one, deployment, 2, shared, 'seed')

    assert.deepEqual([first.verdict, first.obstacle], ['blocked', 'time'])
    assert.deepEqual([retried.verdict, asked], ['fail', ['setup agent', 'setup agent', 'teardown agent']])
    const again = await replayed(one, kept)
    assert.deepEqual([again.verdict, again.obstacle], ['blocked', 'time'])
  })

  it('fail at once where the server crashes: no other check can cause that', async () => {
    const { session, kept } = bench({ rejects: 500, code: 'INTERNAL_ERROR' })
    const [one, two] = [reader('ONE', 200), reader('TWO')]
    const shared = { ...session, sharing: liveSharing(session, [one, two]) }

    const first = await performCheck(one, deployment, 1, shared, 'seed')

    assert.deepEqual([first.verdict, first.obstacle], ['fail', undefined])
    assert.equal((await replayed(one, kept)).verdict, 'fail')
  })

  it('arrange their own states if the shared state is too old, also in a replay', async () => {
    const { session, kept, asked, wait } = bench()
    const checks = [reader('ONE'), reader('TWO')]
    const shared = { ...session, sharing: liveSharing(session, checks) }
    await performCheck(checks[0]!, deployment, 1, shared, 'seed')
    wait(31_000)

    const second = await performCheck(checks[1]!, deployment, 1, shared, 'seed')

    assert.deepEqual(second.exchanges, ['TWO.1.1', 'TWO.1.2'])
    assert.equal(asked.filter((request) => request === 'setup agent').length, 2)
    assert.equal((await replayed(checks[1]!, kept)).verdict, 'pass')
  })

  it('are performed again where one of them changed the state, and those that begin later do not use it', async () => {
    const { session, kept } = bench()
    const pausing = checkOf('ONE', async ({ arrange, platform }) => {
      const { agentId } = await arrange('agent', {})
      expect(await platform.agents.delete(agentId)).toHaveStatus(204)
    })
    const checks = [pausing, reader('TWO')]
    const shared = { ...session, sharing: liveSharing(session, checks) }

    const first = await performCheck(pausing, deployment, 1, shared, 'seed')
    const second = await performCheck(checks[1]!, deployment, 1, shared, 'seed')

    assert.deepEqual([first.verdict, first.obstacle], ['blocked', 'time'])
    assert.deepEqual([second.verdict, second.exchanges], ['pass', ['TWO.1.1', 'TWO.1.2']])
    await performCheck(pausing, deployment, 2, shared, 'seed')
    assert.equal((await replayed(pausing, kept)).obstacle, 'time')
  })

  it('give their turns away while another one sets it up', async () => {
    const { session } = bench()
    const checks = [reader('ONE'), reader('TWO')]
    const shared = { ...session, sharing: liveSharing(session, checks) }
    const rested: string[] = []
    const resting =
      (key: string): ReleaseWhile =>
      (wait) => {
        rested.push(key)
        return wait()
      }

    await Promise.all(
      checks.map((check) => performCheck(check, deployment, 1, shared, 'seed', resting(check.key))),
    )

    assert.deepEqual(rested, ['TWO'])
  })

  it('do not share where only one of them runs', async () => {
    const { session } = bench()
    const one = reader('ONE')

    const judgement = await performCheck(
      one,
      deployment,
      1,
      { ...session, sharing: liveSharing(session, [one]) },
      'seed',
    )

    assert.deepEqual(judgement.exchanges, ['ONE.1.1', 'ONE.1.2'])
  })

  it('have two agents where they ask for two', async () => {
    const { session, asked } = bench()
    const ids: string[] = []
    const asking = (key: string) =>
      checkOf(key, async ({ arrange }) => {
        for (const _ of [1, 2]) ids.push((await arrange('agent', {})).agentId)
      })
    const checks = [asking('ONE'), asking('TWO')]
    const shared = { ...session, sharing: liveSharing(session, checks) }

    for (const check of checks) await performCheck(check, deployment, 1, shared, 'seed')

    assert.deepEqual(ids.slice(2), ids.slice(0, 2))
    assert.notEqual(ids[0], ids[1])
    assert.deepEqual(asked.slice(2), ['teardown agent', 'teardown agent'])
  })
})

/** A check that reads its agent's actions once for all that share the agent. */
const readingOnce = (key: string, expected = 409) =>
  checkOf(key, async ({ arrange, readOnce }) => {
    const values = await arrange('agent', {})
    const response = await readOnce(values, 'actions', ({ agent }) => agent(values.accessToken).actions())
    expect(response).toHaveStatus(expected)
  })

describe('checks that read a shared state in the same way', () => {
  it('read it once, each as if it had read it itself', async () => {
    const { session, kept, asked } = bench()
    const checks = ['ONE', 'TWO'].map((key) => readingOnce(key))
    const shared = { ...session, sharing: liveSharing(session, checks) }

    const judgements = await Promise.all(
      checks.map((check) => performCheck(check, deployment, 1, shared, 'seed')),
    )

    assert.deepEqual(
      judgements.map(({ verdict }) => verdict),
      ['pass', 'pass'],
    )
    const reads = kept.filter(({ kind }) => kind === 'contract')
    assert.deepEqual(
      reads.map(({ check }) => check.replace(/[0-9a-f]{8}/, 'DIGEST')),
      ['ONE-shared-DIGEST-1-actions'],
    )
    for (const { exchanges, witnesses } of judgements) {
      assert.ok(exchanges.includes(reads[0]!.id))
      assert.ok(witnesses!.needs.includes('accepted listAgentActions'))
    }
    assert.deepEqual(
      judgements.map(({ conventions }) => conventions.some(({ judged }) => judged > 0)),
      [true, false],
    )
    assert.equal(asked.length, 2)

    const again = await Promise.all(checks.map((check) => replayed(check, kept)))
    assert.deepEqual(
      again.map(({ verdict, exchanges }) => [verdict, exchanges]),
      judgements.map(({ verdict, exchanges }) => [verdict, exchanges]),
    )
  })

  it('read it themselves where they share nothing, and where they are retried', async () => {
    const { session, kept } = bench()
    const [one, two] = [readingOnce('ONE', 200), readingOnce('TWO')]
    const shared = { ...session, sharing: liveSharing(session, [one, two]) }

    const first = await performCheck(one, deployment, 1, shared, 'seed')
    const retried = await performCheck(one, deployment, 2, shared, 'seed')

    assert.deepEqual([first.verdict, first.obstacle, retried.verdict], ['blocked', 'time', 'fail'])
    assert.deepEqual(
      kept.filter(({ kind }) => kind === 'contract').map(({ check }) => check.endsWith('-actions')),
      [true, false],
    )
  })
})

/** A check that waits for shared work: arranging an agent and listing its actions. */
const waiting = (key: string, expected = 409, waits = async () => {}) =>
  checkOf(key, async ({ jointly, platform }) => {
    await waits()
    await jointly('an-execution', async ({ arrange, agent }) => {
      const { accessToken } = await arrange('agent', {})
      expect(await agent(accessToken).actions()).toHaveStatus(expected)
    })
    expect(await platform.agents.get('Agent:00000000-0000-4000-8000-000000000001')).toHaveStatus(409)
  })

describe('checks that wait for joint work', () => {
  it('perform it once, name it as evidence, and tear it down', async () => {
    const { session, asked } = bench()
    const shared = { ...session, sharing: liveSharing(session, []) }

    const judgements = await Promise.all(
      ['ONE', 'TWO'].map((key) => performCheck(waiting(key), deployment, 1, shared, 'seed')),
    )

    assert.deepEqual(
      judgements.map(({ verdict, exchanges }) => [verdict, exchanges]),
      [
        ['pass', ['ONE-an-execution-1.1.1', 'ONE-an-execution-1.1.2', 'ONE.1.1']],
        ['pass', ['ONE-an-execution-1.1.1', 'ONE-an-execution-1.1.2', 'TWO.1.1']],
      ],
    )
    assert.deepEqual(asked, ['setup agent', 'teardown agent'])
    const [one, two] = judgements
    assert.ok(one!.witnesses!.needs.includes('accepted listAgentActions'))
    assert.ok(!two!.witnesses!.needs.includes('accepted listAgentActions'))
    assert.ok(one!.conventions.some(({ judged }) => judged > 0))
  })

  it('never take work that was begun before they called', async () => {
    const { session } = bench()
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const transport: ExchangeSession['transport'] = {
      ...session.transport,
      send(request) {
        begin()
        return session.transport.send(request)
      },
    }
    const live = { ...session, transport }
    const shared = { ...live, sharing: liveSharing(live, []) }

    const judgements = await Promise.all([
      performCheck(waiting('ONE'), deployment, 1, shared, 'seed'),
      performCheck(
        waiting('TWO', 409, () => begun),
        deployment,
        1,
        shared,
        'seed',
      ),
    ])

    assert.deepEqual(
      judgements.map(({ exchanges }) => exchanges[0]),
      ['ONE-an-execution-1.1.1', 'TWO-an-execution-1.1.1'],
    )
  })

  it('perform it separately if it failed', async () => {
    const { session, asked } = bench()
    const shared = { ...session, sharing: liveSharing(session, []) }

    const judgements = await Promise.all(
      ['ONE', 'TWO'].map((key) => performCheck(waiting(key, 200), deployment, 1, shared, 'seed')),
    )

    assert.deepEqual(
      judgements.map(({ verdict }) => verdict),
      ['fail', 'fail'],
    )
    assert.equal(asked.filter((request) => request === 'setup agent').length, 3)
  })

  it('are replayed separately', async () => {
    const { session, kept } = bench()
    const shared = { ...session, sharing: liveSharing(session, []) }
    const checks = ['ONE', 'TWO'].map((key) => waiting(key))
    await Promise.all(checks.map((check) => performCheck(check, deployment, 1, shared, 'seed')))

    const again = await Promise.all(checks.map((check) => replayed(check, kept)))

    assert.deepEqual(
      again.map(({ verdict, exchanges }) => [verdict, exchanges.length]),
      [
        ['pass', 3],
        ['pass', 1],
      ],
    )
  })
})

describe('a question', () => {
  const asking = (key: string) =>
    checkOf(key, async ({ arrange }) => void (await arrange('customer-fields', {})))

  it('is requested once in a suite, and again by a retried check', async () => {
    const { session, asked } = bench()
    const checks = ['ONE', 'THREE'].map(asking)
    const shared = { ...session, sharing: liveSharing(session, checks) }

    for (const check of checks) await performCheck(check, deployment, 1, shared, 'seed')
    assert.equal(asked.length, 1)

    await performCheck(checks[0]!, deployment, 2, shared, 'seed')
    assert.equal(asked.length, 2)
  })
})

describe('a tear-down that is not served', () => {
  it('is not requested again after three times', async () => {
    const { session, asked } = bench({ tearsDown: 405 })
    const skippedTearDowns = createSkippedTearDowns()
    for (let check = 0; check < 5; check++) {
      await performCheck(reader(`CHECK-${check}`), deployment, 1, { ...session, skippedTearDowns }, 'seed')
    }

    assert.equal(asked.filter((request) => request === 'teardown agent').length, 3)
  })
})

describe('a tear-down that is not needed', () => {
  it('is not requested again, and leaves nothing', async () => {
    const { session, asked } = bench({ tearDown: { needed: false } })
    const judgements = []
    const skippedTearDowns = createSkippedTearDowns()
    for (const key of ['ONE', 'TWO'])
      judgements.push(
        await performCheck(reader(key), deployment, 1, { ...session, skippedTearDowns }, 'seed'),
      )

    assert.deepEqual(asked, ['setup agent', 'teardown agent', 'setup agent'])
    assert.deepEqual(
      judgements.map(({ states }) => states?.map(({ notTornDown }) => notTornDown)),
      [[[]], [[]]],
    )
  })

  it('is requested again after it failed', async () => {
    const { session, asked } = bench({ tearsDown: 500, tearDown: { needed: false } })
    const skippedTearDowns = createSkippedTearDowns()
    for (const key of ['ONE', 'TWO'])
      await performCheck(reader(key), deployment, 1, { ...session, skippedTearDowns }, 'seed')

    assert.equal(asked.filter((request) => request === 'teardown agent').length, 2)
  })
})

describe('evidence of shared set-ups', () => {
  it('is kept once', () => {
    const kept: string[] = []
    const evidence = eachOnce({ keep: ({ id }) => void kept.push(id) })
    const exchange = { id: 'ONE.1.1' } as Exchange

    evidence.keep(exchange)
    evidence.keep(exchange)

    assert.deepEqual(kept, ['ONE.1.1'])
  })
})
