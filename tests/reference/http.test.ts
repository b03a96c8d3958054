import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { faults } from '../../selftest/faults/index.ts'
import { httpRules } from '../../reference/rules/http.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { variants } from '../../selftest/variants/index.ts'
import { operations } from '../../spec/index.ts'
import type { OperationBinding } from '../../spec/model.ts'
import { basic, credentials, neverAsked, startDriven } from './driven-reference.ts'

const reference = await startDriven()
after(() => reference.close())

const { accessToken, agentId } = await reference.arrange('agent', {})

test('every operation refuses missing, wrong, malformed and other credentials', async () => {
  for (const { method, path, credentials: wanted, errors, onlyArranges } of Object.values(
    operations as Readonly<Record<string, OperationBinding>>,
  )) {
    if (wanted === 'NONE' || onlyArranges) continue
    const other = wanted === 'PLATFORM' ? `Bearer ${accessToken}` : basic
    const wrong = wanted === 'PLATFORM' ? `Basic ${btoa('client:other')}` : 'Bearer other'
    for (const authorization of [undefined, other, wrong, 'Basic', 'Bearer', 'Basic !', accessToken]) {
      const route = path.replaceAll(/\{(\w+)\}/g, 'x')
      const headers = authorization === undefined ? {} : { authorization }
      const reply = await reference.platform(method, route, method === 'POST' ? {} : undefined, headers)
      assert.equal(reply.status, 401, `${method} ${path} ${authorization}`)
      assert.equal(reply.json.code, 'UNAUTHORIZED')
      assert.ok((errors === 'AGENT_LIST' ? 'message' : 'reason') in reply.json)
    }
  }
})

test('a body that is not a JSON object is refused', async () => {
  const { externalAccountId } = await reference.arrange('liveness-challenge', {})
  for (const body of ['', '{', '[]', 'null', '"x"']) {
    const path = `/platform/external-accounts/${externalAccountId}/verify`
    const reply = await reference.platform('POST', path, body)
    assert.deepEqual([reply.status, reply.json.code], [400, 'INVALID_REQUEST_FORMAT'])
  }
})

test('a body over 1 MB is refused', async () => {
  const reply = await reference.platform('POST', '/transactions/x/reject', 'x'.repeat(1024 * 1024 + 1))
  assert.deepEqual([reply.status, reply.json.code], [400, 'INVALID_REQUEST_FORMAT'])
})

test('an unknown route is not found, in JSON', async () => {
  const reply = await reference.platform('GET', '/nothing/here')
  assert.deepEqual([reply.status, reply.json.code], [404, 'NOT_FOUND'])
  assert.equal(reply.headers.get('content-type'), 'application/json')
  assert.ok(reply.headers.get('date'))
})

test('an unexpected error is returned without its stack, and logged', async () => {
  const broken = await startDriven({
    visibleActions: () => {
      throw new Error('planted')
    },
  })
  const agent = await broken.arrange('agent', {})
  const reply = await broken.agent(agent.accessToken, 'GET', '/agents/me/actions')
  assert.deepEqual([reply.status, reply.json.code], [500, 'SERVICE_SWITCH_ERROR'])
  assert.ok(!reply.text.includes('planted'))
  assert.ok(broken.asked.has('internalError'))
  await broken.close()
})

test('provider states require their token, know their states and report those that they cannot arrange', async () => {
  const ask = async (body: unknown, authorization?: string) =>
    (await reference.states(body, authorization)).status
  const setup = (state: string, params: object) => ask({ action: 'setup', state, params })
  assert.equal(await ask({ action: 'setup', state: 'agent' }, 'Bearer other'), 401)
  assert.equal(await setup('unheard-of', {}), 404)
  assert.equal(await setup('agent', { sendingCurrency: 'XXX' }), 422)
  assert.equal(await setup('wallet-challenge', { chain: 'TRON', address: 'x' }), 422)
  assert.equal(await setup('account-balance', { accountId: 'x' }), 422)
  assert.equal(await setup('external-account', { ownedBy: 'PLATFORM', trusted: true }), 422)
  assert.equal(await ask({ action: 'teardown', state: 'agent', params: {}, values: {} }), 200)
  assert.equal(await ask('nonsense'), 422)
})

test('identifiers, timestamps and amounts have the form of the conventions', async () => {
  const counts = { PENDING_APPROVAL: 0, APPROVED: 1, REJECTED: 0, FAILED: 0 }
  await reference.arrange('agent-actions', { agentId, counts })
  const { text } = await reference.agent(accessToken, 'GET', '/agents/me/actions')
  assert.match(text, /"id":"AgentAction:[0-9a-f-]{36}"/)
  assert.match(text, /"createdAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
  assert.match(text, /"totalSendingAmount":\d+,/)
})

test('faults are served beside the conforming deployment, unknown ones not', async () => {
  const { origin } = new URL(reference.url)
  assert.equal((await fetch(`${origin}/faults/none/2025-10-13/agents/me/actions`)).status, 404)
  assert.equal(new Set(faults.map(({ id }) => id)).size, faults.length)
  for (const { id } of faults) {
    const response = await fetch(`${origin}/faults/${id}/_states`, { method: 'POST' })
    assert.equal(response.status, 401, id)
  }
})

test('variants are served likewise, also several in one', async () => {
  const { origin } = new URL(reference.url)
  const statusAt = async (ids: string) =>
    (await fetch(`${origin}/variants/${ids}/_states`, { method: 'POST' })).status
  for (const { id } of variants) assert.equal(await statusAt(id), 401, id)
  assert.equal(await statusAt('oldest-first+without-fees'), 401)
  assert.equal(await statusAt('oldest-first+none'), 404)
})

test('a port in use is an error', async () => {
  const port = Number(new URL(reference.url).port)
  await assert.rejects(startSelftestServer({ port, credentials, statesToken: 'x' }), { code: 'EADDRINUSE' })
})

test('every rule of HTTP has been asked', () => {
  assert.deepEqual(
    neverAsked(httpRules, reference).filter((name) => name !== 'internalError'),
    [],
  )
})
