/** Agents: arranged with a policy, and managed by the platform (contract: What the service does, Agent Management). */
import * as fc from 'fast-check'
import { Blocked } from '../../fixtures/errors.ts'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { CONSISTENCY_MS } from '../../fixtures/patience.ts'
import { retryUntilFound } from '../../fixtures/retry-until-found.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId, StateParams, StateValues } from '../../spec/index.ts'
import {
  expectAgentRejected,
  expectAgentShown,
  expectCodeRejected,
  expectCodeStatus,
  expectList,
  expectNotPermitted,
  expectStopped,
  expectToken,
} from '../../suites/agent-management/expectations.ts'
import { expectAccepted } from '../../suites/expectations.ts'
import { judge, judgeAccepted } from '../judge.ts'
import { Violation, isSuccess, describeResponse } from '../violation.ts'
import { newAgent, newLedger, picked, type Mode, type Model, type ModelAgent } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { findSubmittedAction } from './executions.ts'
import { requestQuote, quoteRequest } from './quote-request.ts'
import { usable } from './usable.ts'

const MOST_AGENTS = 4

interface Policy {
  readonly mode: Mode | undefined
  readonly mayQuote: boolean
  readonly mayExecute: boolean
  readonly threshold: number | undefined
}

/** Mostly a policy that allows actions. */
const policy = fc.record({
  mode: fc.constantFrom<Mode[]>('AUTO', 'APPROVAL_REQUIRED', 'APPROVAL_REQUIRED'),
  permissions: fc.constantFrom('both', 'both', 'both', 'both', 'CREATE_QUOTES', 'EXECUTE_QUOTES'),
  threshold: fc.constantFrom<(number | undefined)[]>(undefined, undefined, 20_000, 100_000, 5_000_000),
})

const permissionsOf = (permissions: string): readonly string[] =>
  permissions === 'both' ? ['CREATE_QUOTES', 'EXECUTE_QUOTES'] : [permissions]

/** Adds an agent to the model, with the ledger of its source account. */
async function addAgent(
  model: Model,
  { context }: World,
  holder: StateValues['agent'],
  { mode, mayQuote, mayExecute, threshold }: Policy,
  arranged = true,
): Promise<ModelAgent> {
  const agent: ModelAgent = {
    ...newAgent(holder, mode),
    arranged: holder.agentId !== '' && arranged,
    mayQuote,
    mayExecute,
    threshold,
  }
  if (!model.ledgers.has(holder.sourceAccountId)) {
    const accountId = holder.sourceAccountId
    const initial = await context.arrange('account-balance', { accountId }).then(
      ({ amount }) => amount,
      // Then the model makes no statement on money.
      (error: unknown) => {
        if (error instanceof Blocked) return undefined
        throw error
      },
    )
    model.ledgers.set(accountId, newLedger(accountId, initial))
  }
  model.agents.push(agent)
  return agent
}

const arrangeAgent = stepKind({
  name: 'arrange-agent',
  area: 'agent-operations',
  operations: [],
  weight: 7,
  params: policy,
  may: ({ agents }) => agents.length < MOST_AGENTS,
  async take(model, world, { mode, permissions, threshold }) {
    const granted = permissionsOf(permissions)
    const params: StateParams['agent'] = {
      permissions: granted,
      executionMode: mode,
      ...(threshold !== undefined && { approvalThreshold: threshold }),
    }
    await addAgent(model, world, await world.context.arrange('agent', params), {
      mode,
      mayQuote: granted.includes('CREATE_QUOTES'),
      mayExecute: granted.includes('EXECUTE_QUOTES'),
      threshold,
    })
  },
})

/** Both accounts in one currency: such transfers can be quoted too. */
const arrangeWithinCurrency = stepKind({
  name: 'arrange-agent-within-a-currency',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 1,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }) => agents.length > 0 && agents.length < MOST_AGENTS,
  async take(model, world, { of }) {
    const currency = picked(model.agents, of)!.holder.sendingCurrency
    const holder = await world.context.arrange('agent', {
      sendingCurrency: currency,
      receivingCurrency: currency,
    })
    const policyGiven = { mode: 'AUTO', mayQuote: true, mayExecute: true, threshold: undefined } as const
    const agent = await addAgent(model, world, holder, policyGiven)
    try {
      await requestQuote(world, agent)
    } catch (error) {
      if (error instanceof Violation && error.requirement === 'QUO-01')
        throw new Violation('QUO-12', error.message, error.exchange)
      throw error
    }
  },
})

