import type { StateParams, StateValues } from '../../spec/index.ts'
import {
  Blocked,
  valueAt,
  retryUntilFound,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { authorizedQuote } from '../agent-operations/authorized-quote.ts'
import { quoteRequest, type QuoteRequest } from '../agent-operations/quote-request.ts'

/** A customer with accounts to transfer between; its agent does not matter here. */
export type Payer = StateValues['agent']

/** A quote of the platform, with the fields that checks use. */
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

/** The same, repeated until new resources, such as a lookup, are known to every server. */
export const requestUntilFound = (
  context: Pick<CheckContext, 'platform' | 'random' | 'poll'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> => retryUntilFound(context, () => requestQuote(context, payer, changes))

/** Requests the same as an agent of the payer: the contract shows the required fields for agents only (Endpoints 3). */
export const requestAsAgent = (
  { agent, random }: Pick<CheckContext, 'agent' | 'random'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> =>
  agent(payer.accessToken).createQuote(quoteRequest(payer, changes), random.uuid())

/** The same, repeated until new resources are known to every server. */
export const requestAsAgentUntilFound = (
  context: Pick<CheckContext, 'agent' | 'random' | 'poll'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> => retryUntilFound(context, () => requestAsAgent(context, payer, changes))

/** Executes a quote, repeated until a new quote is known to every server. */
export const executeUntilFound = (
  context: Pick<CheckContext, 'platform' | 'poll'>,
  quoteId: string,
): Promise<CheckedResponse> => retryUntilFound(context, () => context.platform.transfers.execute(quoteId))

/**
 * Executes the quote of a response, if it was created.
 *
 * @returns the response to the execution, or else that of the creation
 */
export async function executeIfQuoted(
  context: Pick<CheckContext, 'platform' | 'poll'>,
  quoted: CheckedResponse,
): Promise<CheckedResponse> {
  const quoteId = valueAt(quoted.body, 'id')
  return quoted.status < 300 && typeof quoteId === 'string' ? executeUntilFound(context, quoteId) : quoted
}

/** Asks for a quote to execute. */
export const requestExecutable = async (
  context: Pick<CheckContext, 'platform' | 'random' | 'poll' | 'arrange'>,
  payer: Payer,
  changes: QuoteRequest = {},
): Promise<CheckedResponse> =>
  authorizedQuote(context, await requestQuote(context, payer, changes), payer, context.platform.transfers)

/**
 * A new quote of the platform for a new customer.
 *
 * @throws Blocked when the deployment returns no usable quote
 */
export async function createPlatformQuote(
  context: CheckContext,
  params: StateParams['agent'] = {},
): Promise<PlatformQuote> {
  const payer = await context.arrange('agent', params)
  const created = await requestExecutable(context, payer)
  return { payer, created, ...usableQuote(created) }
}

/**
 * The fields of the quote that an earlier step of a check needs.
 *
 * @throws Blocked when the step returned no quote
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
      'See in the requests of this check why the quote was not created. QTE-01, QTE-20, QTE-25 and QTE-50 judge this step.',
    )
  }
  return { quoteId, totalSendingAmount }
}
