import type { AgentOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { quoteBody } from '../representations.ts'
import { answerOnce } from './answer-once.ts'
import { newQuote } from './new-quote.ts'

/** Contract: Endpoints 3. */
export const createAgentQuote: AgentOperation = (setting, call) => {
  const { agent } = call
  return answerOnce(setting, call, agent, (body) => newQuote(setting, { owner: agent, agent }, body))
}

/** The agent's own quote; of others' no more is said than of one that does not exist. */
export const getAgentQuote: AgentOperation = (setting, { agent, parameter }) => {
  const { rules } = setting
  const quote = rules.storeToRead(setting.store).quotes.get(parameter('quoteId'))
  if (!quote || !rules.quoteIsVisible(quote, agent)) throw new Refused(rules.quoteNotFound())
  return { status: 200, body: quoteBody(setting, rules.quoteWhenRead(quote)) }
}