/** The policy of the other agent is unknown until it gets quotes. */
const arrangeSibling = stepKind({
  name: 'arrange-sibling',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }, { of }) => {
    const existingAgent = picked(agents, of)
    return (
      agents.length < MOST_AGENTS &&
      existingAgent?.life === 'ACTIVE' &&
      existingAgent.mayQuote &&
      existingAgent.arranged
    )
  },
  async take(model, world, { of }) {
    const existingAgent = picked(model.agents, of)!
    const holder = await world.context.arrange('sibling-agent', { agentId: existingAgent.holder.agentId })
    const agent = world.context.agent(holder.accessToken)
    const first = await agent.createQuote(quoteRequest(holder), world.context.random.uuid())
    if (!isSuccess(first)) throw notActing(first)
    await addAgent(model, world, holder, {
      mode: undefined,
      mayQuote: true,
      mayExecute: true,
      threshold: undefined,
    })
  },
})

const notActing = ({ status, exchange }: CheckedResponse) =>
  new Blocked(
    'deployment-file',
    `the request for a quote of the customer's other agent returned ${status} (exchange ${exchange})`,
    'Serve the state sibling-agent with agents that may create quotes.',
  )

const policyOf = (permissions: readonly string[], defaultExecutionMode: Mode) => ({
  permissions,
  defaultExecutionMode,
})

/** An agent of a customer, created by the platform and installed by its device code. */
const createAgent = stepKind({
  name: 'create-agent',
  area: 'agent-management',
  operations: ['createAgent', 'redeemDeviceCode', 'listAgentActions'],
  params: fc.record({
    of: fc.nat(9),
    mode: fc.constantFrom<Mode[]>('AUTO', 'APPROVAL_REQUIRED'),
    permissions: fc.constantFrom('both', 'both', 'EXECUTE_QUOTES'),
  }),
  may: ({ agents }) => agents.length > 0 && agents.length < MOST_AGENTS,
  async take(model, world, { of, mode, permissions }) {
    const { context } = world
    const existingAgent = picked(model.agents, of)!.holder
    const granted = permissionsOf(permissions)
    const response = await context.platform.agents.create({
      name: `Assay agent ${context.random.uuid().slice(0, 8)}`,
      customerId: existingAgent.customerId,
      policy: policyOf(granted, mode),
    })
    judgeAccepted('AGM-01', response)
    const agentIdTold = textAt(response.body, 'agent.id') ?? textAt(response.body, 'deviceCode.agentId')
    // The response to a creation need not have a code.
    const code = codeIn(response) ?? codeIn(await context.platform.agents.regenerateCode(agentIdTold ?? ''))
    if (code === undefined) return
    const accessToken = await redeemCode(world, code)
    // Without its id, the agent cannot be managed.
    const holder = { ...existingAgent, accessToken, agentId: agentIdTold ?? '' }
    const list = await context.agent(accessToken).actions()
    judge('AGM-52', list, expectList)
    await addAgent(
      model,
      world,
      holder,
      {
        mode,
        mayQuote: granted.includes('CREATE_QUOTES'),
        mayExecute: true,
        threshold: undefined,
      },
      false,
    )
  },
})

/**
 * A new device code, redeemed. The contract does not show whether the earlier token stays valid, so the new one is
 * used.
 */
