/** Quotes serve transfers within one currency (contract: What the service does, Same-Currency Transfers). */
import { check, expect, type CheckContext, valueAt } from '../../fixtures/index.ts'
import { rateOfQuote } from '../../spec/index.ts'
import { conversionProblems } from '../../spec/invariants/quote-conversion.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { pollPayment, watchSpending } from '../agent-management/spending.ts'
import {
  executeUntilFound,
  requestExecutable,
  requestQuote,
  usableQuote,
  type Payer,
} from '../cross-currency-transfers/platform-quote.ts'

/** A rate has finitely many digits. */
const TOLERANCE = 1e-3

/** Fields of a quote within one currency that are not a conversion at the rate 1 (contract: Quote, exchangeRate). */
function parityProblems(quote: unknown): readonly string[] {
  const [sending = NaN, receiving = NaN, fees] = [
    'totalSendingAmount',
    'totalReceivingAmount',
    'feesIncluded',
  ].map((name) => numberAt(quote, name))
  const rate = Number(rateOfQuote(quote))
  return [
    ...(Math.abs(rate - 1) <= TOLERANCE ? [] : [`exchangeRate is ${rate}`]),
    ...(fees === undefined || Math.abs(sending - fees - receiving) <= 1
      ? []
      : [`${sending} less ${fees} is not ${receiving}`]),
    ...(receiving <= sending ? [] : [`${receiving} is more than ${sending}`]),
  ]
}

function numberAt(quote: unknown, name: string): number | undefined {
  const value = valueAt(quote, name)
  return typeof value === 'number' ? value : undefined
}

/** A customer whose two accounts have the same currency. */
async function arrangePayerInOneCurrency({ arrange }: CheckContext): Promise<Payer> {
  const { sendingCurrency } = await arrange('agent', {})
  return arrange('agent', { sendingCurrency, receivingCurrency: sendingCurrency })
}

check('SCT-01', 'a transfer within one currency gets a quote', async (context) => {
  const payer = await arrangePayerInOneCurrency(context)

  const response = await requestQuote(context, payer)

  withinLimits(response, 'QUOTE_RATE_UNAVAILABLE')
  expect(response).toSucceed()
})

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check('SCT-02', `with ${lockedCurrencySide} locked, one unit converts to one unit`, async (context) => {
    const payer = await arrangePayerInOneCurrency(context)

    const response = await requestQuote(context, payer, { lockedCurrencySide })

    createdQuote(response)
    expect(parityProblems(response.body)).toEqual([])
  })

  check('SCT-04', `with ${lockedCurrencySide} locked, fees and rate give the other side`, async (context) => {
    const payer = await arrangePayerInOneCurrency(context)

    const response = await requestQuote(context, payer, { lockedCurrencySide })

    createdQuote(response)
    expect(conversionProblems(response.body)).toEqual([])
  })
}

check(
  'SCT-03',
  'the execution of a same-currency quote debits exactly the total from the source',
  async (context) => {
    const payer = await arrangePayerInOneCurrency(context)
    const { quoteId, totalSendingAmount } = usableQuote(await requestExecutable(context, payer))
    const spent = await watchSpending(context, payer.sourceAccountId)

    const response = await executeUntilFound(context, quoteId)

    expect(response).toSucceed()
    expect(await pollPayment(context, spent, totalSendingAmount)).toBe(totalSendingAmount)
  },
)
