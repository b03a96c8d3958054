/** Operations of agents accept only the token of an agent (contract: Authentication). */
import { bearer, check, expect, type CheckContext } from '../../fixtures/index.ts'
import { createExecutableQuote } from '../agent-management/executable-quote.ts'
import { executeAnotherQuote, watchSpending } from '../agent-management/spending.ts'
import { arrangeAgentWithActions, anyActions } from './agent-with-actions.ts'
import { requireReadableAction } from './readable-action.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

const readers = [
  { who: 'without credentials', authorization: () => undefined, quote: 'AGA-41', statuses: [401] },
  {
    who: 'with an invalid token',
    authorization: ({ random }: CheckContext) => bearer(random.uuid()),
    quote: 'AGA-41',
    statuses: [401],
  },
  {
    who: 'with platform credentials',
    authorization: ({ platform }: CheckContext) => platform.authorization,
    quote: 'AGA-43',
    statuses: REJECTED_OR_UNAUTHORIZED,
  },
] as const

for (const { who, authorization, quote, statuses } of readers) {
  check('AGA-40', `${who} an action cannot be read by its id`, async (context) => {
    const own = await arrangeAgentWithActions(context, anyActions(1))
    const actionId = await requireReadableAction(own)

    const got = await own.agent.presenting(authorization(context)).action(actionId)

    expect(got).toHaveStatus(...statuses)
    expect(got.text).not.toContain(own.arranged.customerId)
  })

  check(quote, `${who} a quote of an agent cannot be read by its id`, async (context) => {
    const { agent, quoteId, holder } = await createExecutableQuote(context)

    const got = await agent.presenting(authorization(context)).quote(quoteId)

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

  const executed = await agent.presenting(context.platform.authorization).executeQuote(quoteId)

  expect(executed).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(0)
})
