/** Agents: the platform creates them with a policy, connects them by a code, changes, pauses and deletes them. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { HandlerResponse, Body, Call } from './call.ts'
import { created, isBody, ok } from './call.ts'
import { currency } from './currencies.ts'
import { customerAt } from './customers.ts'
import type { FieldRule } from './fields.ts'
import { among, at, optional, isAmount, isText, requireFields } from './fields.ts'
import { shouted } from './identifiers.ts'
import { inMicroseconds, inSeconds } from './instants.ts'
import { Rejection, notFound } from './rejection.ts'
import type { Agent, Customer, DeviceCode, Policy, Threshold, World } from './world.ts'

const CODE_SECONDS = 900
const QUOTE_SECONDS = 280
/** Servers see a change of the platform after a delay. */
const SPREADING_TAKES = 200

const PERMISSIONS = ['CREATE_QUOTES', 'EXECUTE_QUOTES', 'VIEW_TRANSACTIONS']
const MODES = ['AUTO', 'APPROVAL_REQUIRED']

const isTraded = (code: unknown) => typeof code === 'string' && currency(code) !== undefined
const isThreshold = (value: unknown): value is Threshold =>
  isBody(value) && isAmount(value['amount']) && optional(isTraded)(value['currency'])

/** Rules of a policy; `approvalThresholds` has one entry for each currency. */
const POLICY: readonly FieldRule[] = [
  [
    'policy.permissions',
    optional((value) => Array.isArray(value) && value.every(among(PERMISSIONS))),
    { enum: PERMISSIONS },
  ],
  ['policy.defaultExecutionMode', optional(among(MODES)), { enum: MODES }],
  [
    'policy.approvalThresholds',
    optional((value) => Array.isArray(value) && value.every(isThreshold)),
    { items: { amount: 'integer', currency: 'ISO 4217' } },
  ],
  ['policy.spendingLimits', optional(isBody), { type: 'object' }],
  ['policy.spendingLimits.currency', optional(isTraded), { format: 'ISO 4217' }],
  ['policy.spendingLimits.perTransactionLimit', optional(isAmount), { type: 'integer', minimum: 1 }],
]

const AGENT: readonly FieldRule[] = [
  ['name', (value) => isText(value) && value.length <= 80, { minLength: 1, maxLength: 80 }],
  ['customerId', isText, { minLength: 1 }],
  ['policy', isBody, { type: 'object' }],
]

/** Denies everything by default, and requires approval for everything. */
const STRICTEST: Policy = { permissions: [], approvalAlways: true, thresholds: [], limits: undefined }

const changed = (policy: Policy, change: Body): Policy => ({
  permissions: Array.isArray(change['permissions']) ? change['permissions'].map(String) : policy.permissions,
  approvalAlways:
    change['defaultExecutionMode'] === undefined
      ? policy.approvalAlways
      : change['defaultExecutionMode'] !== 'AUTO',
  thresholds: Array.isArray(change['approvalThresholds'])
    ? change['approvalThresholds'].filter(isThreshold)
    : policy.thresholds,
  limits: isBody(change['spendingLimits']) ? change['spendingLimits'] : policy.limits,
})

const presentPolicy = ({ permissions, approvalAlways, thresholds, limits }: Policy): Body => ({
  permissions,
  defaultExecutionMode: approvalAlways ? 'APPROVAL_REQUIRED' : 'AUTO',
  approvalThresholds: thresholds,
  ...(limits && { spendingLimits: limits }),
})

const present = (agent: Agent, policy = agent.policy, paused = agent.paused): Body => ({
  id: agent.id,
  name: agent.name,
  customerId: agent.customerId,
  platformCustomerId: agent.platformCustomerId,
  lifecycle: paused ? 'PAUSED' : agent.token === undefined ? 'AWAITING_INSTALLATION' : 'CONNECTED',
  isPaused: paused,
  policy: presentPolicy(policy),
  createdAt: inMicroseconds(agent.created),
})

/** Adds an agent that is not connected yet. */
export function hireAgent(
  world: World,
  { id: customerId, platformCustomerId }: Pick<Customer, 'id' | 'platformCustomerId'>,
  rest: Pick<Agent, 'name' | 'policy'> & Partial<Agent>,
): Agent {
  const agent: Agent = {
    id: shouted('Agent'),
    token: undefined,
    customerId,
    platformCustomerId,
    ordered: rest.policy,
    paused: false,
    strictRegion: false,
    code: randomInt(100_000, 1_000_000).toString(),
    quoteSeconds: QUOTE_SECONDS,
    created: Date.now(),
    ...rest,
  }
  world.agents.set(agent.id, agent)
  return agent
}

const digest = (token: string) => createHash('sha256').update(token).digest('base64')

/** Gives an agent a token; the previous one becomes void. */
export function connect(world: World, agent: Agent): string {
  if (agent.token !== undefined) world.tokens.delete(digest(agent.token))
  const token = randomBytes(33).toString('base64url')
  agent.token = token
  world.tokens.set(digest(token), agent)
  return token
}

