/** What agents execute, and what the platform decides on it (contract: States, Agent action status; Endpoints 2 and 3). */
import * as fc from 'fast-check'
import type { Answer } from '../../fixtures/answer.ts'
import { identifierOfNobody } from '../../fixtures/of-nobody.ts'
import { walkActions } from '../../fixtures/page-walk.ts'
import { CONSISTENCY_MS } from '../../fixtures/poll.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId } from '../../spec/index.ts'
import { Breach, isSuccess, ofTheService, said, shown, withStatus, withSuccess, without } from '../breach.ts'
import {
  canPay,
  needsApproval,
  newAgent,
  picked,
  type ActionStatus,
  type Model,
  type ModelAction,
  type ModelAgent,
  type ModelQuote,
} from '../model.ts'
import { RARELY, stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { actionProblems } from './action-problems.ts'
import { settledBalance } from './balance.ts'
import { newQuote, quoteRequest, refusedForBusiness } from './quote-request.ts'
import { usable } from './usable.ts'

/** Of a permission that is missing. */
const NOT_PERMITTED = [400, 401, 403, 404] as const
/** A refusal that leaves open why: the credentials were right, so 401 is none of them. */
export const REFUSALS = [400, 403, 404, 409, 410, 412, 422] as const

/** Before it expires a quote is executed with time to spare, so that the clocks need not be exact. */
const SPARE_MS = 10_000

export const isFresh = ({ stage }: World, { terms }: ModelQuote): boolean =>
  terms.expiresAt - SPARE_MS > stage.clock.atLeast()

/** All that the agent's list shows. */
export const listed = async ({ stage }: World, { holder }: ModelAgent) =>
  walkActions(stage.agent(holder.accessToken), { limit: 100 })

type Item = Readonly<Record<string, unknown>>

/** The quotes that an action tells that it concerns; it may leave them out. */
const toldQuotes = (item: Item): readonly unknown[] =>
  [valueAt(item, 'quote.id'), valueAt(item, 'transaction.quoteId')].filter(
    (id) => id !== undefined && id !== null,
  )

/** Whether an action is the one of a quote: it says so, or says nothing and is none of those that are known. */
const concerns = (item: Item, { terms }: ModelQuote, { actions, past }: ModelAgent): boolean => {
  const told = toldQuotes(item)
  if (told.length > 0) return told.includes(terms.id)
  return actions.every(({ id }) => id !== item.id) && Object.values(past).every((count) => count === 0)
}

/**
 * The action by which a quote was submitted, as the list shows it; undefined: none is listed that tells its quote.
 *
 * @param withinMs how long it is waited for
 */
export async function submittedAction(
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: Answer,
  withinMs: number = CONSISTENCY_MS,
): Promise<ModelAction | undefined> {
  const walk = await world.stage.poll(
    () => listed(world, agent),
    ({ items }) => items.some((item) => concerns(item, quote, agent)),
    withinMs,
  )
  const seen = walk.items.find((item) => concerns(item, quote, agent))
  if (!seen || typeof seen.id !== 'string' || typeof seen.status !== 'string') return undefined
  const transactionId = [
    valueAt(seen, 'transaction.id'),
    valueAt(seen, 'quote.transactionId'),
    valueAt(executed.body, 'transaction.id'),
    valueAt(executed.body, 'quote.transactionId'),
    valueAt(executed.body, 'transactionId'),
  ].find((id) => typeof id === 'string')
  return { id: seen.id, quote, transactionId, status: seen.status as ActionStatus, seen }
}

/** The quotes that were not submitted yet, and their agents. */
const submittable = ({ agents }: Model) =>
  agents
    .filter(({ life }) => life === 'ACTIVE')
    .flatMap((agent) =>
      agent.quotes
        .filter(({ executable, submitted }) => executable && !submitted)
        .map((quote) => ({ agent, quote })),
    )

/** The actions on which somebody can decide, and their agents. */
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

const purseOf = ({ purses }: Model, { holder }: ModelAgent) => purses.get(holder.sourceAccountId)!

const executeQuote = stepKind({
  name: 'execute-quote',
  area: 'agent-management',
  operations: ['createAgentQuote', 'executeAgentQuote', 'listAgentActions'],
  weight: 10,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(submittable(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, quote } = picked(submittable(model), of)!
    const executed = await world.stage.agent(agent.holder.accessToken).executeQuote(quote.terms.id)
    ofTheService(executed)
    if (!agent.mayExecute) {
      withStatus(executed, NOT_PERMITTED, 'APR-35', 'an execution that the policy does not permit')
      return
    }
    quote.submitted = true
    const purse = purseOf(model, agent)
    const waits = needsApproval(agent, quote)
    const funded = canPay(purse, quote.terms.totalSendingAmount)
    if (!isFresh(world, quote) || waits === undefined || funded === undefined) {
      purse.known = false
      agent.listKnown = false
      return
    }
    if (waits) await becomesPending(world, agent, quote, executed, funded)
    else if (funded) await isPaid(model, world, agent, quote, executed)
    else {
      await fails(world, agent, quote, executed)
      await settledBalance(world, purse)
      const isRefused = executed.status >= 400
      if (isRefused && (executed.status !== 400 || valueAt(executed.body, 'code') !== 'INSUFFICIENT_FUNDS'))
        throw new Breach(
          'APR-33',
          `an execution without funds was answered with ${shown(executed)}`,
          executed.exchange,
        )
    }
  },
})

/** @param funded false: whether it is accepted at all is open */
async function becomesPending(
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: Answer,
  funded: boolean,
): Promise<void> {
  const requirement: RequirementId = agent.mode === 'APPROVAL_REQUIRED' ? 'APR-01' : 'APR-02'
  const action = await submittedAction(world, agent, quote, executed)
  if (!funded && action?.status !== 'PENDING_APPROVAL') {
    agent.listKnown = false
    return
  }
  if (!action) {
    const { items } = await listed(world, agent)
    // Which of those that tell nothing it is cannot be known.
    if (items.some((item) => toldQuotes(item).length === 0)) {
      agent.listKnown = false
      return
    }
    const message = `executed, a quote that needs approval is in no listed action; the execution was answered with ${shown(executed)}`
    throw new Breach(requirement, message, executed.exchange)
  }
  if (action.status !== 'PENDING_APPROVAL') {
    const message = `executed, a quote that needs approval has an action that is ${action.status}`
    throw new Breach(requirement, message, executed.exchange)
  }
  agent.actions.push(action)
  without(actionProblems(action.seen, agent, quote), executed.exchange)
  if (valueAt(action.seen, 'quote.id') === undefined)
    throw new Breach('APR-37', 'an action does not embed its quote', executed.exchange)
}

async function isPaid(
  model: Model,
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: Answer,
): Promise<void> {
  withSuccess(executed, 'APR-04', 'an execution that needs no approval')
  purseOf(model, agent).owed += quote.terms.totalSendingAmount
  const action = await submittedAction(world, agent, quote, executed, 0)
  if (action?.status === 'PENDING_APPROVAL') {
    const message = 'what needs no approval has an action that is PENDING_APPROVAL'
    throw new Breach(agent.threshold === undefined ? 'APR-04' : 'APR-05', message, executed.exchange)
  }
  agent.unlisted++
}

async function fails(
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: Answer,
  requirement: RequirementId = 'APR-32',
): Promise<void> {
  if (executed.status >= 400 && executed.status < 500) return
  const { maxWaitMs } = world.stage
  const walk = await world.stage.poll(
    () => listed(world, agent),
    ({ items }) => items.some((item) => concerns(item, quote, agent) && item.status === 'FAILED'),
    maxWaitMs,
  )
  const seen = walk.items.find((item) => concerns(item, quote, agent))
  if (seen?.status !== 'FAILED') {
    const message = `executed although it cannot be, a quote has ${seen ? `an action that is ${said(seen.status)}` : 'no action'}`
    throw new Breach(requirement, message, executed.exchange)
  }
  const transactionId = valueAt(seen, 'transaction.id')
  agent.actions.push({
    id: String(seen.id),
    quote,
    transactionId: typeof transactionId === 'string' ? transactionId : undefined,
    status: 'FAILED',
    seen,
  })
}

/** Quotes of which it is known that another execution pays nothing, and their agents. */
const alreadyExecuted = ({ agents }: Model) =>
  agents
    .filter(({ life, mayExecute }) => life === 'ACTIVE' && mayExecute)
    .flatMap((agent) =>
      agent.quotes
        .filter((quote) => quote.submitted && quote.executable)
        .filter((quote) => {
          const action = agent.actions.find((one) => one.quote === quote)
          // What was rejected, or has failed, may perhaps be submitted once more.
          if (action)
            return (
              action.status === 'APPROVED' ||
              (action.status === 'PENDING_APPROVAL' && needsApproval(agent, quote) === true)
            )
          return needsApproval(agent, quote) === false
        })
        .map((quote) => ({ agent, quote })),
    )

/** Executed again, a quote pays no second time: what is answered is open. */
const executeAgain = stepKind({
  name: 'execute-again',
  area: 'agent-management',
  operations: ['executeAgentQuote', 'listAgentActions'],
  weight: 3,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => {
    const one = picked(alreadyExecuted(model), of)
    return one !== undefined && !purseOf(model, one.agent).drained
  },
  async take(model, world, { of }) {
    const { agent, quote } = picked(alreadyExecuted(model), of)!
    const purse = purseOf(model, agent)
    await settledBalance(world, purse)
    const answer = await world.stage.agent(agent.holder.accessToken).executeQuote(quote.terms.id)
    ofTheService(answer)
    if (answer.status >= 500)
      throw new Breach(
        'APR-31',
        `executing a quote again was answered with ${shown(answer)}`,
        answer.exchange,
      )
    // Another action may await approval from now on, or have failed.
    if (isSuccess(answer)) agent.listKnown = false
    await settledBalance(world, purse, 'APR-31')
  },
})

const approve = stepKind({
  name: 'approve',
  area: 'agent-management',
  operations: ['approveTransaction', 'executeAgentQuote', 'listAgentActions'],
  weight: 8,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(awaiting(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, action } = picked(awaiting(model), of)!
    const purse = purseOf(model, agent)
    const funded = canPay(purse, action.quote.terms.totalSendingAmount)
    const wasFresh = isFresh(world, action.quote)
    const answer = await world.stage.platform.approve(action.transactionId!)
    ofTheService(answer)
    if (!wasFresh || funded === undefined) {
      purse.known = false
      agent.listKnown = false
      agent.actions.splice(agent.actions.indexOf(action), 1)
      return
    }
    if (funded) {
      withSuccess(answer, 'APR-10', 'approving what awaits approval')
      await reaches(world, agent, action, 'APPROVED', 'APR-10')
      purse.owed += action.quote.terms.totalSendingAmount
      await settledBalance(world, purse)
      if (purse.known && purse.initial !== undefined) await tellsWhatWasPaid(world, agent, action)
    } else {
      await reaches(world, agent, action, 'FAILED', 'APR-17', world.stage.maxWaitMs)
      await settledBalance(world, purse, 'APR-17')
    }
  },
})

/** Once it is paid, the amounts of the transaction are those of the quote, the fees told apart or not. */
async function tellsWhatWasPaid(world: World, agent: ModelAgent, { id, quote: { terms } }: ModelAction) {
  const { totalSendingAmount, totalReceivingAmount, feesIncluded } = terms
  const sums: readonly unknown[] = [
    undefined,
    totalSendingAmount,
    ...(typeof feesIncluded === 'number' ? [totalSendingAmount - feesIncluded] : []),
  ]
  await world.settled(
    () => listed(world, agent),
    ({ items }) => {
      const seen = items.find((item) => item.id === id)
      const sent = valueAt(seen, 'transaction.sentAmount.amount')
      const received = valueAt(seen, 'transaction.receivedAmount.amount')
      if (!sums.includes(sent))
        return [{ requirement: 'AGA-20', message: `of ${totalSendingAmount}, ${said(sent)} is told as sent` }]
      return received === undefined || received === totalReceivingAmount
        ? []
        : [
            {
              requirement: 'AGA-21',
              message: `of ${totalReceivingAmount}, ${said(received)} is told as received`,
            },
          ]
    },
    ({ pages }) => pages.at(-1)?.exchange,
  )
}

/** @throws Breach when the action is not seen to come to the status */
async function reaches(
  world: World,
  agent: ModelAgent,
  action: ModelAction,
  status: ActionStatus,
  requirement: RequirementId,
  withinMs?: number,
): Promise<void> {
  await world.settled(
    () => listed(world, agent),
    ({ items }) => {
      const seen = items.find(({ id }) => id === action.id)
      if (seen?.status === status) return actionProblems(seen, agent, action.quote, action.seen)
      const found = seen ? `is ${said(seen.status)}` : 'is not listed'
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
    const answer = await world.stage.platform.reject(action.transactionId!, 'Unknown supplier')
    withSuccess(answer, 'APR-13', 'rejecting what awaits approval')
    await reaches(world, agent, action, 'REJECTED', 'APR-13')
    await settledBalance(world, purseOf(model, agent), 'APR-14')
  },
})

/** By the provider state, for deployments on which the platform rejects otherwise. */
const rejectArranged = stepKind({
  name: 'reject-arranged',
  area: 'agent-management',
  operations: ['executeAgentQuote', 'listAgentActions'],
  weight: 2,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(awaiting(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, action } = picked(awaiting(model), of)!
    await world.stage.arrange('reject-action', {
      agentId: agent.holder.agentId,
      actionId: action.id,
      transactionId: action.transactionId!,
      reason: 'Unknown supplier',
    })
    await reaches(world, agent, action, 'REJECTED', 'APR-12')
    await settledBalance(world, purseOf(model, agent), 'APR-14')
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
    const answer = rejecting
      ? await world.stage.platform.reject(action.transactionId!, 'Unknown supplier')
      : await world.stage.platform.approve(action.transactionId!)
    const requirement = rejecting ? 'APR-23' : AGAIN[action.status]
    const what = `${rejecting ? 'rejecting' : 'approving'} what is ${action.status}`
    withStatus(answer, REFUSALS, requirement, what)
    const seen = (await listed(world, agent)).items.find(({ id }) => id === action.id)
    if (seen && seen.status !== action.status && !(await isSoStill(world, agent, action)))
      throw new Breach(requirement, `${what} made it ${said(seen.status)}`, answer.exchange)
    const code = valueAt(answer.body, 'code')
    if (!rejecting && (answer.status !== 409 || code !== 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'))
      throw new Breach('APR-24', `${what} was answered with ${shown(answer)}`, answer.exchange)
  },
})

/** What one server shows late, another has shown already. */
const isSoStill = async (world: World, agent: ModelAgent, { id, status }: ModelAction) => {
  const walk = await world.stage.poll(
    () => listed(world, agent),
    ({ items }) => items.some((item) => item.id === id && item.status === status),
  )
  return walk.items.some((item) => item.id === id && item.status === status)
}

/** Ids that are none of a transaction. */
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
      unknown: identifierOfNobody(action.transactionId!, world.stage),
      text: 'not an identifier',
      number: 'Transaction:42',
      quote: action.quote.terms.id,
      action: action.id,
    }[by]
    const answer = await world.stage.platform.approve(id)
    if (by === 'unknown') withStatus(answer, [404], 'APR-25', 'approving an unknown transaction')
    else withStatus(answer, [400, 404], 'APR-26', `approving by what is no transaction (${by})`)
  },
})

