/** Customers elsewhere (contract: What the service does, Strong Customer Authentication). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { quoteOf } from '../agent-management/executable-quote.ts'
import { asLongAsAnExecutionTakes, watchSpending } from '../agent-management/spending.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { requireKnownRequest } from './factors.ts'
import { awaitedInstructions, requestFunding } from './challenged-quote.ts'

check('SCA-30', 'real-time funding has its instructions at once', async (stage) => {
  const customer = await stage.arrange('agent', {})

  const answer = await requestFunding(stage, customer)

  withinLimits(answer)
  expect(answer).toSucceed()
  expect(answer).not.toHold({ status: 'PENDING_AUTHORIZATION' })
  expect(answer).toHold({ scaChallenge: undefined })
  const instructions = await awaitedInstructions(stage, customer, answer)
  expect(instructions).toEqual(expect.arrayContaining([expect.any(Object)]))
})

check('SCA-30', 'a quote from an account brings no challenge', async ({ arrange, agent, random }) => {
  const customer = await arrange('agent', {})

  const answer = await agent(customer.accessToken).createQuote(quoteRequest(customer), random.uuid())

  createdQuote(answer)
  expect(answer).not.toHold({ status: 'PENDING_AUTHORIZATION' })
  expect(answer).toHold({ scaChallenge: undefined })
})

for (const scaFactor of ['SMS_OTP', 'PASSKEY']) {
  check('SCA-31', `a preference of ${scaFactor} is ignored`, async (stage) => {
    const customer = await stage.arrange('agent', {})

    const answer = await requestFunding(stage, customer, { scaFactor })

    withinLimits(answer)
    expect(answer).toSucceed()
    createdQuote(answer)
    expect(answer).toHold({ scaChallenge: undefined })
  })
}

// The other endpoints take a body that the contract does not show: a server may reject the body first.
check('SCA-32', 'the factors: 409', async (stage) => {
  const { customerId } = await stage.arrange('agent', {})

  const answer = await stage.platform.sca.factors(customerId)

  await requireKnownRequest(stage, answer)
  expect(answer).toBeError(409)
})

check('SCA-33', 'authorizing what needs no authorization changes nothing', async (stage) => {
  const customer = await stage.arrange('agent', {})
  const { agent, quoteId } = await quoteOf(customer, stage.agent(customer.accessToken), stage.random)
  const spent = await watchSpending(stage, customer.sourceAccountId)

  const answer = await stage.platform.sca.authorize(quoteId, { code: '123456' })

  await asLongAsAnExecutionTakes(stage)
  expect(answer.status).toBeLessThan(500)
  expect(await spent(), 'paid by the source account').toBe(0)
  const seen = await stage.poll(
    () => agent.quote(quoteId),
    ({ status }) => status === 200,
  )
  expect(seen).toHold({ scaChallenge: undefined })
  expect(String(valueAt(seen.body, 'status'))).toBe('PENDING')
})
