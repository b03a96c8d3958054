/** Create a quote for a customer (contract: What the service does, Cross-Currency Transfers; Endpoints 3). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import {
  expectAccounts,
  expectConversion,
  expectCurrencies,
  expectFees,
  expectNewQuote,
  expectUnexpired,
} from '../agent-operations/expectations.ts'
import { expectRateDetails } from './expectations.ts'
import { receivingAmount } from '../agent-operations/quote-request.ts'
import { requestQuote, usableQuote, type Payer } from './platform-quote.ts'

check('QTE-01', 'a conforming request of the platform returns a quote', async (context) => {
  const payer = await context.arrange('agent', {})

  const response = await requestQuote(context, payer)

  withinLimits(response)
  expect(response).toSucceed()
  expectNewQuote(response)
})

const sides = [
  { id: 'QTE-02', side: 'SENDING', total: 'totalSendingAmount', amountOf: () => 123_457 },
  {
    id: 'QTE-03',
    side: 'RECEIVING',
    total: 'totalReceivingAmount',
    amountOf: (payer: Payer) => receivingAmount(payer, 123_457),
  },
] as const

for (const { id, side, total, amountOf } of sides) {
  check(id, `with ${side} locked, ${total} is the requested amount`, async (context) => {
    const payer = await context.arrange('agent', {})

    const response = await requestQuote(context, payer, {
      lockedCurrencySide: side,
      lockedCurrencyAmount: amountOf(payer),
    })

    withinLimits(response)
    expect(response).toSucceed()
    expect(response).toMatchFields({ [total]: amountOf(payer) })
  })

  check('QTE-04', `with ${side} locked, fees and rate give the other side`, async (context) => {
    const payer = await context.arrange('agent', {})

    const response = await requestQuote(context, payer, {
      lockedCurrencySide: side,
      lockedCurrencyAmount: amountOf(payer),
    })

    createdQuote(response)
    expectConversion(response)
  })

  check('QTE-05', `with ${side} locked, the platform's fees are a part of the fees`, async (context) => {
    const payer = await context.arrange('agent', {})

    const response = await requestQuote(context, payer, { lockedCurrencySide: side })

    createdQuote(response)
    expectFees(response)
  })

  check(
    'QTE-19',
    `with ${side} locked, feesIncluded is present when the quote is created and read`,
    async (context) => {
      const payer = await context.arrange('agent', {})
      const created = await requestQuote(context, payer, { lockedCurrencySide: side })
      const { id } = createdQuote(created)

      const read = await context.poll(
        () => context.platform.transfers.quote(id),
        ({ status }) => status === 200,
      )

      expect(read).toSucceed()
      expect(valueAt(created.body, 'feesIncluded'), 'feesIncluded').toEqual(expect.any(Number))
      expect(valueAt(read.body, 'feesIncluded'), 'feesIncluded').toEqual(expect.any(Number))
    },
  )
}

check('QTE-06', 'accounts and currencies are those of the request', async (context) => {
  const payer = await context.arrange('agent', {})

  const response = await requestQuote(context, payer)

  usableQuote(response)
  expectAccounts(response, payer)
  expectCurrencies(response, payer)
})

check('QTE-07', 'the rate details are numbers', async (context) => {
  const payer = await context.arrange('agent', {})

  const response = await requestQuote(context, payer)

  usableQuote(response)
  expectRateDetails(response)
})

check('QTE-10', 'expiresAt is in the future', async (context) => {
  const payer = await context.arrange('agent', {})
  const asked = context.clock.mark()

  const response = await requestQuote(context, payer)

  expectUnexpired(createdQuote(response).expiresAt, asked())
})

check('QTE-13', 'the same request identifier gets the same quote', async (context) => {
  const payer = await context.arrange('agent', {})
  const requestId = context.random.uuid()
  const again = { random: { ...context.random, uuid: () => requestId }, platform: context.platform }
  const first = usableQuote(await requestQuote(again, payer))

  const response = await requestQuote(again, payer)

  expect(response).toSucceed()
  expect(response).toMatchFields({ id: first.quoteId })
})

check('QTE-60', 'two request identifiers get two quotes', async (context) => {
  const payer = await context.arrange('agent', {})
  const first = usableQuote(await requestQuote(context, payer))

  const second = usableQuote(await requestQuote(context, payer))

  expect(second.quoteId, 'identifier of the second quote').not.toBe(first.quoteId)
})
