import { Blocked, type Answer, type Stage } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'
import { createdQuote } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'

/** An agent that is seen to get quotes, so that refusing it one shows something. */
export interface ActingAgent {
  readonly holder: StateValues['agent']
  readonly agent: ReturnType<Stage['agent']>
  /** Asks for another quote. */
  readonly askForQuote: () => Promise<Answer>
}

/**
 * A new agent that gets quotes.
 *
 * @throws Blocked when it does not
 */
export async function actingAgent(stage: Stage, policy: StateParams['agent'] = {}): Promise<ActingAgent> {
  return acting(stage, await stage.arrange('agent', policy))
}

/** Another agent of the same customer that gets quotes. */
export async function actingSibling(stage: Stage, { holder }: ActingAgent): Promise<ActingAgent> {
  return acting(stage, await stage.arrange('sibling-agent', { agentId: holder.agentId }))
}

async function acting({ agent, random }: Stage, holder: StateValues['agent']): Promise<ActingAgent> {
  const client = agent(holder.accessToken)
  const askForQuote = () => client.createQuote(quoteRequest(holder), random.uuid())
  createdQuote(await askForQuote())
  return { holder, agent: client, askForQuote }
}

/** What the platform changed may take a while to be seen: asks until the answer is a refusal. */
export const untilRefused = ({ poll }: Stage, ask: () => Promise<Answer>): Promise<Answer> =>
  poll(ask, ({ status }) => status >= 400)

/** Likewise, until it is a success. */
export const untilServed = ({ poll }: Stage, ask: () => Promise<Answer>): Promise<Answer> =>
  poll(ask, ({ status }) => status >= 200 && status < 300)

/**
 * Lets a change become effective, as far as asking for quotes shows it.
 *
 * @throws Blocked when the agent is still given quotes
 */
export async function seenToBeRefused(stage: Stage, { askForQuote }: ActingAgent): Promise<void> {
  const answer = await untilRefused(stage, askForQuote)
  if (answer.status >= 400) return
  throw new Blocked(
    'implementation',
    `the agent that this check stands on still gets quotes (exchange ${answer.exchange})`,
    'See why; AGM-11, AGM-21 and AGM-31 judge it.',
  )
}
