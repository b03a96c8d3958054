/** Create a quote for a customer (contract: Endpoints 3, request body; Limits): requests that are rejected. */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { fieldsNamed } from '../customers/field-expectations.ts'
import { arrangeAcceptedPayer } from './accepted-payer.ts'
import { requestQuote } from './platform-quote.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'
import { expectQuoteRejected } from './expectations.ts'

for (const field of ['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount']) {
  check('QTE-08', `a request without ${field} is rejected`, async (context) => {
    const payer = await arrangeAcceptedPayer(context)

    const response = await requestQuote(context, payer, { [field]: undefined })

    expectQuoteRejected(response)
  })
}

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check('QTE-09', `more than the maximum is rejected, ${lockedCurrencySide} locked`, async (context) => {
    const payer = await arrangeAcceptedPayer(context)

    const response = await requestQuote(context, payer, {
      lockedCurrencySide,
      lockedCurrencyAmount: 9_000_000_000_000_001,
    })

    expectQuoteRejected(response)
  })
}

const INVALID = { lockedCurrencySide: 'BOTH', lockedCurrencyAmount: 'much' }

check('QTE-49', "every invalid field of the platform's quote is reported", async (context) => {
  const payer = await arrangeAcceptedPayer(context)

  const response = await requestQuote(context, payer, INVALID)

  expect(response).toHaveStatus(400)
  expect(fieldsNamed(response)).toEqual(expect.arrayContaining(Object.keys(INVALID)))
})

check('QTE-48', "another customer's account is rejected as the source", async (context) => {
  const payer = await arrangeAcceptedPayer(context)
  const other = await context.arrange('agent', {})
  const source = {
    sourceType: 'ACCOUNT',
    accountId: payer.sourceAccountId,
    customerId: other.customerId,
  }

  const response = await requestQuote(context, payer, { source })

  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
  expect([valueAt(response.body, 'source.customerId')]).not.toContain(other.customerId)
})

const ends = ['source', 'destination'] as const

for (const end of ends) {
  check('QTE-16', `a ${end} that does not exist is rejected`, async (context) => {
    const payer = await arrangeAcceptedPayer(context)
    const nobodys = {
      source: {
        sourceType: 'ACCOUNT',
        accountId: `InternalAccount:${context.random.uuid()}`,
        customerId: payer.customerId,
      },
      destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${context.random.uuid()}` },
    }

    const response = await requestQuote(context, payer, { [end]: nobodys[end] })

    expectQuoteRejected(response)
  })
}
