/** Create a transfer quote as an agent (contract: Endpoints 3): the fields of the quote. */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { createdQuote, instantAt, withinLimits } from './created-quote.ts'
import {
  expectAccounts,
  expectCreatedBetween,
  expectCurrencies,
  expectLockedAmount,
  expectNewQuote,
  expectUnexpired,
} from './expectations.ts'
import { expectSameQuote } from './quote-expectations.ts'
import { quoteRequest, receivingAmount } from './quote-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

check(
  'QUO-01',
  'a conforming request returns a quote that awaits execution',
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})

    const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())

    withinLimits(response)
    expect(response).toSucceed()
    expectNewQuote(response)
  },
)

check(
  'QUO-02',
  'the locked sending amount is the total sending amount',
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    const request = quoteRequest(arranged, { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 123_457 })

    const response = await agent(arranged.accessToken).createQuote(request, random.uuid())

    withinLimits(response)
    expect(response).toSucceed()
    expectLockedAmount(response, { side: 'SENDING', amount: 123_457 })
  },
)

check(
  'QUO-03',
  'the locked receiving amount is the total receiving amount',
  async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})
    const amount = receivingAmount(arranged, 123_457)
    const request = quoteRequest(arranged, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: amount })

    const response = await agent(arranged.accessToken).createQuote(request, random.uuid())

    withinLimits(response)
    expect(response).toSucceed()
    expectLockedAmount(response, { side: 'RECEIVING', amount })
  },
)

/** Amounts that a number of 32 bits does not hold: as a float, and as an integer. */
const LARGE_AMOUNTS = [16_777_217, 5_000_000_001]

const SIDES = [
  { id: 'QUO-02', side: 'SENDING', total: 'totalSendingAmount' },
  { id: 'QUO-03', side: 'RECEIVING', total: 'totalReceivingAmount' },
] as const

for (const { id, side, total } of SIDES) {
  for (const amount of LARGE_AMOUNTS) {
    check(
      id,
      `${amount} is quoted exactly or rejected, ${side} locked`,
      async ({ arrange, agent, random }) => {
        const arranged = await arrange('agent', {})
        const request = quoteRequest(arranged, { lockedCurrencySide: side, lockedCurrencyAmount: amount })

        const response = await agent(arranged.accessToken).createQuote(request, random.uuid())

        expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
        expect([amount, undefined], total).toContain(valueAt(response.body, total))
      },
    )
  }
}

check('QUO-07', 'the currencies are those of the two accounts', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})

  const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())

  createdQuote(response)
  expectCurrencies(response, arranged)
})

check('QUO-08', 'source and destination are those of the request', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})

  const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())

  createdQuote(response)
  expectAccounts(response, arranged)
})

check('QUO-09', 'createdAt is now, and before expiresAt', async ({ arrange, agent, random, clock }) => {
  const arranged = await arrange('agent', {})
  const asked = clock.mark()

  const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())

  const { expiresAt } = createdQuote(response)
  const createdAt = instantAt(response.body, 'createdAt') ?? asked()
  expectCreatedBetween({ createdAt, expiresAt }, asked(), clock.atLeast())
})

check('QUO-10', 'expiresAt is in the future', async ({ arrange, agent, random, clock }) => {
  const arranged = await arrange('agent', {})
  const asked = clock.mark()

  const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())

  const { expiresAt } = createdQuote(response)
  expectUnexpired(expiresAt, asked())
})

check('QUO-11', 'the quote reads back as created', async ({ arrange, agent, random, poll }) => {
  const arranged = await arrange('agent', {})
  const created = createdQuote(
    await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid()),
  )

  const read = await poll(
    () => agent(arranged.accessToken).quote(created.id),
    ({ status }) => status === 200,
  )

  expectSameQuote(read, created)
})

check('QUO-12', 'a transfer within one currency gets a quote', async ({ arrange, agent, random }) => {
  const { sendingCurrency } = await arrange('agent', {})
  const arranged = await arrange('agent', { sendingCurrency, receivingCurrency: sendingCurrency })

  const response = await agent(arranged.accessToken).createQuote(quoteRequest(arranged), random.uuid())

  withinLimits(response, 'QUOTE_RATE_UNAVAILABLE')
  expect(response).toSucceed()
})
