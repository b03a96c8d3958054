/** Quotes to a UMA address (contract: Endpoints 3, request body, destination and lookupId; Resources, Quote). */
import { check, expect } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { disagreements } from '../agent-operations/where-given.ts'
import { counterpartyProblems } from './counterparty-information.ts'
import { requestQuote, usableQuote } from './platform-quote.ts'
import { lookedUp, umaReceiver } from './receivers.ts'

check('QTE-25', 'a receiver that was looked up is quoted for', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))

  const answer = await requestQuote(stage, payer, { ...changes, senderCustomerInfo })

  withinLimits(answer)
  expect(answer).toSucceed()
  expect(disagreements(answer.body, { 'destination.destinationType': 'UMA_ADDRESS' })).toEqual([])
})

check('QTE-26', 'without the lookup the same request is refused', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))
  usableQuote(await requestQuote(stage, payer, { ...changes, senderCustomerInfo }))

  const answer = await requestQuote(stage, payer, { ...changes, senderCustomerInfo, lookupId: undefined })

  expect(answer).toBeError(400)
})

check('QTE-27', 'with a lookup of nobody the same request is refused', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))
  usableQuote(await requestQuote(stage, payer, { ...changes, senderCustomerInfo }))
  const lookupId = `Lookup:${stage.random.uuid()}`

  const answer = await requestQuote(stage, payer, { ...changes, senderCustomerInfo, lookupId })

  expect(answer).toBeError(400, 404)
})

check('QTE-28', 'the counterparty is described by keys and values', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))

  const answer = await requestQuote(stage, payer, { ...changes, senderCustomerInfo })

  usableQuote(answer)
  expect(counterpartyProblems(answer.body)).toEqual([])
})
