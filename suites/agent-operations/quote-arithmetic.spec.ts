/** Create a transfer quote as an agent (contract: Resources, Quote): fees first, then the rate. */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { createdQuote } from './created-quote.ts'
import { expectConversion, expectFees } from './expectations.ts'
import { quoteRequest, receivingAmount } from './quote-request.ts'

const amounts = [10_000, 123_457, 1_000_000]

for (const amount of amounts) {
  check(
    'QUO-04',
    `of ${amount} sent, fees and rate give the received amount`,
    async ({ arrange, agent, random }) => {
      const arranged = await arrange('agent', {})
      const request = quoteRequest(arranged, { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount })

      const response = await agent(arranged.accessToken).createQuote(request, random.uuid())

      createdQuote(response)
      expectConversion(response)
    },
  )

  check(
    'QUO-05',
    `for ${amount} received, rate and fees give the sent amount`,
    async ({ arrange, agent, random }) => {
      const arranged = await arrange('agent', {})
      const request = quoteRequest(arranged, {
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: receivingAmount(arranged, amount),
      })

      const response = await agent(arranged.accessToken).createQuote(request, random.uuid())

      createdQuote(response)
      expectConversion(response)
    },
  )
}

for (const side of ['SENDING', 'RECEIVING']) {
  check(
    'QUO-06',
    `the platform's fees are a part of the fees, ${side} locked`,
    async ({ arrange, agent, random }) => {
      const arranged = await arrange('agent', {})
      const request = quoteRequest(arranged, { lockedCurrencySide: side })

      const response = await agent(arranged.accessToken).createQuote(request, random.uuid())

      createdQuote(response)
      expectFees(response)
    },
  )

  check(
    'QUO-13',
    `feesIncluded is present when a quote is created and read, ${side} locked`,
    async ({ arrange, agent, random, poll }) => {
      const arranged = await arrange('agent', {})
      const created = await agent(arranged.accessToken).createQuote(
        quoteRequest(arranged, { lockedCurrencySide: side }),
        random.uuid(),
      )
      const { id } = createdQuote(created)

      const read = await poll(
        () => agent(arranged.accessToken).quote(id),
        ({ status }) => status === 200,
      )

      expect(read).toSucceed()
      expect(valueAt(created.body, 'feesIncluded'), 'feesIncluded').toEqual(expect.any(Number))
      expect(valueAt(read.body, 'feesIncluded'), 'feesIncluded').toEqual(expect.any(Number))
    },
  )
}
