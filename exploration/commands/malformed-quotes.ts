/** Requests for quotes that the contract rejects (contract: Endpoints 3, request body; Limits). */
import * as fc from 'fast-check'
import type { RequirementId, StateValues } from '../../spec/index.ts'
import { Violation, isSuccess, withStatus } from '../violation.ts'
import { picked, type Model } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { quoteRequest, refusedForBusiness, type QuoteRequest } from './quote-request.ts'

interface Malformed {
  readonly requirement: RequirementId
  /** Completes "a request with …". */
  readonly name: string
  readonly changes: (holder: StateValues['agent']) => QuoteRequest
}

const one = (requirement: RequirementId, name: string, changes: QuoteRequest): Malformed => ({
  requirement,
  name,
  changes: () => changes,
})
const amount = (requirement: RequirementId, value: unknown): Malformed =>
  one(requirement, `lockedCurrencyAmount ${JSON.stringify(value)}`, { lockedCurrencyAmount: value })

const MALFORMED: readonly Malformed[] = [
  one('QUO-40', 'no source', { source: undefined }),
  one('QUO-41', 'no destination', { destination: undefined }),
  one('QUO-42', 'no lockedCurrencySide', { lockedCurrencySide: undefined }),
  one('QUO-43', 'no lockedCurrencyAmount', { lockedCurrencyAmount: undefined }),
  one('QUO-44', 'a source that is text', { source: 'ACCOUNT' }),
  one('QUO-44', 'a source that is null', { source: null }),
  one('QUO-44', 'a source that is a list', { source: [] }),
  one('QUO-44', 'a source without its account', { source: { sourceType: 'ACCOUNT' } }),
  one('QUO-45', 'a destination that is text', { destination: 'ACCOUNT' }),
  one('QUO-45', 'a destination that is null', { destination: null }),
  one('QUO-45', 'a destination without its account', { destination: { destinationType: 'ACCOUNT' } }),
  {
    requirement: 'QUO-46',
    name: 'an unknown sourceType',
    changes: ({ sourceAccountId }) => ({
      source: { sourceType: 'WALLET_OF_NOBODY', accountId: sourceAccountId },
    }),
  },
  {
    requirement: 'QUO-46',
    name: 'no sourceType',
    changes: ({ sourceAccountId }) => ({ source: { accountId: sourceAccountId } }),
  },
  {
    requirement: 'QUO-46',
    name: 'an unknown destinationType',
    changes: ({ destinationAccountId }) => ({
      destination: { destinationType: 'WALLET_OF_NOBODY', accountId: destinationAccountId },
    }),
  },
  {
    requirement: 'QUO-46',
    name: 'no destinationType',
    changes: ({ destinationAccountId }) => ({ destination: { accountId: destinationAccountId } }),
  },
  one('QUO-47', 'lockedCurrencySide BOTH', { lockedCurrencySide: 'BOTH' }),
  one('QUO-47', 'lockedCurrencySide sending', { lockedCurrencySide: 'sending' }),
  one('QUO-47', 'lockedCurrencySide null', { lockedCurrencySide: null }),
  amount('QUO-48', '100000'),
  amount('QUO-48', null),
  amount('QUO-48', true),
  amount('QUO-48', [100_000]),
  amount('QUO-49', 100_000.5),
  amount('QUO-49', 0.1),
  amount('QUO-50', -1),
  amount('QUO-50', -100_000),
  amount('QUO-52', 9_000_000_000_000_001),
  amount('QUO-52', 9_007_199_254_740_991),
  one('QUO-54', 'a payment reference of 81 characters', { remittanceInformation: 'x'.repeat(81) }),
  one('QUO-56', 'an unknown purpose of payment', { purposeOfPayment: 'WORLD_DOMINATION' }),
  one('QUO-56', 'a purpose of payment in small letters', { purposeOfPayment: 'gift' }),
  one('QUO-58', 'a description that is an object', { description: {} }),
  one('QUO-58', 'a payment reference that is an object', { remittanceInformation: {} }),
  one('QUO-58', 'immediatelyExecute that is an object', { immediatelyExecute: {} }),
]

const quoting = ({ agents }: Model) => agents.filter(({ life, mayQuote }) => life === 'ACTIVE' && mayQuote)

const malformedQuote = stepKind({
  name: 'malformed-quote-request',
  area: 'agent-operations',
  operations: ['createAgentQuote'],
  weight: 12,
  params: fc.record({ of: fc.nat(9), how: fc.nat(MALFORMED.length - 1) }),
  may: (model, { of }) => picked(quoting(model), of) !== undefined,
  async take(model, world, { of, how }) {
    const { holder } = picked(quoting(model), of)!
    const { requirement, name, changes } = MALFORMED[how]!
    const request = quoteRequest(holder, changes(holder))
    const response = await world.wrongOnPurpose(() =>
      world.context.agent(holder.accessToken).createQuote(request, world.context.random.uuid()),
    )
    withStatus(response, [400], requirement, `a request with ${name}`)
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
    const largest = await ask(9_000_000_000_000_000)
    if (isSuccess(largest) || refusedForBusiness(largest)) return
    const smaller = await ask(8_999_999_999_999_000)
    if (largest.status === smaller.status) return
    throw new Violation(
      'QUO-51',
      `the largest amount returned ${largest.status}, a smaller one ${smaller.status}`,
      largest.exchange,
    )
  },
})

export const malformedQuoteSteps: readonly AnyStepKind[] = [malformedQuote, largestAmount]
