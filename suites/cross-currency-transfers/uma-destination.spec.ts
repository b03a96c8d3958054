/** Quotes to a UMA address (contract: Endpoints 3, request body, destination and lookupId; Resources, Quote). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { counterpartyProblems } from './counterparty-information.ts'
import {
  requestAsAgent,
  requestKnown,
  requestKnownAsAgent,
  requestQuote,
  usableQuote,
} from './platform-quote.ts'
import { lookedUp, umaReceiver } from './receivers.ts'
import { REJECTED } from '../rejections.ts'

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check(
    'QTE-25',
    `a receiver that was looked up is quoted for, ${lockedCurrencySide} locked`,
    async (stage) => {
      const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))

      const answer = await requestKnown(stage, payer, { ...changes, senderCustomerInfo, lockedCurrencySide })

      withinLimits(answer)
      expect(answer).toSucceed()
      expect(valueAt(answer.body, 'destination.destinationType'), 'the variant of the destination').not.toBe(
        'ACCOUNT',
      )
    },
  )
}

check('QTE-26', 'without the lookup the same request is refused', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))
  usableQuote(await requestKnownAsAgent(stage, payer, { ...changes, senderCustomerInfo }))

  const answer = await requestAsAgent(stage, payer, { ...changes, senderCustomerInfo, lookupId: undefined })

  expect(answer).toBeError(...REJECTED)
})

check('QTE-27', 'with a lookup of nobody the same request is refused', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))
  usableQuote(await requestKnown(stage, payer, { ...changes, senderCustomerInfo }))
  const lookupId = `Lookup:${stage.random.uuid()}`

  const answer = await requestQuote(stage, payer, { ...changes, senderCustomerInfo, lookupId })

  expect(answer).toBeError(...REJECTED)
})

check('QTE-29', 'with the lookup of another receiver the same request is rejected', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))
  usableQuote(await requestKnown(stage, payer, { ...changes, senderCustomerInfo }))
  const other = await lookedUp(await umaReceiver(stage))
  usableQuote(await requestKnown(stage, other.payer, { ...other.changes, senderCustomerInfo }))

  const answer = await requestQuote(stage, payer, {
    ...changes,
    senderCustomerInfo,
    lookupId: other.changes.lookupId,
  })

  expect(answer).toBeError(...REJECTED)
})

check('QTE-28', 'the counterparty is described by keys and values', async (stage) => {
  const { payer, changes, senderCustomerInfo } = await lookedUp(await umaReceiver(stage))

  const answer = await requestKnown(stage, payer, { ...changes, senderCustomerInfo })

  usableQuote(answer)
  expect(counterpartyProblems(answer.body)).toEqual([])
})
