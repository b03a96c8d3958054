/** Operations of agents accept only the token of an agent (contract: Authentication). */
import { check, expect } from '../../fixtures/index.ts'
import type { RequirementId } from '../../spec/index.ts'
import { invalidAgentCredentials, type InvalidAgentCredentials } from '../invalid-credentials.ts'
import { createExecutableQuote } from '../agent-management/executable-quote.ts'
import { executeAnotherQuote, watchSpending } from '../agent-management/spending.ts'
import { arrangeAgentWithActions, anyActions } from './agent-with-actions.ts'
import { requireReadableAction } from './readable-action.ts'

const { none, unknown, platform } = invalidAgentCredentials

const readers: readonly (InvalidAgentCredentials & {
  readonly quote: RequirementId
  readonly who: string
})[] = [
  { ...none, quote: 'AGA-41', who: 'without credentials' },
  { ...unknown, quote: 'AGA-41', who: 'with an invalid token' },
  { ...platform, quote: 'AGA-43', who: 'with platform credentials' },
]

for (const { who, authorization, quote, statuses } of readers) {
  check('AGA-40', `${who} an action cannot be read by its id`, async (context) => {
    const own = await arrangeAgentWithActions(context, anyActions(1))
    const actionId = await requireReadableAction(own)

    const got = await own.agent.presenting(authorization(context, own.arranged)).action(actionId)

    expect(got).toHaveStatus(...statuses)
    expect(got.text).not.toContain(own.arranged.customerId)
  })

  check(quote, `${who} a quote of an agent cannot be read by its id`, async (context) => {
    const { agent, quoteId, holder } = await createExecutableQuote(context)
    // A cache in front of the API may return to anyone what it returned to the agent.
    await agent.quote(quoteId)

    const got = await agent.presenting(authorization(context, holder)).quote(quoteId)

    expect(got).toHaveStatus(...statuses)
    expect(got.text).not.toContain(holder.sourceAccountId)
    expect(
      await context.poll(
        () => agent.quote(quoteId),
        ({ status }) => status === 200,
      ),
    ).toHaveStatus(200)
  })
}

check('AGA-42', 'with platform credentials a quote of an agent is not executed', async (context) => {
  const { agent, quoteId, holder } = await createExecutableQuote(context)
  const spent = await watchSpending(context, holder.sourceAccountId)

  const executed = await agent.presenting(platform.authorization(context)).executeQuote(quoteId)

  expect(executed).toHaveStatus(...platform.statuses)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(0)
})
