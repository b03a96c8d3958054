/** Create a quote for a customer (contract: Endpoints 3, request body; Limits): requests that are refused. */
import { basic, check, expect, type Stage } from '../../fixtures/index.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { acceptedPayer } from './accepted-payer.ts'
import { platformQuote, requestQuote } from './platform-quote.ts'

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

const strangers: readonly {
  readonly title: string
  readonly authorization: (stage: Stage) => string | undefined
}[] = [
  { title: 'without credentials', authorization: () => undefined },
  {
    title: 'with credentials of nobody',
    authorization: ({ random }) => basic(random.uuid(), random.uuid()),
  },
]

for (const { title, authorization } of strangers) {
  check('QTE-14', `${title} no quote is created`, async (stage) => {
    const payer = await acceptedPayer(stage)
    const stranger = stage.platform.presenting(authorization(stage))

    const answer = await stranger.transfers.createQuote(quoteRequest(payer), stage.random.uuid())

    expect(answer).toHaveStatus(401)
  })

  check('QTE-14', `${title} no quote is read`, async (stage) => {
    const { quoteId } = await platformQuote(stage)
    const stranger = stage.platform.presenting(authorization(stage))

    const answer = await stranger.transfers.quote(quoteId)

    expect(answer).toHaveStatus(401)
  })
}
