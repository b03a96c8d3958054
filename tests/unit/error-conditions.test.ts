/** Errors that a plain request is assumed to cause: only the expected code is judged. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createArrangements } from '../../fixtures/preconditions.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { createCaller } from '../../fixtures/caller.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { createFreshValues } from '../../fixtures/fresh-values.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import { createSendArranged } from '../../fixtures/send-arranged.ts'
import { systemTime } from '../../fixtures/time.ts'
import type { ErrorCode } from '../../spec/index.ts'

const CUSTOMER = 'Customer:00000000-0000-4000-8000-000000000001'

type Response = readonly [status: number, body?: unknown]

interface Sent {
  readonly route: string
  readonly outgoing: Outgoing
  readonly mayRepeat: boolean
}

/** Responds to each `METHOD /path` with its responses in order, the last again and again; to everything else with 404. */
function stageWith(routes: Readonly<Record<string, readonly Response[]>>, description: object = {}) {
  const sent: Sent[] = []
  const left = new Map(Object.entries(routes).map(([route, responses]) => [route, [...responses]]))
  const deployment = deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      ...description,
    },
    'd.yaml',
    { ID: 'id', SECRET: 'secret' },
  )
  const pass = (outgoing: Outgoing, mayRepeat: boolean): Promise<Incoming> => {
    const path = outgoing.url.replace(deployment.baseUrl, '').replace(/:[0-9a-f-]{36}/g, ':uuid')
    const route = `${outgoing.method} ${path}`
    sent.push({ route, outgoing, mayRepeat })
    const responses = left.get(route) ?? [[404, {}]]
    const [status, json] = responses.length > 1 ? responses.shift()! : responses[0]!
    const text = json === undefined ? '' : JSON.stringify(json)
    const response = { status, headers: {}, body: Buffer.from(text), receivedAt: 0 }
    return Promise.resolve({ exchange: route, sentAt: 0, endedAt: 0, response, text, json, shown: text })
  }
  const { arrange, arranged, tearDown } = createArrangements(
    deployment,
    createFreshValues(),
    pass,
    systemTime,
    (text) => text,
    { seed: 'seed', memory: createProvisioningMemory() },
  )
  const send = createSendArranged(deployment, pass, 'Basic platform', createCaller(deployment, pass))
  const cause = async (status: number, code: ErrorCode, operation?: string) =>
    send(await arrange('error-condition', { status, code, operation }))
  return { cause, sent, arranged, tearDown, judged: () => sent.filter(({ outgoing }) => outgoing.assumed) }
}

const conflict = (second: Response) =>
  stageWith(
    { 'POST /customers': [[201, { id: CUSTOMER }], second] },
    { operations: { getConfiguration: null } },
  )

const blocked =
  (message: RegExp, next = /Serve the provider state error-condition for/) =>
  (error: unknown) =>
    error instanceof Blocked &&
    error.fixIn === 'deployment-file' &&
    message.test(error.message) &&
    next.test(error.next)

