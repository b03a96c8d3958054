import { Blocked, walkActions, type CheckContext } from '../../fixtures/index.ts'
import { createQuoteFor } from '../agent-management/executable-quote.ts'

/**
 * An agent that needs approval has submitted quotes at the same time, so their actions have almost the same createdAt.
 *
 * @throws Blocked when the list does not show as many actions as the server accepted
 */
export async function submitConcurrently(context: CheckContext, count: number) {
  const holder = await context.arrange('agent', { executionMode: 'APPROVAL_REQUIRED' })
  const agent = context.agent(holder.accessToken)
  const quotes = await Promise.all(
    Array.from({ length: count }, () => createQuoteFor(holder, agent, context.random)),
  )
  const responses = await context.concurrently(
    ...quotes.map(
      ({ quoteId }) =>
        () =>
          agent.executeQuote(quoteId),
    ),
  )
  const submitted = responses.filter(({ status }) => status < 300).length
  const seen = await context.poll(
    async () => (await walkActions(agent, { limit: 100 }, submitted + 1)).items.length,
    (listed) => listed >= submitted,
  )
  if (submitted > 2 && seen === submitted) return { agent, submitted }
  throw new Blocked(
    'implementation',
    `${submitted} executions were accepted, and the list has ${seen} actions`,
    'See the reason in the requests of this check. APR-01 judges this step.',
  )
}
