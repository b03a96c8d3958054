/** Create a quote for a customer (contract: What the service does, Cross-Currency Transfers; Endpoints 3). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import { requestQuote } from './platform-quote.ts'

check('QTE-01', 'a lawful request of the platform is answered with a quote', async (stage) => {
  const payer = await stage.arrange('agent', {})

  const answer = await requestQuote(stage, payer)

  withinLimits(answer)
  expect(answer).toSucceed()
  expect(valueAt(answer.body, 'id')).toEqual(expect.any(String))
  expect(String(valueAt(answer.body, 'status'))).toMatch(/^PENDING(_AUTHORIZATION)?$/)
})
