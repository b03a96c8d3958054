/** Sender information that the destination asks for (contract: Endpoints 3, request body, sender information). */
import { check, expect } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { requestAsAgent, requestKnown } from './platform-quote.ts'
import { ASKED, askingReceiver, externalAccountReceiver, lookedUp, umaReceiver } from './receivers.ts'
import { REJECTED } from '../rejections.ts'

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
    const title = `with all that is asked for, a quote to ${to} is created, ${lockedCurrencySide} locked`
    check(given, title, async (stage) => {
      const { payer, changes, senderCustomerInfo } = await lookedUp(await newReceiver(stage, ASKED))

      const answer = await requestKnown(stage, payer, { ...changes, senderCustomerInfo, lockedCurrencySide })

      withinLimits(answer)
      expect(answer).toSucceed()
    })
  }

  check(withoutAny, `with nothing of what is asked for, a quote to ${to} is refused`, async (stage) => {
    const { payer, changes } = await askingReceiver(stage, newReceiver)

    const answer = await requestAsAgent(stage, payer, changes)

    expect(answer).toBeError(...REJECTED)
  })

  for (const name of ASKED) {
    check(withoutOne, `without ${name}, which is asked for, a quote to ${to} is refused`, async (stage) => {
      const { payer, changes, senderCustomerInfo } = await askingReceiver(stage, newReceiver)
      const { [name]: _left, ...rest } = senderCustomerInfo

      const answer = await requestAsAgent(stage, payer, { ...changes, senderCustomerInfo: rest })

      expect(answer).toBeError(...REJECTED)
    })
  }
}
