/** Limits of the platform's quotes (contract: Limits; Endpoints 3, request body). */
import { check, expect, suspectName } from '../../fixtures/index.ts'
import { expectNoServerError, NEGATIVE_AMOUNTS } from '../agent-operations/quote-expectations.ts'
import { feesOf } from '../agent-operations/expectations.ts'
import { arrangeAgentSendingNoDollars, overrideFee } from '../agent-operations/fee-override.ts'
import {
  acceptsObject,
  findAcceptedCharacter,
  REFERENCES,
  type RequestWith,
} from '../agent-operations/quote-fields.ts'
import type { QuoteRequest } from '../agent-operations/quote-request.ts'
import { watchSpending } from '../agent-management/spending.ts'
import { executeAnotherQuote } from './an-execution.ts'
import { executeIfQuoted, requestQuote, requestUntilFound, usableQuote } from './platform-quote.ts'
import { lookUpReceiver, umaReceiver } from './receivers.ts'
import { ACCEPTED_OR_REJECTED, REJECTED } from '../rejections.ts'

/** Asks for a quote of a new customer. */
const requestWith: RequestWith = async (context, changes) =>
  requestQuote(context, await context.arrange('agent', {}), changes)

for (const { of, characters } of REFERENCES)
  check('QTE-86', `a payment reference of 81 characters of ${of} is rejected`, async (context) => {
    const character = await findAcceptedCharacter(requestWith, context, characters)

    const response = await requestWith(context, { remittanceInformation: character.repeat(81) })

    const isIgnored = acceptsObject(requestWith, context, 'remittanceInformation')
    await suspectName('paymentReference', context.names, isIgnored, () =>
      expect(response).toBeError(...REJECTED),
    )
  })

check('QTE-87', 'on a source in another currency the overriding fee is not applied', async (context) => {
  const payer = await arrangeAgentSendingNoDollars(context.arrange)
  const create = (changes: QuoteRequest) => requestQuote(context, payer, changes)

  const { overriding, response } = await overrideFee(payer.sendingCurrency, create)

  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
  expect(feesOf(response.body).platform).not.toBe(overriding)
  expect(feesOf(response.body).all ?? 0).toBeLessThan(overriding)
})

check('QTE-88', 'a purpose of payment that is not listed is rejected', async (context) => {
  usableQuote(await requestWith(context, { purposeOfPayment: 'GIFT' }))

  const response = await requestWith(context, { purposeOfPayment: 'PARTY' })

  const isIgnored = acceptsObject(requestWith, context, 'purposeOfPayment')
  await suspectName('purposeOfPayment', context.names, isIgnored, () =>
    expect(response).toBeError(...REJECTED),
  )
})

for (const lockedCurrencyAmount of NEGATIVE_AMOUNTS)
  check('QTE-89', `a quote of ${lockedCurrencyAmount} moves no money`, async (context) => {
    const payer = await context.arrange('agent', {})
    const spent = await watchSpending(context, payer.sourceAccountId)

    const quoted = await requestQuote(context, payer, { lockedCurrencyAmount })

    expectNoServerError(quoted)
    await executeIfQuoted(context, quoted)
    await executeAnotherQuote(context)
    expect(await spent(), 'paid by the source account').toBe(0)
  })

check('QTE-100', 'a UMA destination without lookupId is rejected', async (context) => {
  const { payer, changes, senderCustomerInfo } = await lookUpReceiver(await umaReceiver(context))
  usableQuote(await requestUntilFound(context, payer, { ...changes, senderCustomerInfo }))

  const response = await requestQuote(context, payer, { ...changes, senderCustomerInfo, lookupId: undefined })

  expect(response).toBeError(...REJECTED)
})
