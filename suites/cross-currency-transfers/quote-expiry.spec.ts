/** A quote past `expiresAt` cannot be executed (contract: Resources, Quote; States, Quote status). */
import { check, expect } from '../../fixtures/index.ts'
import { watchSpending } from '../agent-management/spending.ts'
import { asLongAsAnExecutionTakes } from './an-execution.ts'
import { expiringQuote } from './expiring-quote.ts'

check('QTE-34', 'past its expiry a quote is not executed', { waits: true }, async (stage) => {
  const { quoteId, sourceAccountId, expiresAt } = await expiringQuote(stage)
  const spent = await watchSpending(stage, sourceAccountId)
  await stage.clock.past(expiresAt)

  const answer = await stage.platform.transfers.execute(quoteId)

  expect(answer.status).toBeLessThan(500)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('QTE-35', 'the refusal says that the quote has expired', { waits: true }, async (stage) => {
  const { quoteId, expiresAt } = await expiringQuote(stage)
  await stage.clock.past(expiresAt)

  const answer = await stage.platform.transfers.execute(quoteId)

  expect(answer).toHaveStatus(400)
  expect(answer).toHaveCode('QUOTE_EXPIRED')
})
