/** Requests for quotes that the contract rejects (contract: Endpoints 3, request body; Limits). */
import * as fc from 'fast-check'
import {
  expectMalformedQuoteRejected,
  expectNoServerError,
  expectWellFormed,
  MALFORMED_QUOTES,
  MAXIMUM_AMOUNT,
  NEGATIVE_AMOUNTS,
} from '../../suites/agent-operations/quote-expectations.ts'
import { judge } from '../judge.ts'
import { isSuccess } from '../violation.ts'
import { picked, type Model } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { quoteRequest, refusedForBusiness } from './quote-request.ts'

const quoting = ({ agents }: Model) => agents.filter(({ life, mayQuote }) => life === 'ACTIVE' && mayQuote)

const malformedQuote = stepKind({
  name: 'malformed-quote-request',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 12,
  params: fc.record({ of: fc.nat(9), how: fc.nat(MALFORMED_QUOTES.length - 1) }),
  may: (model, { of }) => picked(quoting(model), of) !== undefined,
  async take(model, world, { of, how }) {
    const { holder } = picked(quoting(model), of)!
    const { judges, changes } = MALFORMED_QUOTES[how]!
    const request = quoteRequest(holder, changes(holder))
    const response = await world.wrongOnPurpose(() =>
      world.context.agent(holder.accessToken).createQuote(request, world.context.random.uuid()),
    )
    judge(judges, response, expectMalformedQuoteRejected)
  },
})

const negativeAmount = stepKind({
  name: 'negative-amount',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 1,
  params: fc.record({ of: fc.nat(9), lockedCurrencyAmount: fc.constantFrom(...NEGATIVE_AMOUNTS) }),
  may: (model, { of }) => picked(quoting(model), of) !== undefined,
  async take(model, world, { of, lockedCurrencyAmount }) {
    const { holder } = picked(quoting(model), of)!
    const request = quoteRequest(holder, { lockedCurrencyAmount })
    const response = await world.wrongOnPurpose(() =>
      world.context.agent(holder.accessToken).createQuote(request, world.context.random.uuid()),
    )
    judge('QUO-50', response, expectNoServerError)
  },
})

/** The largest amount is valid; the account need not have, or may not send, that much. */
const largestAmount = stepKind({
  name: 'largest-amount',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 1,
  params: fc.record({ of: fc.nat(9) }),
  may: (model, { of }) => picked(quoting(model), of) !== undefined,
  async take(model, { context }, { of }) {
    const { holder } = picked(quoting(model), of)!
    const ask = (lockedCurrencyAmount: number) =>
      context
        .agent(holder.accessToken)
        .createQuote(quoteRequest(holder, { lockedCurrencyAmount }), context.random.uuid())
    const largest = await ask(MAXIMUM_AMOUNT)
    if (isSuccess(largest) || refusedForBusiness(largest)) return
    const smaller = await ask(MAXIMUM_AMOUNT - 1_000_000)
    judge('QUO-51', largest, () => expectWellFormed(largest, smaller))
  },
})

export const malformedQuoteSteps: readonly AnyStepKind[] = [malformedQuote, negativeAmount, largestAmount]
