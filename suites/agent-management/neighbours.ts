import type { CheckedResponse, CheckContext } from '../../fixtures/index.ts'
import { createdQuote } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import {
  actingAs,
  requireUnderstood,
  showsDefaultPermissions,
  pollUntilRejected,
  type ActingAgent,
} from './acting-agent.ts'
import { installAgent, tokenIn, type CreatedAgent, type InstalledAgent } from './managed-agent.ts'

/** Three agents of one customer, created one after the other, each of which gets quotes. */
export interface Neighbours {
  readonly before: ActingAgent
  readonly changed: ActingAgent
  readonly after: ActingAgent
}

/** @throws Blocked when one of them is not created, or gets no quotes */
export async function installNeighbours(context: CheckContext): Promise<Neighbours> {
  const first = await installAgent(context)
  const second = await installAgent(context, {}, first.existingAgent)
  const third = await installAgent(context, {}, first.existingAgent)
  return {
    before: await requireActing(context, first),
    changed: await requireActing(context, second),
    after: await requireActing(context, third),
  }
}

async function requireActing(
  context: CheckContext,
  { agent, agentId, response, existingAgent }: InstalledAgent,
): Promise<ActingAgent> {
  const acting = actingAs(context, { ...existingAgent, agentId }, agent)
  const quoted = await acting.askForQuote()
  await requireUnderstood(context, quoted.status < 400, {
    agentId,
    changed: response,
    isShownIn: showsDefaultPermissions(context),
  })
  createdQuote(quoted)
  return acting
}

/** The rejection that stops an agent: of its device code, or of a quote with the token for that code. */
export async function pollRejectedInstallation(
  context: CheckContext,
  { existingAgent }: CreatedAgent,
  code: string,
): Promise<CheckedResponse> {
  const redeemed = await context.platform.agents.redeem(code)
  const token = tokenIn(redeemed)
  if (token === undefined) return redeemed
  return pollUntilRejected(context, () =>
    context.agent(token).createQuote(quoteRequest(existingAgent), context.random.uuid()),
  )
}
