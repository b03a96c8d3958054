/** Field errors of a quote (contract: Errors, body shape, details.errors). */
import { check, expect } from '../../fixtures/index.ts'
import { fieldsNamed } from '../customers/field-expectations.ts'
import { quoteRequest } from './quote-request.ts'

const INVALID = { lockedCurrencySide: 'BOTH', lockedCurrencyAmount: 'much' }

check('QUO-63', 'every invalid field of a quote is reported', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})

  const response = await agent(arranged.accessToken).createQuote(
    quoteRequest(arranged, INVALID),
    random.uuid(),
  )

  expect(response).toHaveStatus(400)
  expect(fieldsNamed(response)).toEqual(expect.arrayContaining(Object.keys(INVALID)))
})
