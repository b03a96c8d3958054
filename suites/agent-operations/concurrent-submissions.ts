import { Blocked, walkActions, type CheckContext } from '../../fixtures/index.ts'
import { createAnotherQuote } from '../agent-management/executable-quote.ts'

/**
 * An agent that needs approval has submitted quotes at the same time, so their actions have almost the same createdAt.
 *
 * @returns how many actions the list shows
 * @throws Blocked when it shows fewer than the server accepted, or none
 */
export async function submitConcurrently(context: CheckContext, count: number) {
  const holder = await context.arrange('agent', { executionMode: 'APPROVAL_REQUIRED' })
  const agent = context.agent(holder.accessToken)
  const quotes = await Promise.all(
    Array.from({ length: count }, () => createAnotherQuote(context, holder, agent)),
  )
  const responses = await context.concurrently(
    ...quotes.map(
      ({ quoteId }) =>
        () =>
          agent.executeQuote(quoteId),
    ),
  )
  const submitted = responses.filter(({ status }) => status < 300).length
  // A rejected execution may be listed as FAILED.
  const listed = await context.poll(
    async () => (await walkActions(agent, { limit: 100 }, count + 1)).items.length,
    (seen) => seen >= submitted,
  )
  if (submitted > 0 && listed >= submitted) return { agent, listed }
  throw new Blocked(
    'implementation',
    `${submitted} executions were accepted, and the list has ${listed} actions`,
    'See the reason in the requests of this check. APR-01 judges this step.',
  )
}
