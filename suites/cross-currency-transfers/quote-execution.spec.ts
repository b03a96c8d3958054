/** Execute an existing quote (contract: Other endpoints that are referenced; Resources, Quote). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { paidInFull, untilPaid, watchSpending } from '../agent-management/spending.ts'
import { asLongAsAnExecutionTakes, executedQuote } from './an-execution.ts'
import { executeKnown, platformQuote, requestQuote, usableQuote } from './platform-quote.ts'

check('QTE-30', 'an execution takes exactly the total from the source', async (stage) => {
  const { payer, quoteId, totalSendingAmount } = await platformQuote(stage)
  const spent = await watchSpending(stage, payer.sourceAccountId)

  const answer = await executeKnown(stage, quoteId)

  expect(answer).toSucceed()
  expect(await paidInFull(stage, spent, totalSendingAmount)).toBe(totalSendingAmount)
})

check('QTE-31', 'an executed quote is past PENDING', async (stage) => {
  const { platform, poll, maxWaitMs } = stage
  const { quoteId } = await platformQuote(stage)

  const executed = await executeKnown(stage, quoteId)

  expect(executed).toSucceed()
  const seen = await poll(
    () => platform.transfers.quote(quoteId),
    ({ status, body }) => status === 200 && valueAt(body, 'status') !== 'PENDING',
    maxWaitMs,
  )
  expect(seen).toSucceed()
  expect(['PROCESSING', 'COMPLETED', 'FAILED']).toContain(valueAt(seen.body, 'status'))
})

check('QTE-32', 'executed again, a quote moves no more money', async (stage) => {
  const { quoteId, totalSendingAmount, spent } = await executedQuote(stage)

  await stage.platform.transfers.execute(quoteId)

  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

check('QTE-33', 'executed twice at once, a quote moves money once', async (stage) => {
  const { payer, quoteId, totalSendingAmount } = await platformQuote(stage)
  const spent = await watchSpending(stage, payer.sourceAccountId)

  await Promise.all([executeKnown(stage, quoteId), executeKnown(stage, quoteId)])

  await untilPaid(stage, spent, totalSendingAmount)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

const BALANCE = 200_000

check('QTE-45', 'two quotes of the whole balance, executed at once, are not both paid', async (stage) => {
  const payer = await stage.arrange('agent', { balance: BALANCE })
  const request = () => requestQuote(stage, payer, { lockedCurrencyAmount: BALANCE })
  const [first, second] = [await request(), await request()]
  const { quoteId } = usableQuote(first)
  const other = second.status < 300 ? usableQuote(second).quoteId : quoteId
  const spent = await watchSpending(stage, payer.sourceAccountId)

  await Promise.all([executeKnown(stage, quoteId), executeKnown(stage, other)])

  await stage.poll(spent, (amount) => amount > 0)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBeLessThan(2 * BALANCE)
})

check('QTE-36', 'a quote that does not exist is not executed', async ({ platform, random }) => {
  const answer = await platform.transfers.execute(`Quote:${random.uuid()}`)

  expect(answer).toHaveStatus(404)
  expect(answer).toHaveCode('QUOTE_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})

for (const changes of [{}, { immediatelyExecute: false }]) {
  check('QTE-37', `a quote created with ${JSON.stringify(changes)} moves no money`, async (stage) => {
    const payer = await stage.arrange('agent', {})
    const spent = await watchSpending(stage, payer.sourceAccountId)

    usableQuote(await requestQuote(stage, payer, changes))

    await asLongAsAnExecutionTakes(stage)
    expect(await spent(), 'paid by the source account').toBe(0)
  })
}

check('QTE-38', 'with immediatelyExecute the creation takes the total from the source', async (stage) => {
  const payer = await stage.arrange('agent', {})
  const spent = await watchSpending(stage, payer.sourceAccountId)

  const { totalSendingAmount } = usableQuote(await requestQuote(stage, payer, { immediatelyExecute: true }))

  expect(await paidInFull(stage, spent, totalSendingAmount)).toBe(totalSendingAmount)
})

check('QTE-40', 'without funds an execution moves no money', async (stage) => {
  const { payer, quoteId } = await platformQuote(stage)
  await stage.arrange('drain-source', { agentId: payer.agentId, sourceAccountId: payer.sourceAccountId })
  const spent = await watchSpending(stage, payer.sourceAccountId)

  const answer = await executeKnown(stage, quoteId)

  expect(answer.status).toBeLessThan(500)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})