const newDeviceCode = stepKind({
  name: 'new-device-code',
  area: 'agent-management',
  operations: ['regenerateDeviceCode', 'redeemDeviceCode', 'createAgentQuote'],
  weight: 1,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }, { of }) => isQuoting(picked(agents, of)),
  async take(model, world, { of }) {
    const index = of % model.agents.length
    const { holder } = model.agents[index]!
    const response = await world.context.platform.agents.regenerateCode(holder.agentId)
    // The contract does not show whether a connected agent gets a new code.
    if (response.status >= 400 && response.status < 500) return
    judgeAccepted('AGM-58', response)
    const code = codeIn(response)
    if (code === undefined) throw new Violation('AGM-58', 'no device code was generated', response.exchange)
    const status = await world.context.platform.agents.codeStatus(code)
    if (isSuccess(status))
      judge('AGM-60', status, () => expectCodeStatus(status, { agentId: holder.agentId, redeemed: false }))
    const accessToken = await redeemCode(world, code)
    model.agents[index] = { ...model.agents[index]!, holder: { ...holder, accessToken } }
    const quote = await world.context
      .agent(accessToken)
      .createQuote(quoteRequest(holder), world.context.random.uuid())
    judgeAccepted('AGM-58', quote)
  },
})

/** @throws Violation when the code is not redeemed for a token */
async function redeemCode({ context }: World, code: string): Promise<string> {
  const response = await context.platform.agents.redeem(code)
  judge('AGM-51', response, expectToken)
  return String(valueAt(response.body, 'accessToken'))
}

const codeIn = ({ body }: CheckedResponse) => textAt(body, 'deviceCode.code') ?? textAt(body, 'code')

function textAt(body: unknown, path: string): string | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const redeemNothing = stepKind({
  name: 'redeem-no-code',
  area: 'agent-management',
  operations: ['redeemDeviceCode'],
  weight: 1,
  params: fc.constant({}),
  may: () => true,
  async take(_, { context }) {
    const response = await context.platform.agents.redeem(context.random.uuid())
    judge('AGM-55', response, expectCodeRejected)
  },
})

const isQuoting = (agent: ModelAgent | undefined): agent is ModelAgent =>
  agent?.life === 'ACTIVE' && agent.mayQuote && agent.holder.agentId !== ''

/** Requests quotes until the response shows the change, and returns that response. */
const requestUntil = (
  { context }: World,
  { holder }: ModelAgent,
  shows: (response: CheckedResponse) => boolean,
) =>
  context.poll(
    () => context.agent(holder.accessToken).createQuote(quoteRequest(holder), context.random.uuid()),
    shows,
  )

const refused = ({ status }: CheckedResponse) => status >= 400

const pauseAgent = stepKind({
  name: 'pause-agent',
  area: 'agent-management',
  operations: ['pauseAgent', 'createAgentQuote'],
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }, { of }) => isQuoting(picked(agents, of)),
  async take({ agents }, world, { of }) {
    const agent = picked(agents, of)!
    judgeAccepted(
      'AGM-21',
      await retryUntilFound(world.context, () => world.context.platform.agents.pause(agent.holder.agentId)),
    )
    judge('AGM-21', await requestUntil(world, agent, refused), expectStopped)
    agent.life = 'PAUSED'
  },
})

const resumeAgent = stepKind({
  name: 'resume-agent',
  area: 'agent-management',
  operations: ['resumeAgent', 'createAgentQuote'],
  weight: 3,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }, { of }) => picked(agents, of)?.life === 'PAUSED',
  async take({ agents }, world, { of }) {
    const agent = picked(agents, of)!
    judgeAccepted(
      'AGM-23',
      await retryUntilFound(world.context, () => world.context.platform.agents.resume(agent.holder.agentId)),
    )
    judgeAccepted('AGM-23', await requestUntil(world, agent, isSuccess))
    agent.life = 'ACTIVE'
  },
})

const deleteAgent = stepKind({
  name: 'delete-agent',
  area: 'agent-management',
  operations: ['deleteAgent', 'createAgentQuote', 'listAgentActions'],
  weight: 1,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }, { of }) => isQuoting(picked(agents, of)),
  async take({ agents }, world, { of }) {
    const agent = picked(agents, of)!
    judgeAccepted(
      'AGM-31',
      await retryUntilFound(world.context, () => world.context.platform.agents.delete(agent.holder.agentId)),
    )
    judge('AGM-31', await requestUntil(world, agent, refused), expectStopped)
    const { accessToken } = agent.holder
    const list = await world.context.poll(() => world.context.agent(accessToken).actions(), refused)
    judge('AGM-33', list, expectStopped)
    agent.life = 'DELETED'
  },
})

