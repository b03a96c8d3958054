/** A quote past `expiresAt` cannot be executed (contract: Resources, Quote; States, Quote status). */
import { check, expect, Blocked, type CheckContext } from '../../fixtures/index.ts'
import { watchSpending } from '../agent-management/spending.ts'
import { executeAnotherQuote } from './an-execution.ts'

/** A quote that can soon no longer be executed. */
interface ExpiringQuote {
  readonly quoteId: string
  readonly sourceAccountId: string
  readonly expiresAt: string
}

/**
 * A quote that expires soon.
 *
 * @throws Blocked when no response has the paying account
 */
async function arrangeExpiringQuote({
  arrange,
  lifetime,
}: Pick<CheckContext, 'arrange' | 'lifetime'>): Promise<ExpiringQuote> {
  const expiresInSeconds = lifetime.seconds()
  const { sourceAccountId, ...quote } = await arrange('quote', { status: 'PENDING', expiresInSeconds })
  if (sourceAccountId !== undefined) return { ...quote, sourceAccountId }
  throw new Blocked(
    'deployment-file',
    'the state quote has no sourceAccountId, so a payment cannot be detected',
    'Return sourceAccountId, as the description of quote states.',
  )
}

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
