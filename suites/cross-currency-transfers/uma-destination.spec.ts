/** Quotes to a UMA address (contract: Endpoints 3, request body, destination and lookupId; Resources, Quote). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import {
  requestAsAgent,
  requestUntilFound,
  requestAsAgentUntilFound,
  requestQuote,
  usableQuote,
} from './platform-quote.ts'
import { lookUpReceiver, umaReceiver } from './receivers.ts'
import { REJECTED } from '../rejections.ts'

/** Violations in `counterpartyInformation`, if present (contract: Quote, counterpartyInformation). */
function counterpartyProblems(quote: unknown): readonly string[] {
  const information = valueAt(quote, 'counterpartyInformation')
  const isKeyed = typeof information === 'object' && information !== null && !Array.isArray(information)
  return information === undefined || information === null || isKeyed
    ? []
    : [`counterpartyInformation is ${JSON.stringify(information)}`]
}

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check(
    'QTE-25',
    `a receiver gets a quote after its lookup, ${lockedCurrencySide} locked`,
    async (context) => {
      const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))

      const response = await requestUntilFound(context, payer, {
        ...changes,
        senderCustomerInfo,
        lockedCurrencySide,
      })

      withinLimits(response)
      expect(response).toSucceed()
      expect(
        valueAt(response.body, 'destination.destinationType'),
        'the variant of the destination',
      ).not.toBe('ACCOUNT')
    },
  )
}

for (const { when, execution } of [
  { when: 'without the lookup', execution: {} },
  { when: 'without the lookup, with immediatelyExecute,', execution: { immediatelyExecute: true } },
]) {
  check('QTE-26', `${when} the same request is rejected`, async (context) => {
    const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))
    usableQuote(await requestAsAgentUntilFound(context, payer, { ...changes, senderCustomerInfo }))

    const response = await requestAsAgent(context, payer, {
      ...changes,
      ...execution,
      senderCustomerInfo,
      lookupId: undefined,
    })

    expect(response).toBeError(...REJECTED)
  })
}

check('QTE-27', 'with a lookup that does not exist the same request is rejected', async (context) => {
  const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))
  usableQuote(await requestUntilFound(context, payer, { ...changes, senderCustomerInfo }))
  const lookupId = `Lookup:${context.random.uuid()}`

  const response = await requestQuote(context, payer, { ...changes, senderCustomerInfo, lookupId })

  expect(response).toBeError(...REJECTED)
})

check('QTE-29', 'with the lookup of another receiver the same request is rejected', async (context) => {
  const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))
  usableQuote(await requestUntilFound(context, payer, { ...changes, senderCustomerInfo }))
  const other = await lookUpReceiver(await umaReceiver(context))
  usableQuote(await requestUntilFound(context, other.payer, { ...other.changes, senderCustomerInfo }))

  const response = await requestQuote(context, payer, {
    ...changes,
    senderCustomerInfo,
    lookupId: other.changes.lookupId,
  })

  expect(response).toBeError(...REJECTED)
})

check('QTE-28', 'the counterparty is described by keys and values', async (context) => {
  const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))

  const response = await requestUntilFound(context, payer, { ...changes, senderCustomerInfo })

  usableQuote(response)
  expect(counterpartyProblems(response.body)).toEqual([])
})

check('QTE-78', "an agent's quote with the lookup of another receiver is rejected", async (context) => {
  const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))
  usableQuote(await requestAsAgentUntilFound(context, payer, { ...changes, senderCustomerInfo }))
  const other = await lookUpReceiver(await umaReceiver(context))
  usableQuote(await requestAsAgentUntilFound(context, other.payer, { ...other.changes, senderCustomerInfo }))

  const response = await requestAsAgent(context, payer, {
    ...changes,
    senderCustomerInfo,
    lookupId: other.changes.lookupId,
  })

  expect(response).toBeError(...REJECTED)
})
