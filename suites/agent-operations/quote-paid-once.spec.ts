/** Create a transfer quote as an agent (contract: Endpoints 3, request header and immediatelyExecute): money moves once. */
import { check, expect, type CheckContext } from '../../fixtures/index.ts'
import { executeAnotherQuote, waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { createdQuote } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'
import { requireHonouredIdentifiers } from './replayable-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

/** One request that is executed at creation, however often it is sent. */
async function executeAtCreation(context: CheckContext) {
  await requireHonouredIdentifiers(context)
  const holder = await context.arrange('agent', {})
  const spent = await watchSpending(context, holder.sourceAccountId)
  const requestId = context.random.uuid()
  const create = () =>
    context
      .agent(holder.accessToken)
      .createQuote(quoteRequest(holder, { immediatelyExecute: true }), requestId)
  return { spent, create }
}

check('QUO-30', 'a replay of a request executed at creation moves money once', async (context) => {
  const { spent, create } = await executeAtCreation(context)
  const { totalSendingAmount } = createdQuote(await create())
  await waitUntilPaid(context, spent, totalSendingAmount)

  const again = await create()

  expect(again).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

check(
  'QUO-31',
  'ten concurrent copies of a request executed at creation move money once',
  async (context) => {
    const { spent, create } = await executeAtCreation(context)

    await context.concurrently(...Array.from({ length: 10 }, () => create))

    const { totalSendingAmount } = createdQuote(await create())
    await waitUntilPaid(context, spent, totalSendingAmount)
    await executeAnotherQuote(context)
    expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
  },
)

const flags = ['true', 'True', 'yes', '1']

for (const immediatelyExecute of flags) {
  check('QUO-85', `immediatelyExecute "${immediatelyExecute}" moves no money`, async (context) => {
    const holder = await context.arrange('agent', {})
    const spent = await watchSpending(context, holder.sourceAccountId)

    const response = await context
      .agent(holder.accessToken)
      .createQuote(quoteRequest(holder, { immediatelyExecute }), context.random.uuid())

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    await executeAnotherQuote(context)
    expect(await spent(), 'paid by the source account').toBe(0)
  })
}
