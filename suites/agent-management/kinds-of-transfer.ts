/** The kinds of transfers that an agent pays besides one to an account in another currency (contract: Endpoints 3). */
import { undefinedIfBlocked, type CheckContext, type CheckOptions } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { requestAsAgentUntilFound } from '../cross-currency-transfers/platform-quote.ts'
import { lookUpReceiver, umaReceiver } from '../cross-currency-transfers/receivers.ts'
import { createExecutableQuote, executableQuoteIn, type ExecutableQuote } from './executable-quote.ts'

type Policy = StateParams['agent']

/** @throws Blocked when the deployment gives no usable quote */
export async function createQuoteWithinCurrency(
  context: CheckContext,
  policy: Policy,
): Promise<ExecutableQuote> {
  const { sendingCurrency } = await context.arrange('agent', {})
  return createExecutableQuote(context, { ...policy, sendingCurrency, receivingCurrency: sendingCurrency })
}

/** @throws Blocked when the deployment gives no usable quote */
export async function createQuoteToUmaAddress(
  context: CheckContext,
  policy: Policy,
): Promise<ExecutableQuote> {
  const receiver = await umaReceiver(context, undefined, policy)
  const { payer, changes, senderCustomerInfo } = await lookUpReceiver(receiver)
  const agent = context.agent(payer.accessToken)
  const created = await requestAsAgentUntilFound(context, payer, { ...changes, senderCustomerInfo })
  return executableQuoteIn(created, payer, agent)
}

/** A kind of transfer, for requirements that hold for all of them. */
interface KindOfTransfer {
  /** Completes "a transfer". */
  readonly kind: string
  readonly options: CheckOptions
  /** A new quote of an agent that needs approval; an ordinary one, where the deployment gives none of this kind. */
  readonly create: (context: CheckContext) => Promise<ExecutableQuote>
}

const NEEDS_APPROVAL = { executionMode: 'APPROVAL_REQUIRED' } as const

/** So that nothing more is blocked: the requirements of the kind itself judge whether there is a quote. */
const orOrdinary =
  (create: (context: CheckContext, policy: Policy) => Promise<ExecutableQuote>): KindOfTransfer['create'] =>
  async (context) =>
    (await create(context, NEEDS_APPROVAL).catch(undefinedIfBlocked)) ??
    createExecutableQuote(context, NEEDS_APPROVAL)

export const kindsOfTransfer: readonly KindOfTransfer[] = [
  { kind: 'within one currency', options: {}, create: orOrdinary(createQuoteWithinCurrency) },
  {
    kind: 'to a UMA address',
    options: { needs: 'uma', operations: ['lookUpUmaReceiver'], areas: ['cross-currency-transfers'] },
    create: orOrdinary(createQuoteToUmaAddress),
  },
]
