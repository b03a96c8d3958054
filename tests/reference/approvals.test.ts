import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { approvalRules } from '../../reference/rules/approvals.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'
import { basic, neverAsked, startDriven } from './driven-reference.ts'

const reference = await startDriven()
after(() => reference.close())

interface Submitted {
  readonly agent: StateValues['agent']
  readonly quoteId: string
  readonly actionId: string
  readonly transactionId: string
  readonly status: string
  readonly execute: () => ReturnType<typeof reference.agent>
}

async function quoted(params: StateParams['agent'], other: object = {}) {
  const agent = await reference.arrange('agent', params)
  const { json } = await reference.agent(
    agent.accessToken,
    'POST',
    '/agents/me/quotes',
    {
      source: { sourceType: 'ACCOUNT', accountId: agent.sourceAccountId },
      destination: { destinationType: 'ACCOUNT', accountId: agent.destinationAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100_000,
      ...other,
    },
    crypto.randomUUID(),
  )
  const execute = () =>
    reference.agent(agent.accessToken, 'POST', `/agents/me/quotes/${String(json.id)}/execute`)
  return { agent, quoteId: String(json.id), execute }
}

async function submitted(params: StateParams['agent']): Promise<Submitted> {
  const quote = await quoted(params)
  const reply = await quote.execute()
  assert.equal(reply.status, 200, reply.text)
  const { id, status, transaction } = reply.json as {
    id: string
    status: string
    transaction: { id: string }
  }
  return { ...quote, actionId: id, transactionId: transaction.id, status }
}

const approve = (transactionId: string) =>
  reference.platform('POST', `/transactions/${transactionId}/approve`)
const reject = (transactionId: string, body?: unknown) =>
  reference.platform('POST', `/transactions/${transactionId}/reject`, body)
const balanceOf = async ({ agent }: Submitted) =>
  (await reference.arrange('account-balance', { accountId: agent.sourceAccountId })).amount
const actionOf = async ({ agent, actionId }: Submitted) =>
  (await reference.agent(agent.accessToken, 'GET', `/agents/me/actions/${actionId}`)).json

const waiting = { executionMode: 'APPROVAL_REQUIRED', balance: 100_000 } as const

test('the policy decides which executions need approval', async () => {
  const modes: readonly (readonly [StateParams['agent'], string])[] = [
    [{ executionMode: 'AUTO' }, 'APPROVED'],
    [{ executionMode: 'APPROVAL_REQUIRED' }, 'PENDING_APPROVAL'],
    [{ approvalThreshold: 99_999 }, 'PENDING_APPROVAL'],
    [{ approvalThreshold: 100_000 }, 'APPROVED'],
    [{ balance: 99_999 }, 'FAILED'],
  ]
  for (const [params, status] of modes) assert.equal((await submitted(params)).status, status)
})

test('approved: the money moves once', async () => {
  const action = await submitted(waiting)
  assert.equal(await balanceOf(action), 100_000)

  const replies = await Promise.all([approve(action.transactionId), approve(action.transactionId)])

  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 409]))
  assert.equal(await balanceOf(action), 0)
  assert.equal((await actionOf(action)).status, 'APPROVED')
  assert.equal((await reject(action.transactionId)).json.code, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
  const transaction = await reference.platform('GET', `/transactions/${action.transactionId}`)
  assert.equal(transaction.json.status, 'COMPLETED')
})

test('a quote is executed once', async () => {
  const { execute } = await quoted({})
  assert.equal((await execute()).status, 200)
  assert.equal((await execute()).json.code, 'CONFLICT')
})

test('rejected: nothing moves, and the reason is kept', async () => {
  const action = await submitted(waiting)

  const reply = await reject(action.transactionId, { reason: 'Unknown supplier' })

  assert.equal(reply.status, 200)
  const { status, rejectionReason } = await actionOf(action)
  assert.deepEqual([status, rejectionReason], ['REJECTED', 'Unknown supplier'])
  assert.equal(await balanceOf(action), 100_000)
  assert.equal((await approve(action.transactionId)).status, 409)
})

test('rejected by the provider state', async () => {
  const action = await submitted(waiting)
  const { agent, actionId, transactionId } = action
  await reference.arrange('reject-action', { agentId: agent.agentId, actionId, transactionId, reason: 'No' })
  assert.equal((await actionOf(action)).status, 'REJECTED')
})

test('approved after expiry or without funds: FAILED, and nothing moves', async () => {
  const late = await submitted({ ...waiting, quoteExpiresInSeconds: 0.5 })
  const poor = await submitted(waiting)
  await reference.arrange('drain-source', {
    agentId: poor.agent.agentId,
    sourceAccountId: poor.agent.sourceAccountId,
  })
  await sleep(510)

  await approve(late.transactionId)
  await approve(poor.transactionId)

  assert.equal((await actionOf(late)).status, 'FAILED')
  assert.equal(await balanceOf(late), 100_000)
  assert.equal((await actionOf(poor)).status, 'FAILED')
  assert.equal(await balanceOf(poor), 0)
})

test('quotes that cannot be executed are refused', async () => {
  const expired = await quoted({ quoteExpiresInSeconds: 0.01 })
  await sleep(20)
  assert.equal((await expired.execute()).json.code, 'QUOTE_EXPIRED')
  const forbidden = await quoted({ permissions: ['CREATE_QUOTES'] })
  assert.equal((await forbidden.execute()).status, 400)
  const unfunded = await quoted({}, { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } })
  assert.equal((await unfunded.execute()).json.code, 'INSUFFICIENT_FUNDS')
})

test('an unknown transaction is not found, and an agent approves nothing', async () => {
  const action = await submitted(waiting)
  const unknown = await approve(`Transaction:${crypto.randomUUID()}`)
  assert.deepEqual([unknown.status, unknown.json.code], [404, 'TRANSACTION_NOT_FOUND'])
  const path = `/transactions/${action.transactionId}/approve`
  assert.equal((await reference.agent(action.agent.accessToken, 'POST', path)).status, 401)
  assert.equal((await actionOf(action)).status, 'PENDING_APPROVAL')
})

test('an internal account in the same currency is credited with the receiving total', async () => {
  const { sourceAccountId: accountId } = await reference.arrange('agent', { sendingCurrency: 'USD' })
  const balance = async () => (await reference.arrange('account-balance', { accountId })).amount
  const before = await balance()
  const payer = await reference.arrange('agent', { sendingCurrency: 'USD' })
  const request = {
    source: { sourceType: 'ACCOUNT', accountId: payer.sourceAccountId },
    destination: { destinationType: 'ACCOUNT', accountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_000,
  }
  const headers = { authorization: basic, 'idempotency-key': crypto.randomUUID() }
  const quote = await reference.platform('POST', '/quotes', request, headers)

  assert.equal(quote.status, 201, quote.text)
  const { status, text } = await reference.platform('POST', `/quotes/${String(quote.json.id)}/execute`)

  assert.equal(status, 200, text)
  const received = (await balance()) - before
  assert.equal(received, quote.json.totalReceivingAmount)
})

test('every approval rule has been asked', () => {
  assert.deepEqual(neverAsked(approvalRules, reference), [])
})
