/** Real-time funding and its payment instructions (contract: Resources, Quote and PaymentInstruction; Endpoints 3). */
import {
  check,
  expect,
  valueAt,
  conforming,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import {
  pollInstructions,
  instructionProblems,
  instructionsOf,
  instructionsFor,
  shapeProblems,
  statedInstructions,
} from './payment-instructions.ts'
import { usableQuote } from './platform-quote.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'
import type { StateValues } from '../../spec/index.ts'
import { lockedReceiving, withinLimits } from '../agent-operations/created-quote.ts'
import { ORDINARY_AMOUNT, type QuoteRequest } from '../agent-operations/quote-request.ts'

type Funding = StateValues['realtime-funding']

/** A request with real-time funding, in its default shape. */
const fundingRequest = ({
  customerId,
  currency,
  cryptoNetwork,
  destinationAccountId,
}: Funding): QuoteRequest =>
  conforming({
    source: { sourceType: 'REALTIME_FUNDING', currency, customerId, cryptoNetwork },
    destination: { destinationType: 'ACCOUNT', accountId: destinationAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: ORDINARY_AMOUNT,
  })

const requestFundedQuote = (
  { platform, random }: CheckContext,
  funding: Funding,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> =>
  platform.transfers.createQuote({ ...fundingRequest(funding), ...changes }, random.uuid())

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check('QTE-20', `real-time funding gets a quote, ${lockedCurrencySide} locked`, async (context) => {
    const funding = await context.arrange('realtime-funding', {})

    const response = await requestFundedQuote(
      context,
      funding,
      lockedCurrencySide === 'RECEIVING' ? lockedReceiving(await requestFundedQuote(context, funding)) : {},
    )

    withinLimits(response)
    expect(response).toSucceed()
    expect(valueAt(response.body, 'source.sourceType'), 'the variant of the source').not.toBe('ACCOUNT')
  })
}

check('QTE-21', 'the quote contains payment instructions', async (context) => {
  const funding = await context.arrange('realtime-funding', {})

  const response = await requestFundedQuote(context, funding)

  const { quoteId } = usableQuote(response)
  expect(await pollInstructions(context, response, quoteId)).not.toEqual([])
})

check('QTE-22', 'each instruction names the type of its account or wallet', async (context) => {
  const funding = await context.arrange('realtime-funding', {})

  const response = await requestFundedQuote(context, funding)

  expect(instructionProblems(statedInstructions(response))).toEqual([])
})

const shapes = [
  { id: 'QTE-23', accountType: 'USD_ACCOUNT' },
  { id: 'QTE-24', accountType: 'SPARK_WALLET' },
] as const

for (const { id, accountType } of shapes) {
  check(id, `the instruction for ${accountType} has the documented shape`, async (context) => {
    const funding = await context.arrange('realtime-funding', { instructions: accountType })

    const response = await requestFundedQuote(context, funding)

    expect(shapeProblems(instructionsFor(response, accountType))).toEqual([])
  })
}

/** Statuses of a quote whose execution has begun. */
const EXECUTED: readonly unknown[] = ['PROCESSING', 'COMPLETED', 'FAILED']

check('QTE-39', 'real-time funding is not executed at creation', async (context) => {
  const funding = await context.arrange('realtime-funding', {})
  usableQuote(await requestFundedQuote(context, funding))

  const response = await context.platform.transfers.createQuote(
    { ...fundingRequest(funding), immediatelyExecute: true },
    context.random.uuid(),
  )

  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
  expect(EXECUTED).not.toContain(valueAt(response.body, 'status') ?? 'REJECTED')
})

check('QTE-80', "an agent's quote contains payment instructions", async (context) => {
  const payer = await context.arrange('agent', { scaRegion: false })
  const agent = context.agent(payer.accessToken)
  const response = await agent.createQuote(
    fundingRequest({ ...payer, currency: payer.sendingCurrency }),
    context.random.uuid(),
  )

  const { quoteId } = usableQuote(response)
  const instructions = await context.poll(
    async () =>
      instructionsOf(response).length > 0
        ? instructionsOf(response)
        : instructionsOf(await agent.quote(quoteId)),
    (shown) => shown.length > 0,
  )
  expect(instructions, 'paymentInstructions').not.toEqual([])
})