/** The agent that a token belongs to. */
export const agentWith = (world: World, token: string): Agent | undefined => world.tokens.get(digest(token))

const agentAt = (world: World, id = ''): Agent => {
  const agent = world.agents.get(id)
  if (!agent) throw notFound()
  return agent
}

/** The code has its own response. */
export function createAgent(world: World, { body }: Call): HandlerResponse {
  const request = body()
  requireFields(request, [...AGENT, ...POLICY])
  const customer = customerAt(world, request['customerId'])
  const policy = changed(STRICTEST, request['policy'] as Body)
  return created(present(hireAgent(world, customer, { name: String(request['name']), policy })))
}

export const getAgent = (world: World, { path }: Call): HandlerResponse =>
  ok(present(agentAt(world, path[0])))

/** A change keeps the fields that it does not name. */
export function updatePolicy(world: World, { path, body }: Call): HandlerResponse {
  const agent = agentAt(world, path[0])
  const policy = body()
  requireFields({ policy }, POLICY)
  agent.ordered = changed(agent.ordered, policy)
  const { ordered } = agent
  world.later(SPREADING_TAKES, () => {
    agent.policy = ordered
  })
  return ok(present(agent, ordered))
}

/** Pausing and resuming. */
export function updateAgent(world: World, { path, body }: Call): HandlerResponse {
  const agent = agentAt(world, path[0])
  const change = body()
  requireFields(change, [
    ['isPaused', optional((value) => typeof value === 'boolean'), { type: 'boolean' }],
    ['name', optional(isText), { minLength: 1 }],
  ])
  if (isText(change['name'])) agent.name = change['name']
  const paused = change['isPaused'] === undefined ? agent.paused : change['isPaused'] === true
  if (!world.mistakes.pauseForgotten)
    world.later(SPREADING_TAKES, () => {
      agent.paused = paused
    })
  return ok(present(agent, agent.ordered, paused))
}

export function deleteAgent(world: World, { path }: Call): HandlerResponse {
  const agent = agentAt(world, path[0])
  world.agents.delete(agent.id)
  for (const [code, { agent: owner }] of world.codes) if (owner === agent) world.codes.delete(code)
  if (agent.token !== undefined) world.tokens.delete(digest(agent.token))
  return { status: 204, body: '' }
}

/** Letters and digits that are not easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const word = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const presentCode = (code: string, { agent, expires, redeemed }: DeviceCode): Body => ({
  code,
  agentId: agent.id,
  expiresAt: inSeconds(expires),
  redeemed,
})

/** A new code; a previous code that was not redeemed becomes void. */
export function issueCode(world: World, agent: Agent): Body & { readonly code: string } {
  for (const [code, known] of world.codes)
    if (known.agent === agent && !known.redeemed) world.codes.delete(code)
  const code = [word(), word(), word()].join('-')
  const entry = { agent, expires: Date.now() + CODE_SECONDS * 1000, redeemed: false }
  world.codes.set(code, entry)
  return { ...presentCode(code, entry), code }
}

export const newCode = (world: World, { path }: Call): HandlerResponse =>
  created(issueCode(world, agentAt(world, path[0])))

function codeAt(world: World, code = ''): DeviceCode {
  const known = world.codes.get(code)
  if (!known) throw notFound()
  return known
}

export const codeStatus = (world: World, { path }: Call): HandlerResponse =>
  ok(presentCode(path[0] ?? '', codeAt(world, path[0])))

/** Called by the agent's software, which has no credentials yet. */
export function redeemCode(world: World, { path }: Call): HandlerResponse {
  const known = codeAt(world, path[0])
  if (known.redeemed || Date.now() >= known.expires)
    throw new Rejection(409, 'CONFLICT', 'This code is used up.')
  known.redeemed = true
  const { agent } = known
  return ok({
    tokenType: 'Bearer',
    accessToken: connect(world, agent),
    agentId: agent.id,
    agentName: agent.name,
    policy: presentPolicy(agent.policy),
  })
}

/** @throws Rejection unless the agent may act now */
export function requirePermission(agent: Agent, permission: string): void {
  if (agent.paused) throw new Rejection(403, 'FORBIDDEN', 'This agent is paused.')
  if (!agent.policy.permissions.includes(permission))
    throw new Rejection(403, 'FORBIDDEN', `The policy of this agent does not grant ${permission}.`)
}

/** Whether the policy requires the platform's approval for this amount. */
export const wantsApproval = (
  { approvalAlways, thresholds }: Policy,
  code: string,
  amount: number,
): boolean =>
  approvalAlways || thresholds.some((limit) => (limit.currency ?? code) === code && amount > limit.amount)

/** @throws Rejection when one transfer would exceed the limit of the policy */
export function requireWithinLimit({ limits }: Policy, code: string, amount: number): void {
  const most = at(limits, 'perTransactionLimit')
  if (at(limits, 'currency') === code && isAmount(most) && amount > most)
    throw new Rejection(400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED', 'More than the policy allows at once.')
}
