/** `{unique}` in what a deployment file changes in request bodies. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCaller, type Call } from '../../fixtures/caller.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import { withRedaction } from '../../fixtures/redaction/redaction-under-way.ts'
import { conforming } from '../../fixtures/requests/conforming.ts'
import { withUnique } from '../../fixtures/requests/unique.ts'

const PATCH = {
  email: 'ada-{unique}@example.com',
  ids: [{ type: 'TAX', value: '{unique}' }, 'x{unique}y{unique}'],
  constant: 'Ada',
}

const read = (requests: object, environment: Readonly<Record<string, string>> = {}) =>
  deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      requests,
    },
    'd.yaml',
    { ID: 'id', SECRET: 'the-client-secret', ...environment },
  )

const deployment = read({
  createCustomer: PATCH,
  createQuote: PATCH,
  pauseAgent: PATCH,
  updateCustomer: PATCH,
  createCredential: PATCH,
  exportInternalAccount: PATCH,
})

/** The body that the deployment gets. */
async function sent(call: Omit<Call, 'authorization'>): Promise<Record<string, unknown>> {
  let body: unknown
  const send = createCaller(deployment, (outgoing) => {
    body = JSON.parse(outgoing.body ?? 'null')
    return Promise.reject(new Error('sent'))
  })
  await assert.rejects(send({ authorization: undefined, ...call }), /sent/)
  return body as Record<string, unknown>
}
async function digits(call: Omit<Call, 'authorization'>): Promise<string> {
  const [found] = /\d{10}/.exec(String((await sent(call)).email)) ?? []
  assert.ok(found)
  return found
}

/** A request whose identifier the check chose. */
const identified = (body: unknown, requestId = 'r-1') =>
  ({ operation: 'createCustomer', body, headers: { 'idempotency-key': requestId } }) as const

describe('{unique} in requests', () => {
  it('becomes the same ten digits in each text of a body, also in objects and arrays', async () => {
    const body = await sent(identified({ platformCustomerId: 'a' }))
    const found = String(body.email).slice(4, 14)

    assert.match(found, /^[1-9]\d{9}$/)
    assert.deepEqual(body, {
      platformCustomerId: 'a',
      email: `ada-${found}@example.com`,
      ids: [{ type: 'TAX', value: found }, `x${found}y${found}`],
      constant: 'Ada',
    })
  })

  it('is the same where a request is repeated', async () => {
    const call = identified(conforming({ platformCustomerId: 'a' }))

    assert.equal(await digits(call), await digits(call))
    const update = {
      operation: 'updateCustomer',
      path: { customerId: 'c' },
      body: { fullName: 'Ada' },
    } as const
    assert.equal(await digits(update), await digits(update))
  })

  it('differs where the body, the conforming body, the path or the identifier differs', async () => {
    const pause = (agentId: string) => digits({ operation: 'pauseAgent', path: { agentId }, body: { a: 1 } })
    const [first, second] = [conforming({ platformCustomerId: 'a' }), conforming({ platformCustomerId: 'b' })]
    const found = [
      await digits(identified(first)),
      await digits(identified(second)),
      await digits(identified({ ...second, platformCustomerId: 'a' })),
      await digits(identified(first, 'r-2')),
      await digits({ operation: 'createCustomer', body: first }),
      await pause('1'),
      await pause('2'),
    ]

    assert.equal(new Set(found).size, found.length, found.join())
  })

  it('is the same in a signed retry, whose identifier differs', async () => {
    for (const operation of ['createCredential', 'exportInternalAccount'] as const) {
      const first = { operation, path: { id: 'InternalAccount:1' }, body: { accountId: 'a' } } as const

      assert.equal(await digits(first), await digits({ ...first, headers: { 'request-id': 'r' } }))
    }
  })

  it('is the same in a replay, which has placeholders for secrets', async () => {
    const bodyWith = (secret: string) => {
      const redaction = createRedaction()
      redaction.learn('token', secret)
      const call = { operation: 'updateCustomer', path: { customerId: 'c' }, body: { secret } } as const
      return withRedaction(redaction, () => digits(call))
    }

    assert.equal(await bodyWith('canary-4f1d9c'), await bodyWith('placeholder-77aa'))
  })

  it('cannot come from a variable, and its text is not a secret', () => {
    assert.throws(
      () => read({ createCustomer: { email: '${EMAIL}' } }, { EMAIL: 'ada-{unique}@example.com' }),
      /requests\.createCustomer\.email takes \{unique\} from a variable/,
    )
    assert.deepEqual(read({ createCustomer: { password: 'secret-{unique}' } }).secrets, [])
  })
})

it('the digits never begin with 0, nor end with what a sandbox takes for a scenario', () => {
  const all = Array.from(
    { length: 20_000 },
    (_, seed) => withUnique({ text: '{unique}' }, () => String(seed)).text,
  )

  assert.deepEqual(
    all.filter((one) => !/^[1-9]\d{9}$/.test(one) || /00\d$/.test(one)),
    [],
  )
  assert.equal(new Set(all).size, all.length)
})
