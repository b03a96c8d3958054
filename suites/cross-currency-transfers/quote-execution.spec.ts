/** Execute an existing quote (contract: Other endpoints that are referenced; Resources, Quote). */
import { check, expect } from '../../fixtures/index.ts'
import { watchSpending } from '../agent-management/spending.ts'
import { platformQuote } from './platform-quote.ts'

check('QTE-30', 'an execution takes exactly the total from the source', async (stage) => {
  const { payer, quoteId, totalSendingAmount } = await platformQuote(stage)
  const spent = await watchSpending(stage, payer.sourceAccountId)

  const answer = await stage.platform.transfers.execute(quoteId)

  expect(answer).toSucceed()
  expect(await stage.poll(spent, (amount) => amount !== 0, stage.maxWaitMs)).toBe(totalSendingAmount)
})
