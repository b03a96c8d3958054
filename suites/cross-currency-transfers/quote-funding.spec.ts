/** Real-time funding and its payment instructions (contract: Resources, Quote and PaymentInstruction; Endpoints 3). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { fundedQuote, fundingRequest } from './funded-quote.ts'
import {
  awaitedInstructions,
  instructionProblems,
  instructionsFor,
  shapeProblems,
  statedInstructions,
} from './payment-instructions.ts'
import { usableQuote } from './platform-quote.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
  check('QTE-20', `real-time funding gets a quote, ${lockedCurrencySide} locked`, async (stage) => {
    const funding = await stage.arrange('realtime-funding', {})

    const answer = await fundedQuote(stage, funding, { lockedCurrencySide })

    expect(answer).toSucceed()
    expect(valueAt(answer.body, 'source.sourceType'), 'the variant of the source').not.toBe('ACCOUNT')
  })
}

check('QTE-21', 'the quote says how to pay', async (stage) => {
  const funding = await stage.arrange('realtime-funding', {})

  const answer = await fundedQuote(stage, funding)

  const { quoteId } = usableQuote(answer)
  expect(await awaitedInstructions(stage, answer, quoteId)).not.toEqual([])
})

check('QTE-22', 'each instruction names the type of its account or wallet', async (stage) => {
  const funding = await stage.arrange('realtime-funding', {})

  const answer = await fundedQuote(stage, funding)

  expect(instructionProblems(statedInstructions(answer))).toEqual([])
})

const shapes = [
  { id: 'QTE-23', accountType: 'USD_ACCOUNT' },
  { id: 'QTE-24', accountType: 'SPARK_WALLET' },
] as const

for (const { id, accountType } of shapes) {
  check(id, `the instruction for ${accountType} has the shape seen`, async (stage) => {
    const funding = await stage.arrange('realtime-funding', { instructions: accountType })

    const answer = await fundedQuote(stage, funding)

    expect(shapeProblems(instructionsFor(answer, accountType))).toEqual([])
  })
}

/** Statuses of a quote whose execution has begun. */
const EXECUTED: readonly unknown[] = ['PROCESSING', 'COMPLETED', 'FAILED']

check('QTE-39', 'real-time funding is not executed at creation', async (stage) => {
  const funding = await stage.arrange('realtime-funding', {})
  usableQuote(await fundedQuote(stage, funding))

  const answer = await stage.platform.transfers.createQuote(
    { ...fundingRequest(funding), immediatelyExecute: true },
    stage.random.uuid(),
  )

  expect(answer).toHaveStatus(...ACCEPTED_OR_REJECTED)
  expect(EXECUTED).not.toContain(valueAt(answer.body, 'status') ?? 'REJECTED')
})
