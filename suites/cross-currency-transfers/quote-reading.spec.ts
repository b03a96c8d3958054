/** Get a quote (contract: Resources, Quote). */
import { check, expect } from '../../fixtures/index.ts'
import { platformQuote, termsOf } from './platform-quote.ts'

check('QTE-11', 'the quote read again is the quote created', async (stage) => {
  const { quoteId, created } = await platformQuote(stage)

  const read = await stage.poll(
    () => stage.platform.transfers.quote(quoteId),
    ({ status }) => status === 200,
  )

  expect(read).toHaveStatus(200)
  expect(termsOf(read)).toEqual(termsOf(created))
})
