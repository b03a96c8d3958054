import { Blocked, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'

/** A policy in the words of our defaults: permissions and modes are not shown. */
export const policyOf = (
  permissions: readonly string[] = ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED' = 'AUTO',
) => ({ permissions, defaultExecutionMode })

/** The request that creates an agent of a customer. */
export const agentRequest = (customerId: string, policy: object = policyOf()) => ({
  name: 'Assay agent',
  customerId,
  policy,
})

/** An agent that the platform has created, of a customer that has accounts. */
export interface CreatedAgent {
  readonly answer: Answer
  readonly deviceCode: string
  /** Where creation tells it. */
  readonly agentId: string | undefined
  /** The agent of the provider state, whose customer and accounts are those of the created one. */
  readonly elder: StateValues['agent']
}

/**
 * Creates another agent of a customer with accounts.
 *
 * @throws Blocked when creation gives no device code
 */
export async function createdAgent({ arrange, platform }: Stage, policy?: object): Promise<CreatedAgent> {
  const elder = await arrange('agent', {})
  const answer = await platform.agents.create(agentRequest(elder.customerId, policy))
  const deviceCode = codeIn(answer)
  if (deviceCode === undefined) {
    throw new Blocked(
      'implementation',
      `creating the agent was answered with ${answer.status} and no device code (exchange ${answer.exchange})`,
      'See why the agent was not created; AGM-01 judges it.',
    )
  }
  return { answer, deviceCode, agentId: agentIdIn(answer), elder }
}

/** A created agent whose software has redeemed the device code: its client, and the accounts of its customer. */
export interface InstalledAgent extends CreatedAgent {
  readonly agent: ReturnType<Stage['agent']>
}

/** @throws Blocked when there is no such agent, or its code is not redeemed for a token */
export async function installedAgent(stage: Stage, policy?: object): Promise<InstalledAgent> {
  const created = await createdAgent(stage, policy)
  return { ...created, agent: stage.agent(await redeemedToken(stage, created.deviceCode)) }
}

/**
 * The access token that a device code is redeemed for.
 *
 * @throws Blocked when it is not
 */
export async function redeemedToken({ platform }: Stage, deviceCode: string): Promise<string> {
  const answer = await platform.agents.redeem(deviceCode)
  const accessToken = tokenIn(answer)
  if (accessToken !== undefined) return accessToken
  throw new Blocked(
    'implementation',
    `redeeming the device code was answered with ${answer.status} and no accessToken (exchange ${answer.exchange})`,
    'See why the code is not redeemed; AGM-51 judges it.',
  )
}

/** The token of a redemption; undefined: it gave none. */
export const tokenIn = ({ status, body }: Answer): string | undefined =>
  status >= 200 && status < 300 ? textAt(body, 'accessToken') : undefined

/** The code that creation or generation answers with. */
export const codeIn = ({ status, body }: Answer): string | undefined =>
  status >= 200 && status < 300 ? (textAt(body, 'deviceCode.code') ?? textAt(body, 'code')) : undefined

const agentIdIn = ({ body }: Answer): string | undefined =>
  textAt(body, 'agent.id') ?? textAt(body, 'deviceCode.agentId')

function textAt(body: unknown, path: string): string | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The id of a created agent, by which it is managed.
 *
 * @throws Blocked when creation does not tell it
 */
export function idOf({ agentId, answer }: CreatedAgent): string {
  if (agentId !== undefined) return agentId
  throw new Blocked(
    'implementation',
    `creating the agent does not tell its id (exchange ${answer.exchange})`,
    'Tell it as agent.id or deviceCode.agentId; the contract does not show where.',
  )
}

/**
 * A step of managing an agent that a check stands on.
 *
 * @throws Blocked when it did not succeed
 */
export function done(answer: Answer): void {
  if (answer.status >= 200 && answer.status < 300) return
  throw new Blocked(
    'implementation',
    `${answer.operation}, on which this check stands, was answered with ${answer.status} (exchange ${answer.exchange})`,
    `See why, or bind operations.${answer.operation}, to null where it is not offered.`,
  )
}
