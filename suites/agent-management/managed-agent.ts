import {
  Blocked,
  conforming,
  valueAt,
  withAccounts,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { DECLARE_ONE_AGENT, isPerhapsSecondAgent, type StateValues } from '../../spec/index.ts'
import { ACCESS_TOKENS } from './expectations.ts'

/** The fields of a policy that checks change. */
interface PolicyChanges {
  readonly permissions?: readonly string[]
  readonly defaultExecutionMode?: 'AUTO' | 'APPROVAL_REQUIRED'
  /** In the smallest unit of the sending currency. */
  readonly approvalThreshold?: number
}

/** Above every amount of the checks, smallest unit: a deployment may have a maximum. */
const AMPLE = 10_000_000

/**
 * A complete policy under which an agent may quote and execute without approval. The contract shows the permission
 * CREATE_QUOTES and the mode APPROVAL_REQUIRED; all other values are defaults.
 */
export const policyOf = (holder: StateValues['agent'], changes: PolicyChanges = {}) => ({
  ...conforming({
    permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
    defaultExecutionMode: 'AUTO',
    approvalThreshold: AMPLE,
    spendingLimits: { currency: currencyOf(holder), perTransactionLimit: AMPLE },
  }),
  ...changes,
})

/** An agent that was created through the API may lack accounts. */
const currencyOf = (holder: StateValues['agent']): string =>
  Object.keys(holder).includes('sendingCurrency') ? holder.sendingCurrency : 'USD'

/**
 * The request that creates another agent for the customer of an existing one.
 *
 * @param name one that no other agent has, since a deployment may reject a second agent with the same name
 */
export const agentRequest = (holder: StateValues['agent'], name: string, changes?: PolicyChanges) => ({
  ...withAccounts(conforming({ name, customerId: holder.customerId, policy: policyOf(holder) }), holder),
  policy: policyOf(holder, changes),
})

export const newAgentName = (random: CheckContext['random']): string =>
  `${random.word} agent ${random.uuid().slice(0, 8)}`

/** An agent whose customer may have another one. */
export async function arrangeHolder(context: CheckContext): Promise<StateValues['agent']> {
  const holder = await context.arrange('agent', {})
  await makeRoom(context, holder)
  return holder
}

/**
 * Deletes an agent if its customer may have one only.
 *
 * @throws Blocked when it is not deleted
 */
export async function makeRoom(
  { hasCapability, platform }: CheckContext,
  { agentId }: Pick<StateValues['agent'], 'agentId'>,
): Promise<void> {
  if (!hasCapability('agents.several')) done(await platform.agents.delete(agentId))
}

/** An agent that the platform has created for a customer with accounts. */
export interface CreatedAgent {
  readonly response: CheckedResponse
  readonly agentId: string
  readonly name: string
  /** The agent of the provider state, with the same customer and accounts; deleted where a customer may have one only. */
  readonly existingAgent: StateValues['agent']
}

/**
 * Creates another agent of a customer with accounts.
 *
 * @param existing an agent of that customer; default: of a new customer
 * @throws Blocked when the agent is not created, or no response has its id
 */
export async function createAgent(
  context: CheckContext,
  changes?: PolicyChanges,
  existingAgent?: StateValues['agent'],
): Promise<CreatedAgent> {
  const existing = existingAgent ?? (await arrangeHolder(context))
  const { platform, random } = context
  const name = newAgentName(random)
  const response = await platform.agents.create(agentRequest(existing, name, changes))
  done(response)
  const agentId = agentIdIn(response)
  if (agentId !== undefined) return { response, agentId, name, existingAgent: existing }
  throw new Blocked(
    'implementation',
    `the response to the creation of an agent has no id (exchange ${response.exchange})`,
    'Return it as agent.id, deviceCode.agentId, agentId or id; the contract does not show where.',
  )
}

/**
 * A device code of a created agent that is not connected: from the creation, or a new one.
 *
 * @throws Blocked when no response has one
 */
export async function requireDeviceCode(
  { platform }: CheckContext,
  { response, agentId }: Pick<CreatedAgent, 'response' | 'agentId'>,
): Promise<string> {
  return codeIn(response) ?? (await requireNewCode(platform, agentId))
}

/** @throws Blocked when the response has no code */
async function requireNewCode({ agents }: CheckContext['platform'], agentId: string): Promise<string> {
  const generated = await agents.regenerateCode(agentId)
  done(generated)
  const newCode = codeIn(generated)
  if (newCode !== undefined) return newCode
  throw new Blocked(
    'implementation',
    `neither the creation of the agent nor a new device code has a code (exchange ${generated.exchange})`,
    'Return it as deviceCode.code or code; the contract does not show where.',
  )
}

/**
 * The client of an agent whose software is installed again.
 *
 * @throws Blocked when there is no new code, or it is not redeemed for a token
 */
export const installAgain = async (
  context: CheckContext,
  agentId: string,
): Promise<ReturnType<CheckContext['agent']>> =>
  context.agent(await redeemToken(context, await requireNewCode(context.platform, agentId)))

/** A created agent whose software has redeemed the device code: its client, and the accounts of its customer. */
export interface InstalledAgent extends CreatedAgent {
  readonly agent: ReturnType<CheckContext['agent']>
}

/** @throws Blocked when there is no such agent, or its code is not redeemed for a token */
export async function installAgent(
  context: CheckContext,
  changes?: PolicyChanges,
  existingAgent?: StateValues['agent'],
): Promise<InstalledAgent> {
  const created = await createAgent(context, changes, existingAgent)
  const code = await requireDeviceCode(context, created)
  return { ...created, agent: context.agent(await redeemToken(context, code)) }
}

/**
 * The access token for a device code.
 *
 * @throws Blocked when the code is not redeemed
 */
export async function redeemToken(context: CheckContext, deviceCode: string): Promise<string> {
  const response = await sendRedemption(context, deviceCode)
  done(response)
  const accessToken = tokenIn(response)
  if (accessToken !== undefined) return accessToken
  throw new Blocked(
    'implementation',
    `redeeming the device code returned ${response.status} and no accessToken (exchange ${response.exchange})`,
    'See in the requests of this check why the code is not redeemed. AGM-51 judges this step.',
  )
}

/**
 * The response to the redemption of a valid device code.
 *
 * @throws Blocked when it requires credentials other than the platform's
 */
export async function sendRedemption(
  { platform }: CheckContext,
  deviceCode: string,
): Promise<CheckedResponse> {
  const response = await platform.agents.redeem(deviceCode)
  if (response.status !== 401 && response.status !== 403) return response
  throw new Blocked(
    'deployment-file',
    `redeemDeviceCode returned ${response.status} without credentials and with those of the platform (exchange ${response.exchange})`,
    'The contract does not show which credentials it requires. If a good code is rejected, see why; otherwise bind operations.redeemDeviceCode to null.',
  )
}

/** The token in the response to a redemption, under any name; undefined: none found. */
export const tokenIn = ({ status, body }: CheckedResponse): string | undefined =>
  status >= 200 && status < 300 ? textAtAny(body, ACCESS_TOKENS) : undefined

/** The code in the response to a creation or a generation. */
export const codeIn = ({ status, body }: CheckedResponse): string | undefined =>
  status >= 200 && status < 300 ? textAtAny(body, CODE_PATHS) : undefined

/** The contract does not show the names of these fields. */
const CODE_PATHS = [
  'deviceCode.code',
  'code',
  'deviceCode',
  'data.deviceCode.code',
  'data.code',
  'data.deviceCode',
]

export const agentIdIn = ({ body }: CheckedResponse): string | undefined =>
  textAt(body, 'agent.id') ??
  textAt(body, 'deviceCode.agentId') ??
  textAt(body, 'agentId') ??
  textAt(body, 'id')

const textAtAny = (body: unknown, paths: readonly string[]): string | undefined =>
  paths.map((path) => textAt(body, path)).find((text) => text !== undefined)

function textAt(body: unknown, path: string): string | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * A step of agent management that a check needs.
 *
 * @throws Blocked when it did not succeed
 */
export function done(response: CheckedResponse): void {
  if (response.status >= 200 && response.status < 300) return
  throw new Blocked(
    response.status >= 500 ? 'implementation' : 'deployment-file',
    `${response.operation}, which this check needs, returned ${response.status} (exchange ${response.exchange})`,
    isPerhapsSecondAgent(response.operation, response.status)
      ? DECLARE_ONE_AGENT
      : `Find out why, or bind operations.${response.operation} to null if it is not offered.`,
  )
}
