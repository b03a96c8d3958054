/**
 * Decisions of the platform on submissions of agents (contract: States, Agent action status; Errors, 404 and 409
 * codes).
 */
import * as fc from 'fast-check'
import { retryUntilFound } from '../../fixtures/retry-until-found.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  expectAnyDecision,
  expectApprovalRejected,
  expectNothingToApprove,
  expectNotPending,
} from '../../suites/agent-management/expectations.ts'
import { expectReceivedAmount, expectSentAmount } from '../../suites/agent-operations/action-expectations.ts'
import { judge, judgeAccepted, problemsOf } from '../judge.ts'
import { Violation, requireServiceResponse, formatValue } from '../violation.ts'
import {
  canPay,
  newAgent,
  picked,
  type ActionStatus,
  type Model,
  type ModelAction,
  type ModelAgent,
} from '../model.ts'
import { RARELY, stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { actionProblems } from './action-problems.ts'
import { judgeBalance } from './balance.ts'
import { judgeFailure, isFresh, listed, ledgerOf, findSubmittedAction } from './executions.ts'
import { requestQuote } from './quote-request.ts'
import { usable } from './usable.ts'

/** The actions that can be decided, and their agents. */
const decidable = ({ agents }: Model) =>
  agents
    .filter(({ life }) => life !== 'DELETED')
    .flatMap((agent) =>
      agent.actions
        .filter(({ transactionId }) => transactionId !== undefined)
        .map((action) => ({ agent, action })),
    )

const awaiting = (model: Model) =>
  decidable(model).filter(({ action }) => action.status === 'PENDING_APPROVAL')
const decided = (model: Model) =>
  decidable(model).filter(({ action }) => action.status !== 'PENDING_APPROVAL')

const approve = stepKind({
  name: 'approve',
  area: 'agent-management',
  operations: ['approveTransaction', 'executeAgentQuote', 'listAgentActions'],
  weight: 8,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(awaiting(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, action } = picked(awaiting(model), of)!
    const ledger = ledgerOf(model, agent)
    const funded = canPay(ledger, action.quote.terms.totalSendingAmount)
    const wasFresh = isFresh(world, action.quote)
    const response = await retryUntilFound(world.context, () =>
      world.context.platform.approve(action.transactionId!),
    )
    requireServiceResponse(response)
    if (!wasFresh || funded === undefined) {
      ledger.known = false
      agent.listKnown = false
      agent.actions.splice(agent.actions.indexOf(action), 1)
      return
    }
    if (funded) {
      judgeAccepted('APR-10', response)
      await judgeReached(world, agent, action, 'APPROVED', 'APR-10')
      ledger.owed += action.quote.terms.totalSendingAmount
      await judgeBalance(model, world, ledger)
      if (ledger.known && ledger.initial !== undefined) await judgePaidAmounts(world, agent, action)
    } else {
      await judgeReached(world, agent, action, 'FAILED', 'APR-17', world.context.maxWaitMs)
      await judgeBalance(model, world, ledger, 'APR-17')
    }
  },
})

/** After the payment, the amounts of the transaction are those of the quote, with separate fees or without. */
async function judgePaidAmounts(world: World, agent: ModelAgent, { id, quote: { terms } }: ModelAction) {
  await world.settled(
    () => listed(world, agent),
    ({ items, pages }) => {
      const seen = items.find((item) => item.id === id)
      const last = pages.at(-1)
      if (!last) return []
      return problemsOf(last, [
        ['AGA-20', () => expectSentAmount(seen, terms.totalSendingAmount)],
        ['AGA-21', () => expectReceivedAmount(seen, terms.totalReceivingAmount)],
      ])
    },
    ({ pages }) => pages.at(-1)?.exchange,
  )
}

/** @throws Violation when the action does not show the status */
async function judgeReached(
  world: World,
  agent: ModelAgent,
  action: ModelAction,
  status: ActionStatus,
  requirement: RequirementId,
  withinMs?: number,
): Promise<void> {
  await world.settled(
    () => listed(world, agent),
    ({ items, pages }) => {
      const seen = items.find(({ id }) => id === action.id)
      const last = pages.at(-1)
      if (seen?.status === status && last) return actionProblems(last, seen, agent, action.quote, action.seen)
      const found = seen ? `is ${formatValue(seen.status)}` : 'is not listed'
      return [{ requirement, message: `an action that must become ${status} ${found}` }]
    },
    ({ pages }) => pages.at(-1)?.exchange,
    withinMs,
  )
  action.status = status
}

const reject = stepKind({
  name: 'reject',
  area: 'agent-management',
  operations: ['rejectTransaction', 'executeAgentQuote', 'listAgentActions'],
  weight: 4,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(awaiting(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, action } = picked(awaiting(model), of)!
    const response = await world.context.platform.reject(action.transactionId!, 'Unknown supplier')
    judgeAccepted('APR-13', response)
    await judgeReached(world, agent, action, 'REJECTED', 'APR-13')
    await judgeBalance(model, world, ledgerOf(model, agent), 'APR-14')
  },
})

/** By the provider state, for deployments on which the platform rejects in another way. */
const rejectArranged = stepKind({
  name: 'reject-arranged',
  area: 'agent-management',
  operations: ['executeAgentQuote', 'listAgentActions'],
  weight: 2,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(awaiting(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, action } = picked(awaiting(model), of)!
    await world.context.arrange('reject-action', {
      agentId: agent.holder.agentId,
      actionId: action.id,
      transactionId: action.transactionId!,
      reason: 'Unknown supplier',
    })
    await judgeReached(world, agent, action, 'REJECTED', 'APR-12')
    await judgeBalance(model, world, ledgerOf(model, agent), 'APR-14')
  },
})

const AGAIN = {
  PENDING_APPROVAL: 'APR-19',
  APPROVED: 'APR-19',
  REJECTED: 'APR-21',
  FAILED: 'APR-22',
} as const

const decideAgain = stepKind({
  name: 'decide-again',
  area: 'agent-management',
  operations: ['approveTransaction', 'executeAgentQuote', 'listAgentActions'],
  weight: 5,
  params: fc.record({ of: fc.nat(20), rejects: fc.boolean() }),
  may: (model, { of }) => picked(decided(model), of) !== undefined,
  async take(model, world, { of, rejects }) {
    const { agent, action } = picked(decided(model), of)!
    const rejecting =
      rejects && action.status === 'APPROVED' && world.deployment.operations.rejectTransaction !== null
    const response = rejecting
      ? await world.context.platform.reject(action.transactionId!, 'Unknown supplier')
      : await world.context.platform.approve(action.transactionId!)
    const requirement = rejecting ? 'APR-23' : AGAIN[action.status]
    const what = `${rejecting ? 'rejecting' : 'approving'} what is ${action.status}`
    judge(requirement, response, requirement === 'APR-19' ? expectApprovalRejected : expectAnyDecision)
    const seen = (await listed(world, agent)).items.find(({ id }) => id === action.id)
    const isChanged = seen !== undefined && seen.status !== action.status
    if (isChanged && !(mayBeStale(seen.status, action) && (await isSoStill(world, agent, action))))
      throw new Violation(requirement, `${what} made it ${formatValue(seen.status)}`, response.exchange)
    if (!rejecting) judge('APR-24', response, expectNotPending)
  },
})

/** A stale read shows a status that the action had before. */
const mayBeStale = (shown: unknown, { status }: ModelAction): boolean =>
  shown === 'PENDING_APPROVAL' || (shown === 'APPROVED' && status === 'FAILED')

/** Another server may still return older data. */
const isSoStill = async (world: World, agent: ModelAgent, { id, status }: ModelAction) => {
  const walk = await world.context.poll(
    () => listed(world, agent),
    ({ items }) => items.some((item) => item.id === id && item.status === status),
  )
  return walk.items.some((item) => item.id === id && item.status === status)
}

/** Ids that belong to no transaction. */
const NO_TRANSACTIONS = ['unknown', 'text', 'number', 'quote', 'action'] as const

const approveNothing = stepKind({
  name: 'approve-no-transaction',
  area: 'agent-management',
  operations: ['approveTransaction', 'executeAgentQuote', 'listAgentActions'],
  params: fc.record({ of: fc.nat(20), by: fc.constantFrom(...NO_TRANSACTIONS) }),
  may: (model, { of }) => picked(awaiting(model), of) !== undefined,
  async take(model, world, { of, by }) {
    const { action } = picked(awaiting(model), of)!
    const id = {
      unknown: nonexistentId(action.transactionId!, world.context),
      text: 'not an identifier',
      number: 'Transaction:42',
      quote: action.quote.terms.id,
      action: action.id,
    }[by]
    const response = await world.context.platform.approve(id)
    if (by === 'unknown') judge('APR-25', response, expectNothingToApprove)
    else judge('APR-26', response, expectApprovalRejected)
  },
})

/** Creates and executes the quote, then reads the action until it is pending. */
const REQUESTS_TO_PENDING = 4

/**
 * After its `expiresAt`, by the deployment's clock, a quote cannot be executed, and its pending action cannot succeed.
 */
const outwaitQuote = stepKind({
  name: 'outwait-quote',
  area: 'agent-management',
  operations: ['createAgentQuote', 'executeAgentQuote', 'listAgentActions', 'approveTransaction'],
  weight: 1,
  params: fc.record({ approved: fc.boolean(), rarely: fc.nat(RARELY) }),
  may: (_, { rarely }) => rarely === 0,
  async take(_, world, { approved }) {
    const { context } = world
    const executionMode = approved ? 'APPROVAL_REQUIRED' : 'AUTO'
    const quoteExpiresInSeconds = context.lifetime.seconds(approved ? REQUESTS_TO_PENDING : 0)
    const holder = await context.arrange('agent', { executionMode, quoteExpiresInSeconds })
    const accountId = holder.sourceAccountId
    const before = (await context.arrange('account-balance', { accountId })).amount
    const agent = newAgent(holder, executionMode)
    const quote = usable(await requestQuote(world, agent))
    const client = context.agent(holder.accessToken)
    const expiresAt = new Date(quote.terms.expiresAt).toISOString()
    if (approved) {
      const executed = await client.executeQuote(quote.terms.id)
      const action = await findSubmittedAction(world, agent, quote, executed, 300)
      // It may have expired before it was submitted.
      if (action?.status !== 'PENDING_APPROVAL' || action.transactionId === undefined) return
      await context.clock.past(expiresAt)
      requireServiceResponse(await context.platform.approve(action.transactionId))
      await judgeReached(world, agent, action, 'FAILED', 'APR-16', context.maxWaitMs)
    } else {
      await context.clock.past(expiresAt)
      await judgeFailure(world, agent, quote, await client.executeQuote(quote.terms.id), 'APR-30')
    }
    const after = (await context.arrange('account-balance', { accountId })).amount
    if (after !== before)
      throw new Violation(
        approved ? 'APR-16' : 'APR-30',
        `after a quote expired, its execution took ${before - after}`,
      )
  },
})

export const decisionSteps: readonly AnyStepKind[] = [
  approve,
  reject,
  rejectArranged,
  decideAgain,
  approveNothing,
  outwaitQuote,
]
