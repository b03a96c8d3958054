/**
 * Checks that an operation of the platform requires the platform's credentials (contract: Authentication). One check
 * per operation, so that an operation that is not offered does not block the others.
 */
import {
  bearer,
  Blocked,
  check,
  expect,
  requireReviewed,
  retryInConflict,
  type CheckedResponse,
  type CheckContext,
  valueAt,
} from '../fixtures/index.ts'
import { operations, type CapabilityId, type OperationName, type RequirementId } from '../spec/index.ts'
import { expectCredentialsRejected } from './expectations.ts'
import { invalidCredentials, type InvalidCredentials } from './invalid-credentials.ts'
import { REJECTED_OR_UNAUTHORIZED } from './rejections.ts'

type Platform = CheckContext['platform']

/** A request that is accepted with the platform's credentials. */
export interface GuardedRequest {
  readonly send: (platform: Platform) => Promise<CheckedResponse>
  /** Reads the current value of what the request changes. If nothing shows it, the accepted request does. */
  readonly effect?: () => Promise<unknown>
  /**
   * Text in the response that only the platform may see. For a list or a read, of the resource; for a creation, of the
   * customer that its body names, since the new resource may be bound to the agent's own customer instead.
   */
  readonly shows?: string
  /** Blocks the check if the response to the accepted request is rejected for another reason; default: it never is. */
  readonly requireUsable?: (response: CheckedResponse) => CheckedResponse
  /** After a rejected request with an effect, the accepted one conflicts: it is sent although `shows` is given. */
  readonly conflicts?: true
  /** A new resource is changed: the deployment may review it first, and reject every change until then. */
  readonly changesNew?: true
}

export interface GuardedOperation {
  readonly operation: OperationName
  /** The capability that the operation is a part of; default: none. */
  readonly needs?: CapabilityId | readonly CapabilityId[]
  readonly arrange: (context: CheckContext) => Promise<GuardedRequest>
  /** Other checks would see the effect of the accepted request, so one of them sends it. */
  readonly isAcceptedElsewhere?: true
}

const { none, unknown, wrongSecret, notBase64 } = invalidCredentials

/** Some rows of the table: credentials are read in one place, and operations differ only in whether they read them. */
const REJECTED = [none, unknown, wrongSecret, notBase64]

const anyResponse = (response: CheckedResponse): CheckedResponse => response

const unobserved = () => Promise.resolve('not observed')

/** A cache in front of the API may return to anyone what it returned to the platform, so the platform reads first. */
const isRead = (operation: OperationName): boolean => operations[operation].method === 'GET'

/**
 * With missing, unknown, wrong and malformed credentials: 401, without effect. The same request is accepted: a write
 * afterwards, a read before.
 */
export function requirePlatformCredentials(id: RequirementId, guarded: readonly GuardedOperation[]): void {
  for (const { operation, needs, arrange, isAcceptedElsewhere } of guarded) {
    check(
      id,
      `${operation} requires valid credentials`,
      { operations: [operation], needs },
      async (context) => {
        const request = await arrange(context)
        const { send, effect = unobserved } = request
        const before = await effect()
        const first = isRead(operation) && !isAcceptedElsewhere ? [await send(context.platform)] : []

        const responses = await sendWithEach(REJECTED, context, send)

        const after = await effect()
        const accepted =
          isAcceptedElsewhere || first.length > 0 ? first : [await sendPastReview(context, request)]
        expectNoSuccess(responses)
        expectAcceptance(accepted.map(requireUsableFor(context, request)))
        expectRejections(responses)
        expect(after, 'what the request would change').toEqual(before)
      },
    )
  }
}

/**
 * With the token of another customer's agent: rejected, without effect. If nothing shows the effect of a write, the
 * accepted request follows: after an effect it would usually be rejected.
 */
export function rejectAgentTokens(id: RequirementId, guarded: readonly GuardedOperation[]): void {
  for (const { operation, needs, arrange, isAcceptedElsewhere } of guarded) {
    check(
      id,
      `${operation} rejects an agent's token`,
      { operations: [operation], needs },
      async (context) => {
        const request = await arrange(context)
        const { send, effect = unobserved, shows, conflicts } = request
        const { accessToken } = await context.arrange('agent', {})
        const before = await effect()
        const first = isRead(operation) && !isAcceptedElsewhere ? [await send(context.platform)] : []

        const response = await sendPastReview(
          context,
          request,
          context.platform.presenting(bearer(accessToken)),
        )

        const after = await effect()
        const isShown =
          effect !== unobserved || (shows !== undefined && !conflicts) || isAcceptedElsewhere === true
        const accepted = isShown || first.length > 0 ? first : [await sendPastReview(context, request)]
        expectNothingShown(response, shows)
        expectAcceptance(accepted.map(requireUsableFor(context, request)))
        expect(after, 'what the request would change').toEqual(before)
      },
    )
  }
}

/** A rejection because of a review shows nothing about the credentials. */
const sendPastReview = (
  context: CheckContext,
  { send, changesNew }: GuardedRequest,
  platform = context.platform,
): Promise<CheckedResponse> => (changesNew ? retryInConflict(context, () => send(platform)) : send(platform))

/** @throws Blocked when the accepted request is rejected for another reason */
const requireUsableFor =
  (context: CheckContext, { requireUsable = anyResponse, changesNew }: GuardedRequest) =>
  (response: CheckedResponse): CheckedResponse =>
    requireUsable(changesNew ? requireReviewed(context, response) : response)

interface Response {
  readonly credentials: InvalidCredentials
  readonly response: CheckedResponse
}

const sendWithEach = (
  all: readonly InvalidCredentials[],
  context: CheckContext,
  send: GuardedRequest['send'],
): Promise<readonly Response[]> =>
  Promise.all(
    all.map(async (credentials) => ({
      credentials,
      response: await send(context.platform.presenting(credentials.authorization(context))),
    })),
  )

function expectNoSuccess(responses: readonly Response[]): void {
  for (const { credentials, response } of responses)
    expect(response, `with ${credentials.name}`).not.toSucceed()
}

function expectAcceptance(responses: readonly CheckedResponse[]): void {
  for (const response of responses.filter((each) => !asksForSignature(each)))
    expect(response, 'the same request with valid credentials').toSucceed()
}

/** The first step of a signed action: the credentials were accepted, and the wallet's signature is missing. */
const asksForSignature = ({ body }: CheckedResponse): boolean =>
  valueAt(body, 'code') === 'WALLET_SIGNATURE_MISSING'

function expectRejections(responses: readonly Response[]): void {
  for (const { credentials, response } of responses) expectCredentialsRejected(response, credentials)
}

/** A request may be bound to the agent's own customer instead of being rejected. */
function expectNothingShown(response: CheckedResponse, shows: string | undefined): void {
  if (shows !== undefined && response.status < 300) {
    expect(response.text, 'the response to the token of another customer').not.toContain(shows)
  } else {
    expect(response, 'with an agent’s token').toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  }
}

/** Whether a read shows the effect of a request; a read that is not offered, or fails, shows none. */
export const showsEffect =
  (read: () => Promise<CheckedResponse>, effect: (response: CheckedResponse) => boolean) =>
  async (): Promise<boolean> => {
    try {
      return effect(await read())
    } catch (problem) {
      if (problem instanceof Blocked) return false
      throw problem
    }
  }

/** The status of a read, which shows whether the resource still exists. */
export const readStatus = async (read: Promise<CheckedResponse>): Promise<number> => (await read).status
