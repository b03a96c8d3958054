/** Executions by agents (contract: States, Agent action status; Endpoints 2 and 3). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { walkActions } from '../../fixtures/page-walk.ts'
import { CONSISTENCY_MS } from '../../fixtures/patience.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  expectAcceptedOrUnfunded,
  expectEmbeddedQuote,
  expectNotPermitted,
} from '../../suites/agent-management/expectations.ts'
import { judge, judgeAccepted } from '../judge.ts'
import {
  Violation,
  isSuccess,
  requireServiceResponse,
  formatValue,
  describeResponse,
  without,
} from '../violation.ts'
import {
  canPay,
  needsApproval,
  picked,
  type ActionStatus,
  type Model,
  type ModelAction,
  type ModelAgent,
  type ModelQuote,
} from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { actionProblems } from './action-problems.ts'
import { judgeBalance } from './balance.ts'
import { requestQuote, quoteRequest, refusedForBusiness, termsOf } from './quote-request.ts'

/** A quote is executed well before it expires, so that clock differences do not matter. */
const SPARE_MS = 10_000

export const isFresh = ({ context }: World, { terms }: ModelQuote): boolean =>
  terms.expiresAt - SPARE_MS > context.clock.atLeast()

/** All actions in the agent's list. */
export const listed = async ({ context }: World, { holder }: ModelAgent) =>
  walkActions(context.agent(holder.accessToken), { limit: 100 })

type Item = Readonly<Record<string, unknown>>

/** The quote ids of an action, which may be missing. */
const quoteIdsIn = (item: Item): readonly unknown[] =>
  [valueAt(item, 'quote.id'), valueAt(item, 'transaction.quoteId')].filter(
    (id) => id !== undefined && id !== null,
  )

/** Whether an action is the one of a quote: it has the quote's id, or it has none and is not a known action. */
const concerns = (item: Item, { terms }: ModelQuote, { actions, past }: ModelAgent): boolean => {
  const actual = quoteIdsIn(item)
  if (actual.length > 0) return actual.includes(terms.id)
  return actions.every(({ id }) => id !== item.id) && Object.values(past).every((count) => count === 0)
}

/**
 * The action that submitted a quote, as the list shows it; undefined: no listed action has its quote id.
 *
 * @param withinMs longest wait
 */
