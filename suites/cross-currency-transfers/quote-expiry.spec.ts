/** A quote past `expiresAt` cannot be executed (contract: Resources, Quote; States, Quote status). */
import { check, expect } from '../../fixtures/index.ts'
import { watchSpending } from '../agent-management/spending.ts'
import { executeAnotherQuote } from './an-execution.ts'
import { arrangeExpiringQuote } from './expiring-quote.ts'

check('QTE-34', 'an expired quote is not executed', { waits: true }, async (context) => {
  const { quoteId, sourceAccountId, expiresAt } = await arrangeExpiringQuote(context)
  const spent = await watchSpending(context, sourceAccountId)
  await context.clock.past(expiresAt)

  const response = await context.platform.transfers.execute(quoteId)

  expect(response.status).toBeLessThan(500)
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('QTE-35', 'the rejection states that the quote has expired', { waits: true }, async (context) => {
  const { quoteId, expiresAt } = await arrangeExpiringQuote(context)
  await context.clock.past(expiresAt)

  const response = await context.platform.transfers.execute(quoteId)

  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('QUOTE_EXPIRED')
})
