import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'
import { createdQuote, quoteToExecute } from '../agent-operations/created-quote.ts'
import { anotherAmount, quoteRequest } from '../agent-operations/quote-request.ts'
import { installAgain } from './managed-agent.ts'

/** An agent that gets quotes, so that a later rejection is meaningful. */
export interface ActingAgent {
  readonly holder: StateValues['agent']
  readonly agent: ReturnType<CheckContext['agent']>
  /** Asks for a quote of the ordinary amount. */
  readonly askForQuote: () => Promise<CheckedResponse>
  /** Asks for a quote whose amount differs a little: for execution. */
  readonly askForAnotherQuote: () => Promise<CheckedResponse>
}

/**
 * Requests a quote and executes it.
 *
 * @returns the response to the quote if that is rejected, otherwise the response to its execution
 */
export const quoteAndExecute =
  ({ agent, askForAnotherQuote }: ActingAgent) =>
  async (): Promise<CheckedResponse> => {
    const quoted = await askForAnotherQuote()
    return quoted.status >= 400 ? quoted : agent.executeQuote(quoteToExecute(quoted).id)
  }

/**
 * Waits until a pause or a deletion is effective: the agent gets no quotes, or cannot execute them.
 *
 * @throws Blocked when the agent can still do both
 */
export async function requireStopped(context: CheckContext, acting: ActingAgent): Promise<void> {
  const response = await pollUntilRejected(context, quoteAndExecute(acting))
  if (response.status >= 400) return
  throw new Blocked(
    'implementation',
    `the agent of this check still executes quotes (exchange ${response.exchange})`,
    'See the reason in the requests of this check. AGM-21 and AGM-31 judge this step.',
  )
}

/**
 * A new agent that gets quotes.
 *
 * @throws Blocked when it does not
 */
export async function arrangeActingAgent(
  context: CheckContext,
  policy: StateParams['agent'] = {},
): Promise<ActingAgent> {
  return requireActing(context, await context.arrange('agent', policy))
}

/** Another agent of the same customer that gets quotes. */
export async function arrangeOtherActingAgent(
  context: CheckContext,
  { holder }: ActingAgent,
): Promise<ActingAgent> {
  return requireActing(context, await context.arrange('sibling-agent', { agentId: holder.agentId }))
}

async function requireActing(context: CheckContext, holder: StateValues['agent']): Promise<ActingAgent> {
  const acting = actingAs(context, holder, context.agent(holder.accessToken))
  createdQuote(await acting.askForQuote())
  return acting
}

/** An agent that exists, with its requests. */
export const actingAs = (
  { random }: CheckContext,
  holder: ActingAgent['holder'],
  agent: ActingAgent['agent'],
): ActingAgent => ({
  holder,
  agent,
  askForQuote: () => agent.createQuote(quoteRequest(holder), random.uuid()),
  askForAnotherQuote: () =>
    agent.createQuote(quoteRequest(holder, { lockedCurrencyAmount: anotherAmount(random) }), random.uuid()),
})

/**
 * An agent that was resumed. A pause may end its token: then its software is installed again.
 *
 * @throws Blocked when it cannot be installed again
 */
export async function resumedAgent(context: CheckContext, acting: ActingAgent): Promise<ActingAgent> {
  const { status } = await untilServed(context, acting.askForQuote)
  if (status !== 401) return acting
  const { holder } = acting
  return actingAs(context, holder, await installAgain(context, holder.agentId))
}

/** A change of the platform may become visible late: repeats the request until it is rejected. */
export const pollUntilRejected = (
  { poll }: CheckContext,
  ask: () => Promise<CheckedResponse>,
): Promise<CheckedResponse> => poll(ask, ({ status }) => status >= 400)

/** Repeats the request until it succeeds. */
export const untilServed = (
  { poll }: CheckContext,
  ask: () => Promise<CheckedResponse>,
): Promise<CheckedResponse> => poll(ask, ({ status }) => status >= 200 && status < 300)

/**
 * Waits until a change is effective for quote requests.
 *
 * @throws Blocked when the agent still gets quotes
 */