export async function findSubmittedAction(
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: CheckedResponse,
  withinMs: number = CONSISTENCY_MS,
): Promise<ModelAction | undefined> {
  const walk = await world.context.poll(
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

export const ledgerOf = ({ ledgers }: Model, { holder }: ModelAgent) => ledgers.get(holder.sourceAccountId)!

const executeQuote = stepKind({
  name: 'execute-quote',
  area: 'agent-management',
  operations: ['createAgentQuote', 'executeAgentQuote', 'listAgentActions'],
  weight: 10,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(submittable(model), of) !== undefined,
  async take(model, world, { of }) {
    const { agent, quote } = picked(submittable(model), of)!
    const executed = await world.context.agent(agent.holder.accessToken).executeQuote(quote.terms.id)
    requireServiceResponse(executed)
    if (!agent.mayExecute) {
      judge('APR-35', executed, expectNotPermitted)
      return
    }
    quote.submitted = true
    const ledger = ledgerOf(model, agent)
    const waits = needsApproval(agent, quote)
    const funded = canPay(ledger, quote.terms.totalSendingAmount)
    if (!isFresh(world, quote) || waits === undefined || funded === undefined) {
      ledger.known = false
      agent.listKnown = false
      return
    }
    if (waits) {
      const isListed = await judgePending(world, agent, quote, executed, funded)
      if (!isListed) ledger.unlisted += quote.terms.totalSendingAmount
    } else if (funded) await judgePaid(model, world, agent, quote, executed)
    else {
      await judgeFailure(world, agent, quote, executed)
      await judgeBalance(model, world, ledger)
      judge('APR-33', executed, expectAcceptedOrUnfunded)
    }
  },
})

/**
 * @param funded false: whether it is accepted is open
 * @returns whether the list shows the action
 */
async function judgePending(
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: CheckedResponse,
  funded: boolean,
): Promise<boolean> {
  const requirement: RequirementId = agent.mode === 'APPROVAL_REQUIRED' ? 'APR-01' : 'APR-02'
  const action = await findSubmittedAction(world, agent, quote, executed)
  if (!funded && action?.status !== 'PENDING_APPROVAL') {
    agent.listKnown = false
    return false
  }
  if (!action) {
    const { items } = await listed(world, agent)
    // Actions without a quote id cannot be identified.
    if (items.some((item) => quoteIdsIn(item).length === 0)) {
      agent.listKnown = false
      return false
    }
    const message = `a quote that needs approval was executed, and no listed action has it; the execution returned ${describeResponse(executed)}`
    throw new Violation(requirement, message, executed.exchange)
  }
  if (action.status !== 'PENDING_APPROVAL') {
    const message = `a quote that needs approval was executed, and its action has the status ${action.status}`
    throw new Violation(requirement, message, executed.exchange)
  }
  agent.actions.push(action)
  without(actionProblems(executed, action.seen, agent, quote), executed.exchange)
  judge('APR-37', executed, () => expectEmbeddedQuote(action.seen, quote.terms.id))
  return true
}

async function judgePaid(
  model: Model,
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: CheckedResponse,
): Promise<void> {
  judgeAccepted('APR-04', executed)
  ledgerOf(model, agent).owed += quote.terms.totalSendingAmount
  const action = await findSubmittedAction(world, agent, quote, executed, 0)
  if (action?.status === 'PENDING_APPROVAL') {
    const message = 'an execution that needs no approval has an action in status PENDING_APPROVAL'
    throw new Violation(agent.threshold === undefined ? 'APR-04' : 'APR-05', message, executed.exchange)
  }
  agent.unlisted++
}

export async function judgeFailure(
  world: World,
  agent: ModelAgent,
  quote: ModelQuote,
  executed: CheckedResponse,
  requirement: RequirementId = 'APR-32',
): Promise<void> {
  if (executed.status >= 400 && executed.status < 500) return
  const { maxWaitMs } = world.context
  const walk = await world.context.poll(
    () => listed(world, agent),
    ({ items }) => items.some((item) => concerns(item, quote, agent) && item.status === 'FAILED'),
    maxWaitMs,
  )
  const seen = walk.items.find((item) => concerns(item, quote, agent))
  if (seen === undefined) {
    // An action that needs no approval may be missing in the list; the balance shows whether money moved.
    agent.listKnown = false
    return
  }
  if (seen.status !== 'FAILED') {
    const message = `a quote that cannot be executed was executed: it has an action in status ${formatValue(seen.status)}`
    throw new Violation(requirement, message, executed.exchange)
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

/** Quotes for which another execution pays nothing, and their agents. */
const alreadyExecuted = ({ agents }: Model) =>
  agents
    .filter(({ life, mayExecute }) => life === 'ACTIVE' && mayExecute)
    .flatMap((agent) =>
      agent.quotes
        .filter((quote) => quote.submitted && quote.executable)
        .filter((quote) => {
          const action = agent.actions.find((one) => one.quote === quote)
          // A rejected or failed quote may perhaps be submitted again.
          if (action)
            return (
              action.status === 'APPROVED' ||
              (action.status === 'PENDING_APPROVAL' && needsApproval(agent, quote) === true)
            )
          return needsApproval(agent, quote) === false
        })
        .map((quote) => ({ agent, quote })),
    )

/** A second execution of a quote moves no money; the contract leaves the response open. */
const executeAgain = stepKind({
  name: 'execute-again',
  area: 'agent-management',
  operations: ['executeAgentQuote', 'listAgentActions'],
  weight: 3,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => {
    const one = picked(alreadyExecuted(model), of)
    return one !== undefined && !ledgerOf(model, one.agent).drained
  },
  async take(model, world, { of }) {
    const { agent, quote } = picked(alreadyExecuted(model), of)!
    const ledger = ledgerOf(model, agent)
    await judgeBalance(model, world, ledger)
    const response = await world.context.agent(agent.holder.accessToken).executeQuote(quote.terms.id)
    requireServiceResponse(response)
    if (response.status >= 500)
      throw new Violation(
        'APR-31',
        `executing a quote again returned ${describeResponse(response)}`,
        response.exchange,
      )
    // Another action may await approval from now on, or have failed.
    if (isSuccess(response)) agent.listKnown = false
    await judgeBalance(model, world, ledger, 'APR-31')
  },
})

/** An agent of another customer, which may not execute quotes of others. */
const executeForeign = stepKind({
  name: 'execute-foreign',
  area: 'agent-management',
  operations: ['executeAgentQuote'],
  params: fc.record({ of: fc.nat(20), by: fc.nat(9) }),
  may: (model, { of, by }) => {
    const [one, other] = [picked(submittable(model), of), picked(model.agents, by)]
    return isForeign(one?.agent, other)
  },
  async take(model, { context }, { of, by }) {
    const { quote } = picked(submittable(model), of)!
    const { holder } = picked(model.agents, by)!
    const executed = await context.agent(holder.accessToken).executeQuote(quote.terms.id)
    judge('APR-34', executed, expectNotPermitted)
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
  may: ({ agents, ledgers }, { of }) => {
    const agent = picked(agents, of)
    const ledger = agent && ledgers.get(agent.holder.sourceAccountId)
    return (
      agent?.life === 'ACTIVE' &&
      agent.arranged &&
      ledger?.drained === false &&
      ledger.known &&
      ledger.initial !== undefined
    )
  },
  async take(model, world, { of }) {
    const agent = picked(model.agents, of)!
    const ledger = ledgerOf(model, agent)
    // Otherwise the outcome of pending executions would be random.
    await judgeBalance(model, world, ledger)
    const { agentId, sourceAccountId } = agent.holder
    await world.context.arrange('drain-source', { agentId, sourceAccountId })
    ledger.drained = true
  },
})

const lookAtBalance = stepKind({
  name: 'look-at-balance',
  area: 'agent-management',
  operations: [],
  weight: 4,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents, ledgers }, { of }) => {
    const agent = picked(agents, of)
    const ledger = agent && ledgers.get(agent.holder.sourceAccountId)
    return ledger?.initial !== undefined && ledger.known
  },
  take: async (model, world, { of }) =>
    judgeBalance(model, world, ledgerOf(model, picked(model.agents, of)!)),
})

/** Executed at creation. */
const quoteAndExecute = stepKind({
  name: 'quote-and-execute',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 3,
  params: fc.record({ of: fc.nat(9), again: fc.boolean() }),
  may: ({ agents, ledgers }, { of }) => {
    const agent = picked(agents, of)
    const ledger = agent && ledgers.get(agent.holder.sourceAccountId)
    return (
      agent?.life === 'ACTIVE' &&
      agent.mayQuote &&
      agent.mayExecute &&
      agent.mode !== undefined &&
      agent.threshold === undefined &&
      ledger?.drained === false
    )
  },
  async take(model, world, { of, again }) {
    const agent = picked(model.agents, of)!
    const ledger = ledgerOf(model, agent)
    const changes = { immediatelyExecute: true }
    agent.listKnown = false
    if (agent.mode === 'APPROVAL_REQUIRED') {
      const request = quoteRequest(agent.holder, changes)
      const response = await world.context
        .agent(agent.holder.accessToken)
        .createQuote(request, world.context.random.uuid())
      requireServiceResponse(response)
      if (response.status >= 500)
        throw new Violation(
          'QUO-83',
          `creating a quote with immediatelyExecute that needs approval returned ${describeResponse(response)}`,
          response.exchange,
        )
      if (refusedForBusiness(response)) return
      ledger.unlisted += termsOf(response)?.totalSendingAmount ?? Number.POSITIVE_INFINITY
    } else {
      const quote = await requestQuote(world, agent, changes)
      if (!quote) return
      ledger.owed += quote.terms.totalSendingAmount
      if (again)
        await world.context.agent(agent.holder.accessToken).createQuote(quote.request, quote.requestId)
    }
    if (ledger.known && ledger.initial !== undefined) {
      await judgeBalance(
        model,
        world,
        ledger,
        agent.mode === 'AUTO' ? (again ? 'QUO-30' : 'QUO-81') : 'QUO-83',
      )
    }
  },
})

export const executionSteps: readonly AnyStepKind[] = [
  executeQuote,
  executeAgain,
  executeForeign,
  drain,
  lookAtBalance,
  quoteAndExecute,
]