/** Requests of an agent that is deleted or paused. */
const actWhileStopped = stepKind({
  name: 'act-while-stopped',
  area: 'agent-management',
  operations: ['createAgentQuote', 'executeAgentQuote'],
  weight: 3,
  params: fc.record({ of: fc.nat(9), quote: fc.nat(9) }),
  may: ({ agents }, { of }) => {
    const agent = picked(agents, of)
    return agent !== undefined && agent.life !== 'ACTIVE'
  },
  async take({ agents }, { context }, { of, quote }) {
    const { holder, life, quotes } = picked(agents, of)!
    const [quoting, executing] =
      life === 'PAUSED' ? (['AGM-21', 'AGM-22'] as const) : (['AGM-31', 'AGM-32'] as const)
    const agent = context.agent(holder.accessToken)
    const asked = await agent.createQuote(quoteRequest(holder), context.random.uuid())
    judge(quoting, asked, expectStopped)
    const known = picked(
      quotes.filter(({ executable, submitted }) => executable && !submitted),
      quote,
    )
    if (!known) return
    const executed = await agent.executeQuote(known.terms.id)
    judge(executing, executed, expectStopped)
  },
})

/** Removes or grants the permission to quote. */
const changePermissions = stepKind({
  name: 'change-permissions',
  area: 'agent-management',
  operations: ['updateAgentPolicy', 'createAgentQuote'],
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }, { of }) => {
    const agent = picked(agents, of)
    return (
      agent?.life === 'ACTIVE' &&
      agent.holder.agentId !== '' &&
      agent.mode !== undefined &&
      agent.threshold === undefined &&
      agent.mayExecute
    )
  },
  async take({ agents }, world, { of }) {
    const agent = picked(agents, of)!
    const gives = !agent.mayQuote
    const requirement: RequirementId = gives ? 'AGM-13' : 'AGM-11'
    const granted = gives ? ['CREATE_QUOTES', 'EXECUTE_QUOTES'] : ['EXECUTE_QUOTES']
    const { agentId } = agent.holder
    const changed = await world.context.platform.agents.updatePolicy(agentId, policyOf(granted, agent.mode!))
    judgeAccepted(requirement, changed)
    const asked = await requestUntil(world, agent, gives ? isSuccess : refused)
    judge(requirement, asked, gives ? expectAccepted : expectNotPermitted)
    agent.mayQuote = gives
  },
})

/** How long a new action is awaited while the mode may still be the earlier one. */
const BRIEFLY_MS = 300

/** Switches the mode, and executes a quote to detect it. */
const switchMode = stepKind({
  name: 'switch-mode',
  area: 'agent-management',
  operations: ['updateAgentPolicy', 'createAgentQuote', 'executeAgentQuote', 'listAgentActions'],
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents, ledgers }, { of }) => {
    const agent = picked(agents, of)
    return (
      isQuoting(agent) &&
      agent.mayExecute &&
      agent.mode !== undefined &&
      agent.threshold === undefined &&
      ledgers.get(agent.holder.sourceAccountId)?.drained === false
    )
  },
  async take(model, world, { of }) {
    const agent = picked(model.agents, of)!
    const mode: Mode = agent.mode === 'AUTO' ? 'APPROVAL_REQUIRED' : 'AUTO'
    const requirement: RequirementId = mode === 'AUTO' ? 'AGM-15' : 'AGM-14'
    const policyNow = policyOf(['CREATE_QUOTES', 'EXECUTE_QUOTES'], mode)
    const changed = await world.context.platform.agents.updatePolicy(agent.holder.agentId, policyNow)
    judgeAccepted(requirement, changed)
    agent.mode = undefined
    const executeOne = async (withinMs = BRIEFLY_MS) => {
      const quote = usable(await requestQuote(world, agent))
      const executed = await world.context.agent(agent.holder.accessToken).executeQuote(quote.terms.id)
      quote.submitted = true
      const action = await findSubmittedAction(world, agent, quote, executed, withinMs)
      const isPending = action?.status === 'PENDING_APPROVAL'
      if (action && isPending) agent.actions.push(action)
      else {
        agent.unlisted++
        payLater(model, agent, quote.terms.totalSendingAmount)
      }
      return { executed, isPending }
    }
    const isAsSwitched = ({ isPending }: { readonly isPending: boolean }) =>
      isPending === (mode === 'APPROVAL_REQUIRED')
    // By our clock: that of the deployment may not advance.
    const polled = await world.context.poll(() => executeOne(), isAsSwitched)
    // The list may lag behind the execution.
    const last = isAsSwitched(polled) ? polled : await executeOne(CONSISTENCY_MS)
    if (!isAsSwitched(last)) {
      const actual = last.isPending ? 'awaits approval' : 'does not await approval'
      throw new Violation(
        requirement,
        `after a switch to ${mode}, an execution ${actual}: it returned ${describeResponse(last.executed)}`,
        last.executed.exchange,
      )
    }
    agent.mode = mode
  },
})

