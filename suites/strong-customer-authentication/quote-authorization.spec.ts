/** Authorize a quote (contract: Other endpoints that are referenced; States, Quote status). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { REFUSALS } from '../agent-management/execution-outcome.ts'
import { authorized, authorizeQuote, challengedQuote, instructionsOf, otherCode } from './challenged-quote.ts'

check('SCA-04', 'the right code authorizes a quote', async (stage) => {
  const quote = await challengedQuote(stage)

  const { answer, seen } = await authorizeQuote(stage, quote, quote.read)

  expect(answer).toSucceed()
  expect(seen).toHaveStatus(200)
  expect(String(valueAt(seen.body, 'status'))).toMatch(/^(PENDING|PROCESSING|COMPLETED)$/)
})

check('SCA-05', 'an authorized quote has no challenge', async (stage) => {
  const quote = await challengedQuote(stage)

  const seen = await authorized(stage, quote, quote.read)

  expect(valueAt(quote.created.body, 'scaChallenge')).toBeDefined()
  expect(seen).toHold({ scaChallenge: undefined })
})

check('SCA-06', 'an authorized quote has its instructions', async (stage) => {
  const quote = await challengedQuote(stage)

  const seen = await authorized(stage, quote, quote.read)

  expect(instructionsOf(seen)).toEqual(expect.arrayContaining([expect.any(Object)]))
})

check('SCA-07', 'a wrong code authorizes nothing', async (stage) => {
  const { customer, quoteId, read } = await challengedQuote(stage)

  const answer = await stage.platform.sca.authorize(quoteId, { code: otherCode(customer.scaCode) })

  expect(answer).toBeError(...REFUSALS)
  const seen = await read()
  expect(seen).toHold({ status: 'PENDING_AUTHORIZATION' })
  expect(instructionsOf(seen)).toEqual([])
})

check('SCA-14', 'an unknown quote is not authorized', async ({ platform, random }) => {
  const answer = await platform.sca.authorize(`Quote:${random.uuid()}`, { code: '123456' })

  expect(answer).toHaveStatus(404)
  expect(answer).toHaveCode('QUOTE_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})

const NO_ANSWERS = [
  { title: 'an empty body', statuses: REFUSALS, body: {} },
  { title: 'an empty code', statuses: REFUSALS, body: { code: '' } },
  { title: 'a code that is an object', statuses: REFUSALS, body: { code: {} } },
  {
    title: 'an assertion that is none',
    // A 401 may mean that a signature failed (contract: Authentication), and an assertion is one.
    statuses: [401, ...REFUSALS],
    body: { passkeyAssertion: { id: 'none', response: {} }, origin: 'https://nobody.example' },
  },
] as const

for (const { title, statuses, body } of NO_ANSWERS) {
  check('SCA-15', `${title} authorizes nothing`, async (stage) => {
    const { quoteId, read } = await challengedQuote(stage)

    const answer = await stage.platform.sca.authorize(quoteId, body)

    expect(answer).toBeError(...statuses)
    const seen = await read()
    expect(seen).toHold({ status: 'PENDING_AUTHORIZATION' })
  })
}
