import type { AgentOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { quoteBody } from '../representations.ts'
import { respondOnce } from './respond-once.ts'
import { newQuote } from './new-quote.ts'

/** Contract: Endpoints 3. */
export const createAgentQuote: AgentOperation = (server, call) => {
  const { agent } = call
  return respondOnce(server, call, agent, (body) => newQuote(server, { owner: agent, agent }, body))
}

/** The agent's own quote. A quote of another agent gives the same rejection as a nonexistent one. */
export const getAgentQuote: AgentOperation = (server, { agent, parameter }) => {
  const { rules } = server
  const quote = rules.storeToRead(server.store).quotes.get(parameter('quoteId'))
  if (!quote || !rules.quoteIsVisible(quote, agent)) throw new Refused(rules.quoteNotFound)
  return { status: 200, body: quoteBody(server, quote) }
}