/** An agent of another customer, which may not execute what is not its own. */
const executeForeign = stepKind({
  name: 'execute-foreign',
  area: 'agent-management',
  operations: ['executeAgentQuote'],
  params: fc.record({ of: fc.nat(20), by: fc.nat(9) }),
  may: (model, { of, by }) => {
    const [one, other] = [picked(submittable(model), of), picked(model.agents, by)]
    return isForeign(one?.agent, other)
  },
  async take(model, { stage }, { of, by }) {
    const { quote } = picked(submittable(model), of)!
    const stranger = picked(model.agents, by)!
    const executed = await stage.agent(stranger.holder.accessToken).executeQuote(quote.terms.id)
    withStatus(executed, NOT_PERMITTED, 'APR-34', "executing a quote of another customer's agent")
  },
})

export const isForeign = (one: ModelAgent | undefined, other: ModelAgent | undefined): boolean =>
  one !== undefined && other?.life === 'ACTIVE' && one.holder.customerId !== other.holder.customerId

const drain = stepKind({
  name: 'drain-source',
  area: 'agent-management',
  operations: ['executeAgentQuote'],
  weight: 2,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents, purses }, { of }) => {
    const agent = picked(agents, of)
    const purse = agent && purses.get(agent.holder.sourceAccountId)
    return (
      agent?.life === 'ACTIVE' &&
      agent.arranged &&
      purse?.drained === false &&
      purse.known &&
      purse.initial !== undefined
    )
  },
  async take(model, world, { of }) {
    const agent = picked(model.agents, of)!
    const purse = purseOf(model, agent)
    // What is under way would else fail, or be paid, by chance.
    await settledBalance(world, purse)
    const { agentId, sourceAccountId } = agent.holder
    await world.stage.arrange('drain-source', { agentId, sourceAccountId })
    purse.drained = true
  },
})

