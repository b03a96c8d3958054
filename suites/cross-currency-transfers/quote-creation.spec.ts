/** Create a quote for a customer (contract: What the service does, Cross-Currency Transfers; Endpoints 3). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { conversionProblems } from '../../spec/monitors/quote-conversion.ts'
import { feeProblems } from '../agent-operations/quote-fees.ts'
import { disagreements } from '../agent-operations/where-given.ts'
import { requestQuote, usableQuote } from './platform-quote.ts'
import { rateDetailProblems } from './rate-details.ts'

check('QTE-01', 'a lawful request of the platform is answered with a quote', async (stage) => {
  const payer = await stage.arrange('agent', {})

  const answer = await requestQuote(stage, payer)

  withinLimits(answer)
  expect(answer).toSucceed()
  expect(valueAt(answer.body, 'id')).toEqual(expect.any(String))
  expect(String(valueAt(answer.body, 'status'))).toMatch(/^PENDING(_AUTHORIZATION)?$/)
})

const sides = [
  { id: 'QTE-02', side: 'SENDING', total: 'totalSendingAmount' },
  { id: 'QTE-03', side: 'RECEIVING', total: 'totalReceivingAmount' },
] as const

for (const { id, side, total } of sides) {
  check(id, `with ${side} locked, ${total} is the amount asked for`, async (stage) => {
    const payer = await stage.arrange('agent', {})

    const answer = await requestQuote(stage, payer, {
      lockedCurrencySide: side,
      lockedCurrencyAmount: 123_457,
    })

    withinLimits(answer)
    expect(answer).toSucceed()
    expect(answer).toHold({ [total]: 123_457 })
  })

  check('QTE-04', `with ${side} locked, fees and rate give the other side`, async (stage) => {
    const payer = await stage.arrange('agent', {})

    const answer = await requestQuote(stage, payer, {
      lockedCurrencySide: side,
      lockedCurrencyAmount: 123_457,
    })

    createdQuote(answer)
    expect(conversionProblems(answer.body)).toEqual([])
  })

  check('QTE-05', `with ${side} locked, the platform's fees are a part of the fees`, async (stage) => {
    const payer = await stage.arrange('agent', {})

    const answer = await requestQuote(stage, payer, { lockedCurrencySide: side })

    createdQuote(answer)
    expect(feeProblems(answer.body)).toEqual([])
  })

  check('QTE-19', `with ${side} locked, feesIncluded is in the quote, created and read`, async (stage) => {
    const payer = await stage.arrange('agent', {})
    const created = await requestQuote(stage, payer, { lockedCurrencySide: side })
    const { id } = createdQuote(created)

    const read = await stage.poll(
      () => stage.platform.transfers.quote(id),
      ({ status }) => status === 200,
    )

    expect(read).toSucceed()
    expect(valueAt(created.body, 'feesIncluded')).toEqual(expect.any(Number))
    expect(valueAt(read.body, 'feesIncluded')).toEqual(expect.any(Number))
  })
}

check('QTE-06', 'accounts and currencies are those of the request', async (stage) => {
  const payer = await stage.arrange('agent', {})

  const answer = await requestQuote(stage, payer)

  usableQuote(answer)
  expect(
    disagreements(answer.body, {
      'source.sourceType': 'ACCOUNT',
      'source.accountId': payer.sourceAccountId,
      'source.customerId': payer.customerId,
      'destination.destinationType': 'ACCOUNT',
      'destination.accountId': payer.destinationAccountId,
      'sendingCurrency.code': payer.sendingCurrency,
      'receivingCurrency.code': payer.receivingCurrency,
    }),
  ).toEqual([])
})

check('QTE-07', 'the rate details are numbers', async (stage) => {
  const payer = await stage.arrange('agent', {})

  const answer = await requestQuote(stage, payer)

  usableQuote(answer)
  expect(rateDetailProblems(answer.body)).toEqual([])
})

check('QTE-10', 'expiresAt is in the future', async (stage) => {
  const payer = await stage.arrange('agent', {})
  const asked = stage.clock.mark()

  const answer = await requestQuote(stage, payer)

  expect(createdQuote(answer).expiresAt).toBeGreaterThan(asked())
})

check('QTE-13', 'the same request identifier gets the same quote', async (stage) => {
  const payer = await stage.arrange('agent', {})
  const requestId = stage.random.uuid()
  const again = { random: { ...stage.random, uuid: () => requestId }, platform: stage.platform }
  const first = usableQuote(await requestQuote(again, payer))

  const answer = await requestQuote(again, payer)

  expect(answer).toSucceed()
  expect(answer).toHold({ id: first.quoteId })
})

check('QTE-60', 'two request identifiers get two quotes', async (stage) => {
  const payer = await stage.arrange('agent', {})
  const first = usableQuote(await requestQuote(stage, payer))

  const second = usableQuote(await requestQuote(stage, payer))

  expect(second.quoteId, 'identifier of the second quote').not.toBe(first.quoteId)
})
