/** Create a quote for a customer (contract: Endpoints 3, request body; Limits): requests that are refused. */
import { check, expect } from '../../fixtures/index.ts'
import { acceptedPayer } from './accepted-payer.ts'
import { requestQuote } from './platform-quote.ts'

for (const field of ['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount']) {
  check('QTE-08', `a request without ${field} is refused`, async (stage) => {
    const payer = await acceptedPayer(stage)

    const answer = await requestQuote(stage, payer, { [field]: undefined })

    expect(answer).toBeError(400)
  })
}

check('QTE-09', 'a request for more than the maximum is refused', async (stage) => {
  const payer = await acceptedPayer(stage)

  const answer = await requestQuote(stage, payer, { lockedCurrencyAmount: 9_000_000_000_000_001 })

  expect(answer).toBeError(400)
})

const ends = ['source', 'destination'] as const

for (const end of ends) {
  check('QTE-16', `a ${end} that does not exist is refused`, async (stage) => {
    const payer = await acceptedPayer(stage)
    const nobodys = {
      source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${stage.random.uuid()}` },
      destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${stage.random.uuid()}` },
    }

    const answer = await requestQuote(stage, payer, { [end]: nobodys[end] })

    expect(answer).toBeError(400, 403, 404)
  })
}
