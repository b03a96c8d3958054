import type { Answer, Stage } from '../../fixtures/index.ts'
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
export async function actingNeighbours(stage: Stage): Promise<Neighbours> {
  const first = await installedAgent(stage)
  const second = await installedAgent(stage, {}, first.elder)
  const third = await installedAgent(stage, {}, first.elder)
  return {
    before: await acting(stage, first),
    changed: await acting(stage, second),
    after: await acting(stage, third),
  }
}

async function acting(stage: Stage, { agent, agentId, answer, elder }: InstalledAgent): Promise<ActingAgent> {
  const holder = { ...elder, agentId }
  const askForQuote = () => agent.createQuote(quoteRequest(holder), stage.random.uuid())
  const quoted = await askForQuote()
  await requireUnderstood(stage, quoted.status < 400, {
    agentId,
    changed: answer,
    isShownIn: showsDefaultPermissions,
  })
  createdQuote(quoted)
  return { holder, agent, askForQuote }
}

/** The rejection that keeps an agent from acting: of its device code, or of a quote with the token that the code gave. */
export async function outcomeOfInstallation(
  stage: Stage,
  { elder }: CreatedAgent,
  code: string,
): Promise<Answer> {
  const redeemed = await stage.platform.agents.redeem(code)
  const token = tokenIn(redeemed)
  if (token === undefined) return redeemed
  return untilRefused(stage, () => stage.agent(token).createQuote(quoteRequest(elder), stage.random.uuid()))
}
