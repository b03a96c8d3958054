import type { StateValues } from '../../spec/index.ts'
import { conforming, valueAt, type CheckedResponse } from '../../fixtures/index.ts'

/** What a request needs to know of an arranged agent. */
export type ArrangedAgent = Pick<
  StateValues['agent'],
  'customerId' | 'sourceAccountId' | 'destinationAccountId'
>

/** Body of a quote request, free enough that wrong ones can be made of it. */
export type QuoteRequest = Readonly<Record<string, unknown>>

/** An ordinary amount: far from every limit, and large enough for fees and rounding to be distinguishable. */
export const ORDINARY_AMOUNT = 100_000

/**
 * The conforming request of an arranged agent (contract: Endpoints 3), from its source to its destination account.
 *
 * @param changes fields that replace those of the conforming request; undefined leaves one out
 */
export function quoteRequest(agent: ArrangedAgent, changes: QuoteRequest = {}): QuoteRequest {
  const request = conforming({
    source: { sourceType: 'ACCOUNT', accountId: agent.sourceAccountId, customerId: agent.customerId },
    destination: { destinationType: 'ACCOUNT', accountId: agent.destinationAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: ORDINARY_AMOUNT,
  })
  return { ...request, ...changes }
}

/**
 * Requests a fixed platform fee in place of the configured one, in either form that the currency of an amount can have:
 * the currency object, as amounts elsewhere have it, or its code. The inner shape of the override is not shown.
 *
 * @param code of the source's currency
 * @param plain a quote of the same agent, for the currency object
 */
export function feeOverrides(amount: number, code: string, plain: CheckedResponse): readonly QuoteRequest[] {
  return [valueAt(plain.body, 'sendingCurrency') ?? { code }, code].map((form) => ({
    platformFeeOverride: { platformFixedFee: { amount, currency: form }, platformVariableFeeBps: 0 },
  }))
}
