/** Create a transfer quote as an agent (contract: Endpoints 3, request header and immediatelyExecute): money moves once. */
import { check, expect, type Stage } from '../../fixtures/index.ts'
import { asLongAsAnExecutionTakes, untilPaid, watchSpending } from '../agent-management/spending.ts'
import { createdQuote } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'
import { honouredIdentifiers } from './replayable-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

/** One request that is executed at creation, however often it is sent. */
async function executedAtCreation(stage: Stage) {
  await honouredIdentifiers(stage)
  const holder = await stage.arrange('agent', {})
  const spent = await watchSpending(stage, holder.sourceAccountId)
  const requestId = stage.random.uuid()
  const create = () =>
    stage.agent(holder.accessToken).createQuote(quoteRequest(holder, { immediatelyExecute: true }), requestId)
  return { spent, create }
}

check('QUO-30', 'executed at creation, a request sent again moves money once', async (stage) => {
  const { spent, create } = await executedAtCreation(stage)
  const { totalSendingAmount } = createdQuote(await create())
  await untilPaid(stage, spent, totalSendingAmount)

  const again = await create()

  expect(again).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

check('QUO-31', 'executed at creation, a request sent ten times at once moves money once', async (stage) => {
  const { spent, create } = await executedAtCreation(stage)

  await Promise.all(Array.from({ length: 10 }, create))

  const { totalSendingAmount } = createdQuote(await create())
  await untilPaid(stage, spent, totalSendingAmount)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

const flags = ['true', 'True', 'yes', '1']

for (const immediatelyExecute of flags) {
  check('QUO-85', `immediatelyExecute "${immediatelyExecute}" moves no money`, async (stage) => {
    const holder = await stage.arrange('agent', {})
    const spent = await watchSpending(stage, holder.sourceAccountId)

    const response = await stage
      .agent(holder.accessToken)
      .createQuote(quoteRequest(holder, { immediatelyExecute }), stage.random.uuid())

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    await asLongAsAnExecutionTakes(stage)
    expect(await spent(), 'paid by the source account').toBe(0)
  })
}