function payLater({ ledgers }: Model, { holder }: ModelAgent, amount: number): void {
  const ledger = ledgers.get(holder.sourceAccountId)
  if (ledger) ledger.owed += amount
}

const getAgent = stepKind({
  name: 'get-agent',
  area: 'agent-management',
  operations: ['getAgent'],
  weight: 1,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ agents }, { of }) => {
    const agent = picked(agents, of)
    return agent !== undefined && agent.life !== 'DELETED' && agent.holder.agentId !== ''
  },
  async take({ agents }, world, { of }) {
    const { agentId } = picked(agents, of)!.holder
    const seen = await world.context.poll(() => world.context.platform.agents.get(agentId), isSuccess)
    judge('AGM-03', seen, () => expectAgentShown(seen, agentId))
  },
})

const ON_NONEXISTENT = [
  ['AGM-41', 'get'],
  ['AGM-42', 'updatePolicy'],
  ['AGM-43', 'pause'],
  ['AGM-44', 'resume'],
  ['AGM-45', 'delete'],
  ['AGM-46', 'regenerateCode'],
] as const

const manageNonexistentAgent = stepKind({
  name: 'manage-nonexistent-agent',
  area: 'agent-management',
  operations: [
    'getAgent',
    'updateAgentPolicy',
    'pauseAgent',
    'resumeAgent',
    'deleteAgent',
    'regenerateDeviceCode',
  ],
  weight: 1,
  params: fc.record({ of: fc.nat(9), how: fc.nat(ON_NONEXISTENT.length - 1) }),
  may: ({ agents }, { of }) => (picked(agents, of)?.holder.agentId ?? '') !== '',
  async take({ agents }, { context }, { of, how }) {
    const [requirement, operation] = ON_NONEXISTENT[how]!
    const nonexistent = nonexistentId(picked(agents, of)!.holder.agentId, context)
    const management = context.platform.agents
    const response =
      operation === 'updatePolicy'
        ? await management.updatePolicy(nonexistent, policyOf(['CREATE_QUOTES'], 'AUTO'))
        : await management[operation](nonexistent)
    judge(requirement, response, expectAgentRejected)
  },
})

const createForNonexistentCustomer = stepKind({
  name: 'create-agent-for-nonexistent-customer',
  area: 'agent-management',
  operations: ['createAgent'],
  weight: 1,
  params: fc.record({ of: fc.nat(9), names: fc.boolean() }),
  may: ({ agents }) => agents.length > 0,
  async take({ agents }, world, { of, names }) {
    const nonexistent = nonexistentId(picked(agents, of)!.holder.customerId, world.context)
    const response = await world.wrongOnPurpose(() =>
      world.context.platform.agents.create({
        name: 'Assay agent',
        policy: policyOf(['CREATE_QUOTES'], 'AUTO'),
        ...(names && { customerId: nonexistent }),
      }),
    )
    judge(names ? 'AGM-08' : 'AGM-09', response, expectAgentRejected)
  },
})

export const agentSteps: readonly AnyStepKind[] = [
  arrangeAgent,
  arrangeWithinCurrency,
  arrangeSibling,
  createAgent,
  newDeviceCode,
  redeemNothing,
  pauseAgent,
  resumeAgent,
  deleteAgent,
  actWhileStopped,
  changePermissions,
  switchMode,
  getAgent,
  manageNonexistentAgent,
  createForNonexistentCustomer,
]