export async function requireRejectedQuotes(
  context: CheckContext,
  { askForQuote }: ActingAgent,
): Promise<void> {
  const response = await pollUntilRejected(context, askForQuote)
  if (response.status >= 400) return
  throw new Blocked(
    'implementation',
    `the agent of this check still gets quotes (exchange ${response.exchange})`,
    'See the reason in the requests of this check. AGM-11, AGM-21 and AGM-31 judge this step.',
  )
}

/** The state that an agent must show before a change without effect counts as a failure of the deployment. */
export interface ShownChange {
  readonly agentId: string
  /** The response to the change. */
  readonly changed: CheckedResponse
  /** Whether a body shows the change. */
  readonly isShownIn: (body: unknown) => boolean
}

/**
 * Distinguishes a change that the service ignores from one that it did not understand: the contract specifies neither
 * the request nor its field names.
 *
 * @param hasEffect whether the change had its effect
 * @throws Blocked when it had no effect, and the service does not show the change either
 */
export async function requireUnderstood(
  { platform }: Pick<CheckContext, 'platform'>,
  hasEffect: boolean,
  { agentId, changed, isShownIn }: ShownChange,
): Promise<void> {
  if (hasEffect || isShownIn(changed.body)) return
  const { body, exchange } = await platform.agents.get(agentId)
  if (isShownIn(body)) return
  throw new Blocked(
    'deployment-file',
    `${changed.operation} returned ${changed.status} without effect (exchange ${changed.exchange}), and the agent does not show the change (exchange ${exchange})`,
    `The contract does not show the fields of this request; your API may use other names. Set them under requests.${changed.operation}, or bind operations.${changed.operation} to null.`,
  )
}

/**
 * Passes every response except 403 to an agent that Assay created: the contract does not name all permissions, and
 * reading may need another one.
 *
 * @throws Blocked when it is 403
 */
export function requirePermitted(response: CheckedResponse): CheckedResponse {
  if (response.status !== 403) return response
  throw new Blocked(
    'deployment-file',
    `${response.operation} returned 403 to an agent with the default permissions (exchange ${response.exchange})`,
    'If your API needs another permission for it, set requests.createAgent.policy.permissions and requests.updateAgentPolicy.permissions.',
  )
}

/** Whether a body shows these permissions and no others. */
export const showsPermissions =
  (...permissions: readonly string[]) =>
  (body: unknown): boolean => {
    const shown = ['policy.permissions', 'agent.policy.permissions', 'permissions']
      .map((path) => valueAt(body, path))
      .find((value) => Array.isArray(value)) as readonly unknown[] | undefined
    return shown?.length === permissions.length && permissions.every((one) => shown.includes(one))
  }

/** Permissions of an agent that may not quote, as provider states name them. */
export const permissionsWithoutQuoting = ({
  hasCapability,
}: Pick<CheckContext, 'hasCapability'>): readonly string[] =>
  hasCapability('agents.execute-permission') ? ['EXECUTE_QUOTES'] : []

/** Whether a body shows the permissions that an agent has by default. */
export const showsDefaultPermissions = (context: Pick<CheckContext, 'names' | 'hasCapability'>) =>
  showsPermissions('CREATE_QUOTES', ...permissionsToExecute(context))

/** Whether a body shows an agent that may not quote. */
export const showsNoPermissionToQuote = (context: Pick<CheckContext, 'names' | 'hasCapability'>) =>
  showsPermissions(...permissionsToExecute(context))

const permissionsToExecute = ({ names, hasCapability }: Pick<CheckContext, 'names' | 'hasCapability'>) =>
  hasCapability('agents.execute-permission') ? [names.executePermission] : []

/** Whether a body shows this execution mode. */
export const showsMode =
  (mode: string) =>
  (body: unknown): boolean =>
    ['policy.defaultExecutionMode', 'agent.policy.defaultExecutionMode', 'defaultExecutionMode'].some(
      (path) => valueAt(body, path) === mode,
    )

/** Whether a body shows an agent that is paused. */
export const showsPause = (body: unknown): boolean =>
  ['isPaused', 'agent.isPaused'].some((path) => valueAt(body, path) === true) ||
  ['status', 'agent.status', 'state', 'agent.state'].some((path) => valueAt(body, path) === 'PAUSED')
