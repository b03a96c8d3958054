/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, itemsOf, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { disagreements } from '../disagreements.ts'
import { actionsOn } from './listed-action.ts'
import { inShort } from '../expectations.ts'
import { ACCEPTED_OR_REJECTED, REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

/** A transaction that is not pending is not approved. */
export const expectApprovalRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)

/** The same, with the code of the error catalogue. */
export function expectNotPending(response: CheckedResponse): void {
  expect(response).toHaveStatus(409)
  expect(response).toHaveCode('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
}

/** A late decision has no effect, whether it is accepted or rejected. */
export const expectAnyDecision = (response: CheckedResponse): void =>
  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)

/** A transaction that does not exist is not pending either. */
const UNKNOWN = [
  '404 TRANSACTION_NOT_FOUND',
  '404 REQUEST_NOT_FOUND',
  '404 REFERENCE_NOT_FOUND',
  '404 NOT_FOUND',
  '409 TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
]

export const expectNothingToApprove = (response: CheckedResponse): void =>
  expect(UNKNOWN).toContain(inShort(response))

/** Rejections of an agent that is paused or deleted; the contract names no status. */
export const STOPPED = [...REJECTED_OR_UNAUTHORIZED, 423] as const

export const expectStopped = (response: CheckedResponse): void => expect(response).toHaveStatus(...STOPPED)

/** The policy, or the customer of the agent, does not allow the request. */
export const expectNotPermitted = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)

/** A request for a nonexistent agent, or for an agent of a nonexistent customer, is rejected. */
export const expectAgentRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)

/** A request for an agent returns that agent. */
export function expectAgentShown(response: CheckedResponse, agentId: string): void {
  expect(response).toHaveStatus(200)
  expect(response.text).toContain(agentId)
}

/** An invalid device code is not redeemed. */
export const expectCodeRejected = (response: CheckedResponse): void =>
  expect(response).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)

/** A device code is redeemed for an access token. */
export function expectToken(response: CheckedResponse): void {
  expect(response).toSucceed()
  expect(
    ACCESS_TOKENS.map((path) => valueAt(response.body, path)).find((value) => value !== undefined),
    'accessToken',
  ).toEqual(expect.any(String))
}

/** The contract shows the name of the token, but not the rest of the response. */
export const ACCESS_TOKENS = [
  'accessToken',
  'data.accessToken',
  'agent.accessToken',
  'credentials.accessToken',
] as const

/** The status of a device code names its agent, and whether it was redeemed. */
export function expectCodeStatus(
  response: CheckedResponse,
  { agentId, redeemed }: { readonly agentId: string; readonly redeemed: boolean },
): void {
  expect(response).toHaveStatus(200)
  expect(disagreements(response.body, { agentId, redeemed })).toEqual([])
}

/** The agent's list is available to a redeemed token. */
export const expectList = (response: CheckedResponse): void => expect(response).toHaveStatus(200)

/** Without funds an execution is accepted and fails, or is rejected for lack of funds. */
export const expectAcceptedOrUnfunded = (executed: CheckedResponse): void =>
  expect(['accepted', '400 INSUFFICIENT_FUNDS']).toContain(inShort(executed))

/**
 * Outcomes of an execution that moves no money. The contract does not show whether the list has an action that needed
 * no approval.
 */
const UNEXECUTED: readonly string[] = ['refused', 'FAILED', 'not listed']

export const expectUnexecuted = (outcome: string): void => expect(UNEXECUTED).toContain(outcome)

/** No listed action on the quote awaits approval. */
export function expectNoPendingAction(waiting: CheckedResponse, quoteId: string): void {
  expect(waiting).toHaveStatus(200)
  expect(actionsOn(itemsOf(waiting), quoteId), 'actions that await approval').toEqual([])
}

/** A pending action embeds its quote. */
export const expectEmbeddedQuote = (action: unknown, quoteId: string): void =>
  expect(valueAt(action, 'quote.id'), 'quote.id').toBe(quoteId)

/** The source account has paid nothing; it may have got back what was reserved. */
export const expectNothingPaid = (paid: number): void =>
  expect(paid, 'paid by the source account').toBeLessThanOrEqual(0)

/** The amount that the source account has paid. */
export const expectPaid = (paid: number, amount: number): void =>
  expect(paid, 'paid by the source account').toBe(amount)