const lookAtBalance = stepKind({
  name: 'look-at-balance',
  area: 'agent-management',
  operations: [],
  weight: 4,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents, purses }, { of }) => {
    const agent = picked(agents, of)
    const purse = agent && purses.get(agent.holder.sourceAccountId)
    return purse?.initial !== undefined && purse.known
  },
  take: async (model, world, { of }) => settledBalance(world, purseOf(model, picked(model.agents, of)!)),
})

/** Executed at creation. */
const quoteAndExecute = stepKind({
  name: 'quote-and-execute',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 3,
  params: fc.record({ of: fc.nat(9), again: fc.boolean() }),
  may: ({ agents, purses }, { of }) => {
    const agent = picked(agents, of)
    const purse = agent && purses.get(agent.holder.sourceAccountId)
    return (
      agent?.life === 'ACTIVE' &&
      agent.mayQuote &&
      agent.mayExecute &&
      agent.mode !== undefined &&
      agent.threshold === undefined &&
      purse?.drained === false
    )
  },
  async take(model, world, { of, again }) {
    const agent = picked(model.agents, of)!
    const purse = purseOf(model, agent)
    const changes = { immediatelyExecute: true }
    agent.listKnown = false
    if (agent.mode === 'APPROVAL_REQUIRED') {
      const request = quoteRequest(agent.holder, changes)
      const answer = await world.stage
        .agent(agent.holder.accessToken)
        .createQuote(request, world.stage.random.uuid())
      ofTheService(answer)
      if (answer.status >= 500)
        throw new Breach(
          'QUO-83',
          `what needs approval, executed at creation, was answered with ${shown(answer)}`,
          answer.exchange,
        )
      if (refusedForBusiness(answer)) return
    } else {
      const quote = await newQuote(world, agent, changes)
      if (!quote) return
      purse.owed += quote.terms.totalSendingAmount
      if (again) await world.stage.agent(agent.holder.accessToken).createQuote(quote.request, quote.requestId)
    }
    if (purse.known && purse.initial !== undefined) {
      await settledBalance(world, purse, agent.mode === 'AUTO' ? (again ? 'QUO-30' : 'QUO-81') : 'QUO-83')
    }
  },
})

