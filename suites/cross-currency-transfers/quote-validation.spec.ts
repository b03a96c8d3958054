/** Create a quote for a customer (contract: Endpoints 3, request body; Limits): requests that are refused. */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { fieldsNamed } from '../customers/field-errors.ts'
import { acceptedPayer } from './accepted-payer.ts'
import { requestQuote } from './platform-quote.ts'
import { ACCEPTED_OR_REJECTED, REJECTED } from '../rejections.ts'

for (const field of ['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount']) {
  check('QTE-08', `a request without ${field} is refused`, async (stage) => {
    const payer = await acceptedPayer(stage)

    const answer = await requestQuote(stage, payer, { [field]: undefined })

    expect(answer).toBeError(...REJECTED)
  })
}

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check('QTE-09', `more than the maximum is rejected, ${lockedCurrencySide} locked`, async (stage) => {
    const payer = await acceptedPayer(stage)

    const answer = await requestQuote(stage, payer, {
      lockedCurrencySide,
      lockedCurrencyAmount: 9_000_000_000_000_001,
    })

    expect(answer).toBeError(...REJECTED)
  })
}

const INVALID = { lockedCurrencySide: 'BOTH', lockedCurrencyAmount: 'much' }

check('QTE-49', "every invalid field of the platform's quote is named", async (stage) => {
  const payer = await acceptedPayer(stage)

  const answer = await requestQuote(stage, payer, INVALID)

  expect(answer).toHaveStatus(400)
  expect(fieldsNamed(answer)).toEqual(expect.arrayContaining(Object.keys(INVALID)))
})

check('QTE-48', 'an account is not sent from for another customer', async (stage) => {
  const payer = await acceptedPayer(stage)
  const other = await stage.arrange('agent', {})
  const source = {
    sourceType: 'ACCOUNT',
    accountId: payer.sourceAccountId,
    customerId: other.customerId,
  }

  const answer = await requestQuote(stage, payer, { source })

  expect(answer).toHaveStatus(...ACCEPTED_OR_REJECTED)
  expect([valueAt(answer.body, 'source.customerId')]).not.toContain(other.customerId)
})

const ends = ['source', 'destination'] as const

for (const end of ends) {
  check('QTE-16', `a ${end} that does not exist is refused`, async (stage) => {
    const payer = await acceptedPayer(stage)
    const nobodys = {
      source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${stage.random.uuid()}` },
      destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${stage.random.uuid()}` },
    }

    const answer = await requestQuote(stage, payer, { [end]: nobodys[end] })

    expect(answer).toBeError(...REJECTED)
  })
}