describe('a request that is assumed to cause an error', () => {
  it('is judged if the response has the code, with any status', async () => {
    for (const status of [409, 400]) {
      const { cause, judged } = conflict([status, { code: 'CONFLICT' }])

      const answer = await cause(409, 'CONFLICT')

      assert.equal(answer.status, status)
      assert.equal(answer.operation, 'createCustomer')
      assert.equal(judged().length, 1)
      assert.equal(judged()[0]?.outgoing.kind, 'contract')
      assert.equal(judged()[0]?.outgoing.headers.authorization, 'Basic platform')
    }
  })

  it('is blocked where the response has another code, none, or a status that the catalogue does not have', async () => {
    const responses: readonly (readonly [Response, RegExp])[] = [
      [[400, { code: 'INVALID_INPUT' }], /caused it: createCustomer returned 400 INVALID_INPUT/],
      [[409, { code: 'another <code>' }], /caused it: createCustomer returned 409 \(exchange/],
      [[422, { code: 'CONFLICT' }], /caused it: createCustomer returned 422 CONFLICT/],
      [[500], /caused it: createCustomer returned 500 \(exchange/],
    ]
    for (const [response, message] of responses) {
      await assert.rejects(conflict(response).cause(409, 'CONFLICT'), blocked(message))
    }
  })

  it('is blocked if the request succeeds, and created resources are deleted or listed', async () => {
    const { cause, sent, arranged, tearDown } = stageWith({
      'POST /customers': [[201, { id: CUSTOMER }]],
      'POST /customers/external-accounts': [
        [201, { id: 'ExternalAccount:00000000-0000-4000-8000-000000000002' }],
      ],
      'DELETE /customers/external-accounts/ExternalAccount:uuid': [[204]],
    })

    await assert.rejects(cause(400, 'INVALID_INPUT'), blocked(/createCustomerExternalAccount returned 201/))
    await tearDown()

    assert.ok(sent.some(({ route }) => route.startsWith('DELETE ')))
    const left = arranged().flatMap(({ state, notTornDown }) =>
      state === 'error-condition' ? notTornDown : [],
    )
    assert.deepEqual(left, [CUSTOMER])
  })

  it('is followed by the next one that may cause the code', async () => {
    const { cause, judged } = stageWith({
      'GET /agents/Agent:uuid': [[404, { code: 'AGENT_NOT_FOUND' }]],
      'GET /documents/Document:uuid': [[404, { code: 'NOT_FOUND' }]],
    })

    const answer = await cause(404, 'NOT_FOUND')

    assert.equal(answer.operation, 'getDocument')
    assert.deepEqual(
      judged().map(({ outgoing }) => outgoing.assumed),
      ['NOT_FOUND', 'NOT_FOUND'],
    )
  })

  it('is not sent to an operation that is bound to null', async () => {
    const { cause, judged } = stageWith(
      { 'GET /documents/Document:uuid': [[404, { code: 'NOT_FOUND' }]] },
      { operations: { getAgent: null } },
    )

    await cause(404, 'NOT_FOUND')

    assert.deepEqual(
      judged().map(({ route }) => route),
      ['GET /documents/Document:uuid'],
    )
  })

  it('is sent once where it could move money', async () => {
    const { cause, judged } = stageWith({ 'POST /sandbox/send': [[404, { code: 'REFERENCE_NOT_FOUND' }]] })

    await cause(404, 'REFERENCE_NOT_FOUND')

    assert.deepEqual(
      judged().map(({ mayRepeat }) => mayRepeat),
      [false],
    )
  })

  it('keeps its defect where the deployment file changes the body', async () => {
    const { cause, judged } = stageWith(
      { 'POST /customers': [[201, { id: CUSTOMER }]], 'POST /documents': [[400, { code: 'INVALID_INPUT' }]] },
      { requests: { createCustomerExternalAccount: { iban: 'set', accountInfo: { extra: 1 } } } },
    )

    await assert.rejects(cause(400, 'INVALID_INPUT'), Blocked)

    const body = JSON.parse(judged()[0]?.outgoing.body ?? '{}') as Readonly<Record<string, unknown>>
    assert.equal(body.iban, 'set')
    assert.equal('accountInfo' in body, false)
  })

  it('may be no JSON', async () => {
    const { cause, judged } = stageWith({ 'POST /customers': [[400, { code: 'INVALID_REQUEST_FORMAT' }]] })

    await cause(400, 'INVALID_REQUEST_FORMAT')

    assert.throws(() => JSON.parse(judged()[0]?.outgoing.body ?? '{}'), SyntaxError)
    assert.equal(judged()[0]?.outgoing.headers['content-type'], 'application/json')
  })

  it('is blocked where none is known', async () => {
    const { cause, sent } = stageWith({})

    await assert.rejects(cause(500, 'INTERNAL_ERROR'), blocked(/no plain request is known to cause 500/))
    await assert.rejects(
      cause(404, 'NOT_FOUND', 'listAgentActions'),
      blocked(/NOT_FOUND from listAgentActions/),
    )
    assert.deepEqual(sent, [])
  })
})