/** After its `expiresAt`, by the deployment's clock, a quote is executed no more; nor is what awaits approval. */
const outwaitQuote = stepKind({
  name: 'outwait-quote',
  area: 'agent-management',
  operations: ['createAgentQuote', 'executeAgentQuote', 'listAgentActions', 'approveTransaction'],
  weight: 1,
  params: fc.record({ approved: fc.boolean(), rarely: fc.nat(RARELY) }),
  may: (_, { rarely }) => rarely === 0,
  async take(_, world, { approved }) {
    const { stage } = world
    const executionMode = approved ? 'APPROVAL_REQUIRED' : 'AUTO'
    const holder = await stage.arrange('agent', { executionMode, quoteExpiresInSeconds: 1 })
    const accountId = holder.sourceAccountId
    const before = (await stage.arrange('account-balance', { accountId })).amount
    const agent = newAgent(holder, executionMode)
    const quote = usable(await newQuote(world, agent))
    const client = stage.agent(holder.accessToken)
    const expiresAt = new Date(quote.terms.expiresAt).toISOString()
    if (approved) {
      const executed = await client.executeQuote(quote.terms.id)
      const action = await submittedAction(world, agent, quote, executed, 300)
      // It may have expired before it was submitted.
      if (action?.status !== 'PENDING_APPROVAL' || action.transactionId === undefined) return
      await stage.clock.past(expiresAt)
      ofTheService(await stage.platform.approve(action.transactionId))
      await reaches(world, agent, action, 'FAILED', 'APR-16', stage.maxWaitMs)
    } else {
      await stage.clock.past(expiresAt)
      await fails(world, agent, quote, await client.executeQuote(quote.terms.id), 'APR-30')
    }
    const after = (await stage.arrange('account-balance', { accountId })).amount
    if (after !== before)
      throw new Breach(
        approved ? 'APR-16' : 'APR-30',
        `after a quote expired, its execution took ${before - after}`,
      )
  },
})

export const executionSteps: readonly AnyStepKind[] = [
  executeQuote,
  executeAgain,
  approve,
  reject,
  rejectArranged,
  decideAgain,
  approveNothing,
  executeForeign,
  drain,
  lookAtBalance,
  quoteAndExecute,
  outwaitQuote,
]
