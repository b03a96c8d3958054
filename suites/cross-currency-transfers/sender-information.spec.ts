/** Sender information that the destination requires (contract: Endpoints 3, request body, sender information). */
import { check, expect } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { requestAsAgent, requestQuote, requestUntilFound, usableQuote } from './platform-quote.ts'
import {
  REQUIRED_FIELDS,
  lookUpReceiverWithFields,
  lookUpRequiringFields,
  externalAccountReceiver,
  lookUpReceiver,
  umaReceiver,
} from './receivers.ts'
import { REJECTED } from '../rejections.ts'

check('QTE-103', 'without any required field, a quote of the platform is rejected', async (context) => {
  const { payer, changes, senderCustomerInfo } = await lookUpRequiringFields(context, umaReceiver)
  usableQuote(await requestUntilFound(context, payer, { ...changes, senderCustomerInfo }))

  const response = await requestQuote(context, payer, changes)

  expect(response).toBeError(...REJECTED)
})

const receivers = [
  {
    to: 'a UMA address',
    newReceiver: umaReceiver,
    given: 'QTE-50',
    withoutAny: 'QTE-52',
    withoutOne: 'QTE-54',
  },
  {
    to: 'an external account',
    newReceiver: externalAccountReceiver,
    given: 'QTE-51',
    withoutAny: 'QTE-53',
    withoutOne: 'QTE-55',
  },
] as const

for (const { to, newReceiver, given, withoutAny, withoutOne } of receivers) {
  for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
    const title = `with all required fields, a quote to ${to} is created, ${lockedCurrencySide} locked`
    check(given, title, async (context) => {
      const { payer, changes, senderCustomerInfo } = await lookUpReceiver(
        await newReceiver(context, REQUIRED_FIELDS),
      )

      const response = await requestUntilFound(context, payer, {
        ...changes,
        senderCustomerInfo,
        lockedCurrencySide,
      })

      withinLimits(response)
      expect(response).toSucceed()
    })
  }

  check(withoutAny, `without any of the required fields, a quote to ${to} is rejected`, async (context) => {
    const { payer, changes } = await lookUpReceiverWithFields(context, newReceiver)

    const response = await requestAsAgent(context, payer, changes)

    expect(response).toBeError(...REJECTED)
  })

  check(withoutOne, `with null for a required field, a quote to ${to} is rejected`, async (context) => {
    const { payer, changes, senderCustomerInfo } = await lookUpReceiverWithFields(context, newReceiver)
    const withNull = { ...senderCustomerInfo, [REQUIRED_FIELDS[0]]: null }

    const response = await requestAsAgent(context, payer, { ...changes, senderCustomerInfo: withNull })

    expect(response).toBeError(...REJECTED)
  })

  for (const name of REQUIRED_FIELDS) {
    check(withoutOne, `without the required ${name}, a quote to ${to} is rejected`, async (context) => {
      const { payer, changes, senderCustomerInfo } = await lookUpReceiverWithFields(context, newReceiver)
      const { [name]: _left, ...rest } = senderCustomerInfo

      const response = await requestAsAgent(context, payer, { ...changes, senderCustomerInfo: rest })

      expect(response).toBeError(...REJECTED)
    })
  }
}
