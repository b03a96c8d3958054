import type { StateValues } from '../../spec/index.ts'
import { conforming, valueAt, type CheckContext, type CheckedResponse } from '../../fixtures/index.ts'

/** The values of an arranged agent that a request needs. */
export type ArrangedAgent = Pick<
  StateValues['agent'],
  'customerId' | 'sourceAccountId' | 'destinationAccountId'
> &
  Partial<Pick<StateValues['agent'], 'receivingCurrency'>>

/** Body of a quote request; the type also allows invalid ones. */
export type QuoteRequest = Readonly<Record<string, unknown>>

/** An ordinary amount: far from every limit, and large enough to distinguish fees from rounding. */
export const ORDINARY_AMOUNT = 100_000

/** Currencies with 6 decimals: as many of their smallest units as of others are worth next to nothing. */
const MICRO_CURRENCIES: readonly unknown[] = ['USDC', 'USDT']

/** An amount of the receiving currency, worth about as much as this amount of a currency with 2 decimals. */
export const receivingAmount = (
  { receivingCurrency }: Pick<ArrangedAgent, 'receivingCurrency'>,
  amount: number,
): number => (MICRO_CURRENCIES.includes(receivingCurrency) ? amount * 10_000 : amount)

/**
 * An ordinary amount that differs a little from the others of its check: a deployment may refuse equal payments within
 * a short time. It is smaller, since the ordinary amount may be the largest one that the deployment allows.
 */
export const anotherAmount = (random: CheckContext['random']): number =>
  ORDINARY_AMOUNT - random.integer(1, ORDINARY_AMOUNT / 100)

/**
 * The conforming request of an arranged agent (contract: Endpoints 3), from its source to its destination account.
 *
 * @param changes fields that replace those of the conforming request; undefined removes one
 */
export function quoteRequest(agent: ArrangedAgent, changes: QuoteRequest = {}): QuoteRequest {
  const request = conforming({
    source: { sourceType: 'ACCOUNT', accountId: agent.sourceAccountId, customerId: agent.customerId },
    destination: { destinationType: 'ACCOUNT', accountId: agent.destinationAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount:
      changes.lockedCurrencySide === 'RECEIVING' ? receivingAmount(agent, ORDINARY_AMOUNT) : ORDINARY_AMOUNT,
  })
  return { ...request, ...changes }
}

/**
 * Requests a fixed platform fee that replaces the configured one. Tries both forms of an amount's currency: the
 * currency object and its code. The contract does not show the inner shape of the override.
 *
 * @param code of the source's currency
 * @param plain a quote of the same agent, for the currency object
 */
export function feeOverrides(amount: number, code: string, plain: CheckedResponse): readonly QuoteRequest[] {
  return [valueAt(plain.body, 'sendingCurrency') ?? { code }, code].map((form) => ({
    platformFeeOverride: { platformFixedFee: { amount, currency: form }, platformVariableFeeBps: 0 },
  }))
}
