/** Quotes serve transfers within one currency (contract: What the service does, Same-Currency Transfers). */
import { check, expect, type Stage } from '../../fixtures/index.ts'
import { conversionProblems } from '../../spec/monitors/quote-conversion.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { paidInFull, watchSpending } from '../agent-management/spending.ts'
import {
  executeKnown,
  requestQuote,
  usableQuote,
  type Payer,
} from '../cross-currency-transfers/platform-quote.ts'
import { parityProblems } from './parity.ts'

/** A customer whose two accounts have the same currency. */
async function payerInOneCurrency({ arrange }: Stage): Promise<Payer> {
  const { sendingCurrency } = await arrange('agent', {})
  return arrange('agent', { sendingCurrency, receivingCurrency: sendingCurrency })
}

check('SCT-01', 'a transfer within one currency gets a quote', async (stage) => {
  const payer = await payerInOneCurrency(stage)

  const answer = await requestQuote(stage, payer)

  withinLimits(answer)
  expect(answer).toSucceed()
})

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check('SCT-02', `with ${lockedCurrencySide} locked, one unit is one unit`, async (stage) => {
    const payer = await payerInOneCurrency(stage)

    const answer = await requestQuote(stage, payer, { lockedCurrencySide })

    createdQuote(answer)
    expect(parityProblems(answer.body)).toEqual([])
  })

  check('SCT-04', `with ${lockedCurrencySide} locked, fees and rate give the other side`, async (stage) => {
    const payer = await payerInOneCurrency(stage)

    const answer = await requestQuote(stage, payer, { lockedCurrencySide })

    createdQuote(answer)
    expect(conversionProblems(answer.body)).toEqual([])
  })
}

check('SCT-03', 'its execution takes exactly the total from the source', async (stage) => {
  const payer = await payerInOneCurrency(stage)
  const { quoteId, totalSendingAmount } = usableQuote(await requestQuote(stage, payer))
  const spent = await watchSpending(stage, payer.sourceAccountId)

  const answer = await executeKnown(stage, quoteId)

  expect(answer).toSucceed()
  expect(await paidInFull(stage, spent, totalSendingAmount)).toBe(totalSendingAmount)
})
