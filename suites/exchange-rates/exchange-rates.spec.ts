/** Exchange rates of a corridor (contract: What the service does, Exchange Rates; Limits). */
import { check, expect } from '../../fixtures/index.ts'
import { listed, ratesIn } from './rates.ts'

check('RAT-01', 'a corridor with a rate is listed', async ({ arrange, platform }) => {
  const corridor = await arrange('exchange-rate', {})

  const answer = await platform.rates.list(corridor)

  expect(answer).toHaveStatus(200)
  expect(listed(answer)).not.toEqual([])
})

check('RAT-02', 'read again at once, the rate is the same', async ({ arrange, platform }) => {
  const corridor = await arrange('exchange-rate', {})
  const read = async () => ratesIn(await platform.rates.list(corridor)).join(', ')

  const reads = [await read(), await read(), await read(), await read()]

  expect(reads.slice(1).filter((rates, index) => rates === reads[index])).not.toEqual([])
})

for (const side of ['sourceCurrency', 'destinationCurrency']) {
  check('RAT-04', `a ${side} that does not exist has no rate`, async ({ arrange, platform }) => {
    const corridor = await arrange('exchange-rate', {})

    const answer = await platform.rates.list({ ...corridor, [side]: 'QQQ' })

    expect(answer).toHaveStatus(200, 400, 404)
    expect(listed(answer)).toEqual([])
  })
}
