/** Get a quote (contract: Resources, Quote; States, Quote status). */
import { check, expect, instantOf, valueAt } from '../../fixtures/index.ts'
import { quoteTerms } from '../agent-operations/created-quote.ts'
import { expectSameQuote } from '../agent-operations/quote-expectations.ts'
import { createPlatformQuote } from './platform-quote.ts'
import { expectQuoteNotFound } from '../agent-operations/expectations.ts'

check('QTE-11', 'the quote reads back as created', async (context) => {
  const { quoteId, created } = await createPlatformQuote(context)

  const read = await context.poll(
    () => context.platform.transfers.quote(quoteId),
    ({ status }) => status === 200,
  )

  expectSameQuote(read, quoteTerms(created))
})

check('QTE-12', 'a quote that does not exist is not found', async ({ platform, random }) => {
  const response = await platform.transfers.quote(`Quote:${random.uuid()}`)

  expectQuoteNotFound(response)
})

const statuses = [
  { id: 'QTE-18', status: 'PENDING' },
  { id: 'QTE-18', status: 'COMPLETED' },
  { id: 'QTE-18', status: 'EXPIRED' },
  { id: 'QTE-44', status: 'PROCESSING' },
  { id: 'QTE-44', status: 'FAILED' },
] as const

for (const { id, status } of statuses) {
  check(id, `a quote is read as ${status}`, async ({ arrange, platform }) => {
    const { quoteId } = await arrange('quote', { status })

    await expect(() => platform.transfers.quote(quoteId)).toReachStatus(status)
  })
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Clocks may count in whole seconds. */
const TOLERANCE = 10 * SECOND

check('QTE-17', 'on an instant rail a quote is valid for one to five minutes', async (context) => {
  const asked = context.clock.mark()
  const { quoteId } = await context.arrange('quote', { status: 'PENDING', instantRail: true })
  const created = context.clock.mark()

  const { body } = await context.poll(
    () => context.platform.transfers.quote(quoteId),
    ({ status }) => status === 200,
  )

  const expiresAt = instantOf(String(valueAt(body, 'expiresAt')))
  expect(expiresAt - asked(), 'longest lifetime').toBeGreaterThanOrEqual(MINUTE - TOLERANCE)
  expect(expiresAt - created(), 'shortest lifetime').toBeLessThanOrEqual(5 * MINUTE + TOLERANCE)
})
