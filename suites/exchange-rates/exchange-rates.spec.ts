/** Exchange rates of a corridor (contract: What the service does, Exchange Rates; Limits). */
import { check, expect } from '../../fixtures/index.ts'
import { createExecutableQuote } from '../agent-management/executable-quote.ts'
import { quotedDecimals, shownDecimals } from '../shown-decimals.ts'
import { asksForCurrencies, hasRateOf, ratesIn, ratesNaming, recognized } from './rates.ts'

check('RAT-01', 'a corridor with a rate is listed', async ({ arrange, platform }) => {
  const corridor = await arrange('exchange-rate', {})

  const response = await platform.rates.list(corridor)

  expect(response).toHaveStatus(200)
  expect(recognized(response)).not.toEqual([])
  expect(hasRateOf(response, corridor), 'a rate above zero for the corridor').toBe(true)
})

check('RAT-02', 'an immediate second read returns the same rate', async ({ arrange, platform }) => {
  const corridor = await arrange('exchange-rate', {})
  const read = async () => ratesIn(await platform.rates.list(corridor)).join(', ')

  const reads = [await read(), await read(), await read(), await read()]

  expect(reads.slice(1).filter((rates, index) => rates === reads[index])).not.toEqual([])
})

check('RAT-05', 'ten concurrent requests get one rate', async ({ arrange, platform }) => {
  const corridor = await arrange('exchange-rate', {})
  const read = async () => ratesIn(await platform.rates.list(corridor)).join(', ')
  const readTen = async () => new Set(await Promise.all(Array.from({ length: 10 }, read))).size

  const different = [await readTen(), await readTen()]

  expect(Math.min(...different)).toBe(1)
})

check(
  'RAT-06',
  'read again within the cache time, the rate is the same',
  { waits: true },
  async ({ arrange, platform, pause, maxWaitMs }) => {
    const corridor = await arrange('exchange-rate', {})
    const read = async () => ratesIn(await platform.rates.list(corridor)).join(', ')
    const later = async () => {
      await pause(Math.min(3_000, maxWaitMs / 3))
      return read()
    }

    const reads = [await read(), await later(), await later()]

    expect(reads.slice(1).filter((rates, index) => rates === reads[index])).not.toEqual([])
  },
)

for (const side of ['sourceCurrency', 'destinationCurrency']) {
  check('RAT-04', `a ${side} that does not exist has no rate`, async ({ arrange, platform }) => {
    const corridor = await arrange('exchange-rate', {})
    const known = await platform.rates.list(corridor)

    const response = await platform.rates.list({ ...corridor, [side]: 'QQQ' })

    expect(response).toHaveStatus(200, 400, 404, 422)
    expect(ratesNaming(response, 'QQQ')).toEqual([])
    asksForCurrencies(response, known)
  })
}

check('RAT-07', 'the currencies of a rate have the decimals that a quote shows', async (context) => {
  const { holder, created } = await createExecutableQuote(context)
  const { sendingCurrency: sourceCurrency, receivingCurrency: destinationCurrency } = holder

  const rates = await context.platform.rates.list({ sourceCurrency, destinationCurrency })

  expect(rates).toSucceed()
  expect(shownDecimals(rates, sourceCurrency), 'decimals').toEqual([quotedDecimals(created)])
})
