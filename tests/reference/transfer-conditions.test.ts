/** Each condition of transfers, lookups, rates and transactions is real: its request meets the status and the code. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { crossCurrencyTransfersErrorConditions } from '../../reference/error-conditions/cross-currency-transfers.ts'
import { exchangeRatesErrorConditions } from '../../reference/error-conditions/exchange-rates.ts'
import { transactionsErrorConditions } from '../../reference/error-conditions/transactions.ts'
import { errorCatalogue } from '../../spec/index.ts'
import { basic, startDriven, type DrivenReference } from './driven-reference.ts'

const codes = Object.keys({
  ...crossCurrencyTransfersErrorConditions,
  ...transactionsErrorConditions,
  ...exchangeRatesErrorConditions,
})

const statusOf = (code: string) =>
  Number(Object.entries(errorCatalogue).find(([, known]) => Object.hasOwn(known, code))?.[0])

describe('the conditions of transfers', () => {
  let reference: DrivenReference
  before(async () => {
    reference = await startDriven()
  })
  after(() => reference.close())

  for (const code of codes) {
    it(`meet ${code}`, async () => {
      const status = statusOf(code)
      const request = await reference.arrange('error-condition', { status, code })
      const { method, path, body, headers } = request

      const response = await reference.platform(method, path, body, { authorization: basic, ...headers })

      assert.deepEqual([response.status, response.json.code], [status, code])
    })
  }
})
