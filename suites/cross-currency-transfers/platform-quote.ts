import type { StateParams, StateValues } from '../../spec/index.ts'
import { Blocked, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import { quoteTerms, type QuoteTerms } from '../agent-operations/created-quote.ts'
import { quoteRequest, type QuoteRequest } from '../agent-operations/quote-request.ts'

/** A customer with accounts to transfer between; that an agent acts for it too is of no matter here. */
export type Payer = StateValues['agent']

/** A quote of the platform, and what it was asked for. */
export interface PlatformQuote {
  readonly payer: Payer
  readonly quoteId: string
  readonly totalSendingAmount: number
  readonly created: Answer
}

/** Asks for a quote from the payer's source to its destination account. */
export const requestQuote = (
  { platform, random }: Pick<Stage, 'platform' | 'random'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<Answer> => platform.transfers.createQuote(quoteRequest(payer, changes), random.uuid())

/**
 * A new quote of the platform for a new customer.
 *
 * @throws Blocked when the deployment gives no usable quote
 */
export async function platformQuote(
  stage: Stage,
  params: StateParams['agent'] = {},
  changes: QuoteRequest = {},
): Promise<PlatformQuote> {
  const payer = await stage.arrange('agent', params)
  const created = await requestQuote(stage, payer, changes)
  return { payer, created, ...usableQuote(created) }
}

/**
 * The terms of the quote that an earlier step of a check needs.
 *
 * @throws Blocked when the step did not give a quote
 */
export function usableQuote(answer: Answer): { readonly [Name in 'quoteId']: string } & {
  readonly totalSendingAmount: number
} {
  const [quoteId, totalSendingAmount] = ['id', 'totalSendingAmount'].map((name) => valueAt(answer.body, name))
  if (answer.status > 299 || typeof quoteId !== 'string' || typeof totalSendingAmount !== 'number') {
    throw new Blocked(
      'implementation',
      `creating the quote that this check stands on was answered with ${answer.status} and no usable quote (exchange ${answer.exchange})`,
      'See why the quote was not created; QTE-01 judges it.',
    )
  }
  return { quoteId, totalSendingAmount }
}

/** What a quote promises, wherever it is read. */
export const termsOf = (answer: Answer): { readonly [Term in keyof QuoteTerms]: unknown } =>
  quoteTerms(answer)
