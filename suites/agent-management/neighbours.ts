import type { CheckedResponse, CheckContext } from '../../fixtures/index.ts'
import { createdQuote } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { requireUnderstood, showsDefaultPermissions, untilRefused, type ActingAgent } from './acting-agent.ts'
import { installedAgent, tokenIn, type CreatedAgent, type InstalledAgent } from './managed-agent.ts'

/** Three agents of one customer, created one after the other, each of which gets quotes. */
export interface Neighbours {
  readonly before: ActingAgent
  readonly changed: ActingAgent
  readonly after: ActingAgent
}

/** @throws Blocked when one of them is not created, or gets no quotes */
export async function actingNeighbours(context: CheckContext): Promise<Neighbours> {
  const first = await installedAgent(context)
  const second = await installedAgent(context, {}, first.existingAgent)
  const third = await installedAgent(context, {}, first.existingAgent)
  return {
    before: await acting(context, first),
    changed: await acting(context, second),
    after: await acting(context, third),
  }
}

async function acting(
  context: CheckContext,
  { agent, agentId, response, existingAgent }: InstalledAgent,
): Promise<ActingAgent> {
  const holder = { ...existingAgent, agentId }
  const askForQuote = () => agent.createQuote(quoteRequest(holder), context.random.uuid())
  const quoted = await askForQuote()
  await requireUnderstood(context, quoted.status < 400, {
    agentId,
    changed: response,
    isShownIn: showsDefaultPermissions,
  })
  createdQuote(quoted)
  return { holder, agent, askForQuote }
}

/** The rejection that keeps an agent from acting: of its device code, or of a quote with the token that the code gave. */
export async function outcomeOfInstallation(
  context: CheckContext,
  { existingAgent }: CreatedAgent,
  code: string,
): Promise<CheckedResponse> {
  const redeemed = await context.platform.agents.redeem(code)
  const token = tokenIn(redeemed)
  if (token === undefined) return redeemed
  return untilRefused(context, () =>
    context.agent(token).createQuote(quoteRequest(existingAgent), context.random.uuid()),
  )
}
