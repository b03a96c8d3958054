import type { StateParams, StateValues } from '../../spec/index.ts'
import { Blocked, valueAt, whenFound, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { quoteRequest, type QuoteRequest } from '../agent-operations/quote-request.ts'

/** A customer with accounts to transfer between; that an agent acts for it too is of no matter here. */
export type Payer = StateValues['agent']

/** A quote of the platform, as far as flows act on it. */
export interface UsableQuote {
  readonly quoteId: string
  readonly totalSendingAmount: number
}

export interface PlatformQuote extends UsableQuote {
  readonly payer: Payer
  readonly created: CheckedResponse
}

/** Asks for a quote from the payer's source to its destination account. */
export const requestQuote = (
  { platform, random }: Pick<CheckContext, 'platform' | 'random'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> => platform.transfers.createQuote(quoteRequest(payer, changes), random.uuid())

/** The same, until what was created a moment ago, such as a lookup, is known wherever the request arrives. */
export const requestKnown = (
  context: Pick<CheckContext, 'platform' | 'random' | 'poll'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> => whenFound(context, () => requestQuote(context, payer, changes))

/** Asks for the same as an agent of the payer: what a request requires is shown for agents alone (contract: Endpoints 3). */
export const requestAsAgent = (
  { agent, random }: Pick<CheckContext, 'agent' | 'random'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> =>
  agent(payer.accessToken).createQuote(quoteRequest(payer, changes), random.uuid())

/** The same, until what was created a moment ago is known wherever the request arrives. */
export const requestKnownAsAgent = (
  context: Pick<CheckContext, 'agent' | 'random' | 'poll'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> => whenFound(context, () => requestAsAgent(context, payer, changes))

/** Executes a quote, until one that was created a moment ago is known wherever the request arrives. */
export const executeKnown = (
  context: Pick<CheckContext, 'platform' | 'poll'>,
  quoteId: string,
): Promise<CheckedResponse> => whenFound(context, () => context.platform.transfers.execute(quoteId))

/**
 * A new quote of the platform for a new customer.
 *
 * @throws Blocked when the deployment gives no usable quote
 */
export async function createPlatformQuote(
  context: CheckContext,
  params: StateParams['agent'] = {},
): Promise<PlatformQuote> {
  const payer = await context.arrange('agent', params)
  const created = await requestQuote(context, payer)
  return { payer, created, ...usableQuote(created) }
}

/**
 * What flows act on of the quote that an earlier step of a check needs.
 *
 * @throws Blocked when the step did not give a quote
 */
export function usableQuote({ status, body, exchange }: CheckedResponse): UsableQuote {
  const [quoteId, totalSendingAmount] = [valueAt(body, 'id'), valueAt(body, 'totalSendingAmount')]
  if (
    status < 200 ||
    status > 299 ||
    typeof quoteId !== 'string' ||
    typeof totalSendingAmount !== 'number' ||
    totalSendingAmount <= 0
  ) {
    throw new Blocked(
      'implementation',
      `creating the quote that this check needs returned ${status} and no usable quote (exchange ${exchange})`,
      'See why the quote was not created; QTE-01, QTE-20, QTE-25 and QTE-50 judge it.',
    )
  }
  return { quoteId, totalSendingAmount }
}
