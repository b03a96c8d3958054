/** What exists already, as a deployment file gives it and as checks lease it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OutOfTime } from '../../fixtures/errors.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { createGivenPool, givenFor, type Lessee } from '../../fixtures/given/given-pool.ts'
import { recordedDeployment } from '../../fixtures/recording/recording.ts'
import { holdingNothing } from '../../fixtures/semaphore.ts'
import type { StateName } from '../../spec/index.ts'

const agent = (name: string, rest: object = {}) => ({
  agentId: `Agent:${name}`,
  accessToken: `canary-token-of-${name}`,
  customerId: `Customer:${name}`,
  platformCustomerId: name,
  sourceAccountId: `InternalAccount:${name}`,
  destinationAccountId: `ExternalAccount:${name}`,
  foreignAccountId: 'InternalAccount:foreign',
  sendingCurrency: 'USD',
  receivingCurrency: 'EUR',
  ...rest,
})
const read = (given: object, environment: Readonly<Record<string, string>> = {}) =>
  deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      given,
    },
    'd.yaml',
    { ID: 'the-id', SECRET: 'the-secret', ...environment },
  )
const poolOf = (given: object) => createGivenPool(read(given).given)
const lessee = (check: string, attempt = 1, mayReuse = false): Lessee => ({
  lessee: `${check}/${attempt}`,
  check,
  mayReuse,
})

describe('given in a deployment file', () => {
  it('is a pool, or one entry, with separate values and parameters', () => {
    const { given } = read({
      agent: [agent('a'), agent('b', { executionMode: 'APPROVAL_REQUIRED' })],
      'uma-receiver': { umaAddress: '$alice@example.org', currency: 'EUR' },
    })

    assert.deepEqual(
      given.agent?.map(({ params }) => params),
      [{}, { executionMode: 'APPROVAL_REQUIRED' }],
    )
    assert.equal(given.agent?.[1]?.values.agentId, 'Agent:b')
    assert.equal(given['uma-receiver']?.length, 1)
  })

  it('is checked against the states, with suggestions', () => {
    assert.throws(() => read({ agnet: agent('a') }), /Did you mean given\.agent\?/)
    assert.throws(
      () => read({ agent: agent('a', { agentID: 'x' }) }),
      /given\.agent\.agentID is neither .*\n.*Did you mean agentId\?/,
    )
    assert.throws(
      () => read({ agent: agent('a', { customerId: undefined }) }),
      /given\.agent lacks customerId\./,
    )
    assert.throws(
      () => read({ agent: agent('a', { customerId: 7 }) }),
      /customerId is not of the type string/,
    )
    assert.throws(() => read({ agent: 'all' }), /given\.agent has a value of another form/)
    assert.throws(() => read({ agent: [] }), /given\.agent/)
    assert.throws(() => read({ 'sibling-agent': agent('a') }), /given\.sibling-agent is not a key/)
    assert.throws(
      () => read({ agent: [agent('a'), agent('b', { customerId: 'Customer:a' })] }),
      /given\.agent\[1\]\.customerId is the same resource as given\.agent\[0\]\.customerId/,
    )
  })

  it('keeps its secrets: learned, warned of where they are written, and not recorded', () => {
    const deployment = read(
      { agent: [agent('a'), agent('b', { accessToken: '${TOKEN}' })] },
      { TOKEN: 'canary-from-env' },
    )

    assert.deepEqual(deployment.secrets, [
      ['accessToken', 'canary-token-of-a'],
      ['accessToken', 'canary-from-env'],
    ])
    assert.ok(deployment.warnings.some((warning) => warning.includes('given.agent[0].accessToken')))
    assert.ok(!deployment.warnings.some((warning) => warning.includes('given.agent[1]')))
    assert.ok(!JSON.stringify(recordedDeployment(deployment)).includes('canary'))
  })
})

describe('a pool of given resources', () => {
  const reserve = async (
    pool: ReturnType<typeof poolOf>,
    who: Lessee,
    params: object = {},
    { state = 'agent', ordinal = 1 }: { state?: StateName; ordinal?: number } = {},
  ) => {
    const lease = await givenFor(pool, { ...who, rest: holdingNothing }).reserve({ state, params, ordinal })
    return lease === undefined ? undefined : Object.values(pool.take(lease))[0]
  }

  it('serves each check with its own entry, and no check twice with one', async () => {
    const pool = poolOf({ agent: [agent('a'), agent('b'), agent('c')] })

    assert.equal(await reserve(pool, lessee('one')), 'Agent:a')
    assert.equal(await reserve(pool, lessee('one'), {}, { ordinal: 2 }), 'Agent:b')
    pool.release('one/1')
    assert.equal(await reserve(pool, lessee('two')), 'Agent:c')
    assert.equal(await reserve(pool, lessee('three')), undefined)
  })

  it('serves a retry with the entry of its first attempt', async () => {
    const pool = poolOf({ agent: agent('a') })

    assert.equal(await reserve(pool, lessee('one')), 'Agent:a')
    pool.release('one/1')
    assert.equal(await reserve(pool, lessee('one', 2)), 'Agent:a')
  })

  it('serves the parameters that an entry names, and no others', async () => {
    const pool = poolOf({
      agent: agent('a', { executionMode: 'APPROVAL_REQUIRED' }),
      'external-account': { externalAccountId: 'ExternalAccount:x', customerId: 'Customer:x' },
    })

    assert.equal(await reserve(pool, lessee('one')), undefined)
    assert.equal(await reserve(pool, lessee('one'), { executionMode: 'AUTO' }), undefined)
    assert.equal(
      await reserve(pool, lessee('one'), { executionMode: 'APPROVAL_REQUIRED', balance: 1 }),
      undefined,
    )
    assert.equal(
      await reserve(pool, lessee('one'), { executionMode: 'APPROVAL_REQUIRED', balance: undefined }),
      'Agent:a',
    )
    assert.equal(
      await reserve(pool, lessee('one'), { withoutChallenge: true }, { state: 'external-account' }),
      'ExternalAccount:x',
    )
  })

  it('serves a check outside the regions that require SCA with an entry that names none', async () => {
    const pool = poolOf({ agent: [agent('a', { scaRegion: true }), agent('b')] })

    assert.equal(await reserve(pool, lessee('one'), { scaRegion: false }), 'Agent:b')
    assert.equal(await reserve(pool, lessee('two'), { scaRegion: false }), undefined)
  })

  it('serves any number of checks with read-only entries, and one check with two of them', async () => {
    const receiver = (name: string) => ({ umaAddress: `$${name}@example.org`, currency: 'EUR' })
    const pool = poolOf({
      'uma-receiver': receiver('alice'),
      'customer-fields': { request: { name: 'Ada' } },
    })
    const of = { state: 'uma-receiver' } as const

    assert.equal(await reserve(pool, lessee('one'), {}, of), '$alice@example.org')
    assert.equal(await reserve(pool, lessee('two'), {}, of), '$alice@example.org')
    assert.equal(await reserve(pool, lessee('two'), {}, { ...of, ordinal: 2 }), undefined)
    for (const ordinal of [1, 2]) {
      assert.deepEqual(await reserve(pool, lessee('two'), {}, { state: 'customer-fields', ordinal }), {
        name: 'Ada',
      })
    }
  })

  it('lets checks that change nothing use an entry in turn, and wait without load', async () => {
    const pool = poolOf({ agent: agent('a') })
    let rests = 0
    const readers = ['one', 'two'].map((check) =>
      givenFor(pool, {
        ...lessee(check, 1, true),
        rest: (wait) => {
          rests++
          return wait()
        },
      }),
    )
    const request = { state: 'agent', params: {}, ordinal: 1 } as const

    assert.ok(await readers[0]!.reserve(request))
    const second = readers[1]!.reserve(request)
    readers[0]!.release()
    assert.ok(await second)
    assert.equal(rests, 1)
    readers[1]!.release()
    assert.equal(await reserve(pool, lessee('writer')), undefined)
  })

  it('never lets two checks wait for each other', async () => {
    const pool = poolOf({ agent: [agent('a'), agent('b')] })
    await reserve(pool, lessee('one', 1, true))
    await reserve(pool, lessee('two', 1, true))

    await assert.rejects(reserve(pool, lessee('one', 1, true), {}, { ordinal: 2 }), OutOfTime)
  })
})

describe('a given setting', () => {
  it('serves one check after the other, since each puts it back', async () => {
    const pool = poolOf({ 'platform-setting': { setting: 'platformName', values: ['A', 'B'] } })
    const request = { state: 'platform-setting', params: {}, ordinal: 1 } as const
    const reserve = (check: string) => pool.reserve(request, lessee(check), holdingNothing)

    assert.notEqual(await reserve('CFG-02'), undefined)
    let isServed = false
    const second = reserve('CFG-03').then((lease) => {
      isServed = true
      return lease
    })
    await Promise.resolve()
    assert.equal(isServed, false, 'never two at a time')
    pool.release('CFG-02/1')

    const lease = await second
    assert.deepEqual(pool.take(lease!), { setting: 'platformName', values: ['A', 'B'] })
  })
})
