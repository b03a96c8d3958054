/** The configured maximum of a single transaction (contract: Limits; Errors, 400 codes). */
import type { StateValues } from '../../spec/index.ts'
import { check, expect, type Stage } from '../../fixtures/index.ts'
import { usableQuote } from './platform-quote.ts'

const quoteOf = (
  { platform, random }: Stage,
  { customerId, sourceAccountId, destinationAccountId }: StateValues['corridor-limit'],
  lockedCurrencyAmount: number,
) =>
  platform.transfers.createQuote(
    {
      source: { sourceType: 'ACCOUNT', accountId: sourceAccountId, customerId },
      destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount,
    },
    random.uuid(),
  )

check('QTE-42', 'no more than the maximum is quoted', async (stage) => {
  const corridor = await stage.arrange('corridor-limit', {})

  const answer = await quoteOf(stage, corridor, corridor.maximumAmount)

  expect(answer).toSucceed()
})

check('QTE-43', 'more than the maximum is refused', async (stage) => {
  const corridor = await stage.arrange('corridor-limit', {})
  usableQuote(await quoteOf(stage, corridor, corridor.maximumAmount))

  const answer = await quoteOf(stage, corridor, 2 * corridor.maximumAmount)

  expect(answer).toHaveStatus(400)
  expect(answer).toHaveCode('TRANSACTION_SIZE_LIMIT_EXCEEDED')
})
