/** Create a transfer quote as an agent (contract: Endpoints 3, request body fields; Limits). */
import { type RequirementId, closedValues } from '../../spec/index.ts'
import {
  check,
  expect,
  valueAt,
  whenFound,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { executeAnotherQuote, watchSpending } from '../agent-management/spending.ts'
import { createdQuote, withinLimits } from './created-quote.ts'
import { quoteRequest, type ArrangedAgent, type QuoteRequest } from './quote-request.ts'
import { REJECTED } from '../rejections.ts'

const MALFORMED: readonly unknown[] = ['INVALID_INPUT', 'INVALID_REQUEST_FORMAT']

/**
 * Evidence that an amount was rejected as malformed, and not for a business reason such as funds or the limits of a
 * corridor: a field error on the amount, or a response that differs from that to a smaller amount.
 *
 * @param response to the amount in question
 * @param smaller the response to an amount that is certainly well-formed
 */
function malformedProblems(response: CheckedResponse, smaller: CheckedResponse): readonly string[] {
  const [seen, conforming] = [response, smaller].map(({ status, body }) =>
    status >= 200 && status < 300 ? 'success' : `${status} ${String(valueAt(body, 'code'))}`,
  )
  return [
    ...(seen === conforming ? [] : [`returned ${seen}; a smaller amount returned ${conforming}`]),
    ...(response.status >= 500 ? [`returned ${response.status}`] : []),
    ...(refusesField(response, 'lockedCurrencyAmount')
      ? ['lockedCurrencyAmount is rejected as malformed']
      : []),
  ]
}

/** Whether a validation error names the field (contract: FieldError). */
function refusesField({ status, body }: CheckedResponse, name: string): boolean {
  const errors = valueAt(body, 'details.errors')
  const fields = Array.isArray(errors) ? errors.map((error) => valueAt(error, 'field')) : []
  return status === 400 && MALFORMED.includes(valueAt(body, 'code')) && fields.includes(name)
}

/** Limits, lockedCurrencyAmount; still a JSON integer that is exact. */
const MAXIMUM_AMOUNT = 9_000_000_000_000_000

type Agent = ReturnType<CheckContext['agent']>

interface Case {
  readonly judges: RequirementId
  readonly title: string
  readonly changes: (arranged: ArrangedAgent) => QuoteRequest
}

const refused: readonly Case[] = [
  { judges: 'QUO-40', title: 'without source', changes: () => ({ source: undefined }) },
  { judges: 'QUO-41', title: 'without destination', changes: () => ({ destination: undefined }) },
  {
    judges: 'QUO-42',
    title: 'without lockedCurrencySide',
    changes: () => ({ lockedCurrencySide: undefined }),
  },
  {
    judges: 'QUO-43',
    title: 'without lockedCurrencyAmount',
    changes: () => ({ lockedCurrencyAmount: undefined }),
  },

  {
    judges: 'QUO-44',
    title: 'source is a text',
    changes: ({ sourceAccountId }) => ({ source: sourceAccountId }),
  },
  { judges: 'QUO-44', title: 'source is null', changes: () => ({ source: null }) },
  {
    judges: 'QUO-44',
    title: 'source without accountId',
    changes: ({ customerId }) => ({ source: { sourceType: 'ACCOUNT', customerId } }),
  },
  {
    judges: 'QUO-44',
    title: 'source.accountId is an object',
    changes: ({ customerId }) => ({ source: { sourceType: 'ACCOUNT', accountId: {}, customerId } }),
  },

  {
    judges: 'QUO-45',
    title: 'destination is a text',
    changes: ({ destinationAccountId }) => ({ destination: destinationAccountId }),
  },
  { judges: 'QUO-45', title: 'destination is null', changes: () => ({ destination: null }) },
  {
    judges: 'QUO-45',
    title: 'destination without accountId',
    changes: () => ({ destination: { destinationType: 'ACCOUNT' } }),
  },
  {
    judges: 'QUO-45',
    title: 'destination.accountId is an object',
    changes: () => ({ destination: { destinationType: 'ACCOUNT', accountId: {} } }),
  },

  {
    judges: 'QUO-61',
    title: 'source without sourceType',
    changes: ({ sourceAccountId, customerId }) => ({ source: { accountId: sourceAccountId, customerId } }),
  },
  {
    judges: 'QUO-46',
    title: 'sourceType of no variant',
    changes: ({ sourceAccountId, customerId }) => ({
      source: { sourceType: 'PIGGY_BANK', accountId: sourceAccountId, customerId },
    }),
  },
  {
    judges: 'QUO-61',
    title: 'destination without destinationType',
    changes: ({ destinationAccountId }) => ({ destination: { accountId: destinationAccountId } }),
  },
  {
    judges: 'QUO-46',
    title: 'destinationType of no variant',
    changes: ({ destinationAccountId }) => ({
      destination: { destinationType: 'PIGGY_BANK', accountId: destinationAccountId },
    }),
  },

  { judges: 'QUO-47', title: 'lockedCurrencySide BOTH', changes: () => ({ lockedCurrencySide: 'BOTH' }) },
  { judges: 'QUO-47', title: 'lockedCurrencySide is an object', changes: () => ({ lockedCurrencySide: {} }) },
  { judges: 'QUO-47', title: 'lockedCurrencySide is null', changes: () => ({ lockedCurrencySide: null }) },

  { judges: 'QUO-62', title: 'lockedCurrencyAmount "100"', changes: () => ({ lockedCurrencyAmount: '100' }) },
  {
    judges: 'QUO-48',
    title: 'lockedCurrencyAmount is an object',
    changes: () => ({ lockedCurrencyAmount: { amount: 100_000 } }),
  },
  {
    judges: 'QUO-48',
    title: 'lockedCurrencyAmount is null',
    changes: () => ({ lockedCurrencyAmount: null }),
  },
  { judges: 'QUO-49', title: 'lockedCurrencyAmount 1.5', changes: () => ({ lockedCurrencyAmount: 1.5 }) },
  {
    judges: 'QUO-49',
    title: 'lockedCurrencyAmount 100000.5',
    changes: () => ({ lockedCurrencyAmount: 100_000.5 }),
  },
  {
    judges: 'QUO-52',
    title: 'lockedCurrencyAmount 9000000000000001',
    changes: () => ({ lockedCurrencyAmount: MAXIMUM_AMOUNT + 1 }),
  },
  {
    judges: 'QUO-52',
    title: 'lockedCurrencyAmount 9000000000000001, RECEIVING locked',
    changes: () => ({ lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: MAXIMUM_AMOUNT + 1 }),
  },

  {
    judges: 'QUO-58',
    title: 'immediatelyExecute is a word',
    changes: () => ({ immediatelyExecute: 'perhaps' }),
  },
  {
    judges: 'QUO-58',
    title: 'description is an object',
    changes: () => ({ description: { memo: 'Invoice 42' } }),
  },
  {
    judges: 'QUO-58',
    title: 'the payment reference is an object',
    changes: () => ({ remittanceInformation: { text: 'INV-42' } }),
  },
  {
    judges: 'QUO-58',
    title: 'the purpose of payment is an object',
    changes: () => ({ purposeOfPayment: { code: 'GIFT' } }),
  },
]

for (const { judges, title, changes } of refused) {
  check(judges, `rejected: ${title}`, async ({ arrange, agent, random }) => {
    const arranged = await arrange('agent', {})

    const response = await agent(arranged.accessToken).createQuote(
      quoteRequest(arranged, changes(arranged)),
      random.uuid(),
    )

    expect(response).toBeError(...REJECTED)
  })
}

for (const lockedCurrencyAmount of [-1, -100_000]) {
  check('QUO-50', `rejected when created or executed: ${lockedCurrencyAmount}`, async (context) => {
    const arranged = await context.arrange('agent', {})
    const agent = context.agent(arranged.accessToken)

    const response = await agent.createQuote(
      quoteRequest(arranged, { lockedCurrencyAmount }),
      context.random.uuid(),
    )

    expect(response.status).toBeLessThan(500)
    expect(await movedBy(context, { agent, arranged, response })).toBe(0)
  })
}

/** The amount that the source account pays for a quote, which may have been rejected. */
async function movedBy(
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
  await whenFound(context, () => agent.executeQuote(quoteId))
  await executeAnotherQuote(context)
  return spent()
}

const accepted: readonly Case[] = [
  ...closedValues['QuoteRequest.purposeOfPayment'].map((purpose): Case => ({
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
    ['SENDING', 'RECEIVING'].map((lockedCurrencySide): Case => ({
      judges: 'QUO-59',
      title: `${scaFactor} preferred, ${lockedCurrencySide} locked`,
      changes: () => ({ scaFactor, lockedCurrencySide }),
    })),
  ),
]

for (const { judges, title, changes } of accepted) {
  check(judges, `accepted: ${title}`, async ({ arrange, agent, random }) => {
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

      expect(malformedProblems(largest, smaller)).toEqual([])
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

  expect(response).toBeError(...REJECTED)
})
