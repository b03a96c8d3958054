/** Create a transfer quote as an agent (contract: Endpoints 3, request body fields; Limits). */
import { closedValues } from '../../spec/index.ts'
import {
  check,
  expect,
  valueAt,
  retryUntilFound,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { executeAnotherQuote, watchSpending } from '../agent-management/spending.ts'
import { REJECTED_AS_NOT_JSON } from '../rejections.ts'
import { createdQuote, withinLimits } from './created-quote.ts'
import { quoteRequest, type ArrangedAgent } from './quote-request.ts'
import {
  expectMalformedQuoteRejected,
  expectNoServerError,
  expectWellFormed,
  MALFORMED_QUOTES,
  MAXIMUM_AMOUNT,
  NEGATIVE_AMOUNTS,
  type QuoteCase,
} from './quote-expectations.ts'

type Agent = ReturnType<CheckContext['agent']>

for (const { judges, title, changes } of MALFORMED_QUOTES) {
  check(judges, `a quote request is rejected: ${title}`, async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, changes(arranged)),
      random.uuid(),
    )

    expectMalformedQuoteRejected(response)
  })
}

check('QUO-100', 'a quote request that is cut off is rejected', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})
  const cut = JSON.stringify(quoteRequest(arranged)).slice(0, -1)

  const response = await agent(arranged.accessToken).createQuoteFrom(cut, random.uuid())

  expect(response).toHaveStatus(...REJECTED_AS_NOT_JSON)
})

for (const lockedCurrencyAmount of NEGATIVE_AMOUNTS) {
  check(
    'QUO-50',
    `a quote of ${lockedCurrencyAmount} is rejected when created or executed`,
    async (context) => {
      const arranged = await context.arrange('agent', {})
      const agent = context.agent(arranged.accessToken)

      const response = await agent.createQuote(
        quoteRequest(arranged, { lockedCurrencyAmount }),
        context.random.uuid(),
      )

      expectNoServerError(response)
      expect(await executeAndMeasure(context, { agent, arranged, response })).toBe(0)
    },
  )
}

/** The amount that the source account pays for a quote, which may have been rejected. */
async function executeAndMeasure(
  context: CheckContext,
  {
    agent,
    arranged,
    response,
  }: { readonly agent: Agent; readonly arranged: ArrangedAgent; readonly response: CheckedResponse },
): Promise<number> {
  const quoteId = valueAt(response.body, 'id')
  if (response.status >= 400 || typeof quoteId !== 'string') return 0
  const spent = await watchSpending(context, arranged.sourceAccountId)
  await retryUntilFound(context, () => agent.executeQuote(quoteId))
  await executeAnotherQuote(context)
  return spent()
}

const accepted: readonly QuoteCase[] = [
  ...closedValues['QuoteRequest.purposeOfPayment'].map((purpose): QuoteCase => ({
    judges: 'QUO-55',
    title: `purpose of payment ${purpose}`,
    changes: () => ({ purposeOfPayment: purpose }),
  })),
  { judges: 'QUO-57', title: 'a description', changes: () => ({ description: 'Invoice 42' }) },
  {
    judges: 'QUO-57',
    title: 'a description with letters beyond ASCII',
    changes: () => ({ description: 'Miete für März' }),
  },
  ...['SMS_OTP', 'PASSKEY'].flatMap((scaFactor) =>
    ['SENDING', 'RECEIVING'].map((lockedCurrencySide): QuoteCase => ({
      judges: 'QUO-59',
      title: `${scaFactor} preferred, ${lockedCurrencySide} locked`,
      changes: () => ({ scaFactor, lockedCurrencySide }),
    })),
  ),
]

for (const { judges, title, changes } of accepted) {
  check(judges, `a quote request is accepted: ${title}`, async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, changes(arranged)),
      random.uuid(),
    )

    withinLimits(response)
    expect(response).toSucceed()
  })
}

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check(
    'QUO-51',
    `the largest amount gets the same response as a slightly smaller one, ${lockedCurrencySide} locked`,
    async ({ arrange, agent, random }) => {
      const [one, other, third] = [
        await arrange('agent', {}),
        await arrange('agent', {}),
        await arrange('agent', {}),
      ]
      createdQuote(
        await agent(third.accessToken).createQuote(
          quoteRequest(third, { lockedCurrencySide }),
          random.uuid(),
        ),
      )
      const smaller = await agent(one.accessToken).createQuote(
        quoteRequest(one, { lockedCurrencySide, lockedCurrencyAmount: MAXIMUM_AMOUNT - 1_000_000 }),
        random.uuid(),
      )

      const largest = await agent(other.accessToken).createQuote(
        quoteRequest(other, { lockedCurrencySide, lockedCurrencyAmount: MAXIMUM_AMOUNT }),
        random.uuid(),
      )

      expectWellFormed(largest, smaller)
    },
  )
}

check('QUO-60', 'a UMA destination without lookupId is rejected', async ({ arrange, agent, random }) => {
  const arranged = await arrange('agent', {})
  const destination = {
    destinationType: 'UMA_ADDRESS',
    umaAddress: '$receiver@uma.example',
    currency: arranged.receivingCurrency,
  }

  const response = await agent(arranged.accessToken).createQuote(
    quoteRequest(arranged, { destination }),
    random.uuid(),
  )

  expectMalformedQuoteRejected(response)
})

for (const { of, description } of [
  { of: 'characters of four bytes', description: 'Lunch \u{1F355} \u{2070E}' },
  { of: 'an apostrophe and quotation marks', description: `Tickets for "O'Brien" & friends` },
])
  check('QUO-89', `a description with ${of} is accepted`, async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, { description }),
      random.uuid(),
    )

    withinLimits(response)
    expect(response).toSucceed()
  })
