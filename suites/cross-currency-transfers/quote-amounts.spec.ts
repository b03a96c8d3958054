/** Amounts and currencies at the edges (contract: Conventions, monetary amounts; Resources, Quote and Currency object). */
import { check, expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { conversionProblems } from '../../spec/invariants/quote-conversion.ts'
import { createdQuote } from '../agent-operations/created-quote.ts'
import { createPlatformQuote, requestQuote } from './platform-quote.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

const sides = [
  { side: 'SENDING', total: 'totalSendingAmount' },
  { side: 'RECEIVING', total: 'totalReceivingAmount' },
] as const

/** Violations in a quote of an amount; a rejection has none. */
const problemsOf = ({ status, body }: CheckedResponse, total: string, amount: number): readonly string[] =>
  status >= 300
    ? []
    : [
        ...(valueAt(body, total) === amount ? [] : [`${total} is ${String(valueAt(body, total))}`]),
        ...conversionProblems(body),
      ]

for (const { side, total } of sides) {
  check('QTE-56', `an amount of one unit is quoted exactly or rejected, ${side} locked`, async (context) => {
    const { payer } = await createPlatformQuote(context)

    const response = await requestQuote(context, payer, { lockedCurrencySide: side, lockedCurrencyAmount: 1 })

    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    expect(problemsOf(response, total, 1)).toEqual([])
  })
}

const corridors = [
  { sendingCurrency: 'JPY', receivingCurrency: 'USD', decimals: [0, 2] },
  { sendingCurrency: 'USD', receivingCurrency: 'JPY', decimals: [2, 0] },
  { sendingCurrency: 'BTC', receivingCurrency: 'USD', decimals: [8, 2] },
  { sendingCurrency: 'USD', receivingCurrency: 'BTC', decimals: [2, 8] },
] as const

for (const { sendingCurrency, receivingCurrency, decimals } of corridors) {
  for (const { side, total } of sides) {
    check(
      'QTE-57',
      `a quote from ${sendingCurrency} to ${receivingCurrency} uses the decimals of both, ${side} locked`,
      async (context) => {
        const payer = await context.arrange('agent', { sendingCurrency, receivingCurrency })

        const response = await requestQuote(context, payer, { lockedCurrencySide: side })

        createdQuote(response)
        expect(problemsOf(response, total, 100_000)).toEqual([])
        expect([
          valueAt(response.body, 'sendingCurrency.decimals'),
          valueAt(response.body, 'receivingCurrency.decimals'),
        ]).toEqual(decimals)
      },
    )
  }
}

/**
 * The remaining part of an amount converted there and back. A rate or a fee takes a part; a wrong number of decimals a
 * power of ten.
 */
const LEAST_LEFT = 0.3
const MOST_LEFT = 3

for (const currency of ['JPY', 'BTC']) {
  check('QTE-57', `from USD to ${currency}, both locked sides give about the same price`, async (context) => {
    const payer = await context.arrange('agent', { sendingCurrency: 'USD', receivingCurrency: currency })
    const sending = createdQuote(await requestQuote(context, payer))
    const lockedCurrencyAmount = sending.totalReceivingAmount

    const receiving = createdQuote(
      await requestQuote(context, payer, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount }),
    )

    const ratio = receiving.totalSendingAmount / sending.totalSendingAmount
    expect(ratio).toBeGreaterThan(LEAST_LEFT)
    expect(ratio).toBeLessThan(MOST_LEFT)
  })

  check('QTE-57', `from USD to ${currency} and back, decimals cancel out`, async (context) => {
    const createQuoteFor = async (sendingCurrency: string, receivingCurrency: string) => {
      const payer = await context.arrange('agent', { sendingCurrency, receivingCurrency })
      return createdQuote(await requestQuote(context, payer))
    }

    const [there, back] = [await createQuoteFor('USD', currency), await createQuoteFor(currency, 'USD')]

    const left =
      (there.totalReceivingAmount / there.totalSendingAmount) *
      (back.totalReceivingAmount / back.totalSendingAmount)
    expect(left).toBeGreaterThan(LEAST_LEFT)
    expect(left).toBeLessThan(MOST_LEFT)
  })
}
