import type { ReferenceResponse } from '../reference-response.ts'
import { canonicalJson } from '../canonical-json.ts'
import { refusal, type Refusal } from '../errors.ts'
import type { QuoteOwner } from '../resources/payments.ts'
import type { RememberedRequest } from '../store.ts'

type Body = Readonly<Record<string, unknown>>

/** Why requests are rejected. */
const refusals = {
  unacceptableRequestId: refusal(
    400,
    'INVALID_INPUT',
    'The Idempotency-Key header is required and holds a UUID.',
  ),
  requestIdUsedForAnotherRequest: refusal(
    409,
    'DUPLICATE_PAY_REQUEST',
    'The request identifier was used for another request.',
  ),
}

/** Contract: Endpoints 3, request identifier header. */
export const quoteReplayRules = {
  ...refusals,

  /** A unique request identifier (UUID). */
  requestIdIsAcceptable: (requestId: string | undefined): boolean =>
    requestId !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(requestId),

  /** A request identifier belongs to one agent: it never returns another agent's response. */
  replayScope: (agent: QuoteOwner, requestId: string, _fingerprint: string): string =>
    `${agent.id} ${requestId.toLowerCase()}`,

  /** Every request with an identifier is looked up, whatever its body. */
  isLookedUp: (_body: Body): boolean => true,

  /** Much longer than the lifetime of a quote. */
  requestIdLifetimeMs: (_agent: QuoteOwner): number => 24 * 60 * 60 * 1000,

  /** The first request under the identifier, until it is forgotten. */
  earlierRequest(
    requests: Map<string, RememberedRequest>,
    scope: string,
    now: number,
    lifetimeMs: number,
  ): RememberedRequest | undefined {
    const earlier = requests.get(scope)
    return earlier && now - earlier.receivedAt < lifetimeMs ? earlier : undefined
  },

  /** Stored before the response, so that concurrent requests count as one. */
  rememberRequest(requests: Map<string, RememberedRequest>, scope: string, request: RememberedRequest): void {
    requests.set(scope, request)
  },

  /** Requests with the same fingerprint are the same request: here, those with equal bodies. */
  fingerprintOf: (_agent: QuoteOwner, body: Body): string => canonicalJson(body),

  /** While the first request is in progress, a repeat waits for its response. */
  replayRefused: (_earlier: RememberedRequest): Refusal | undefined => undefined,

  isSameRequest: (earlier: RememberedRequest, fingerprint: string): boolean =>
    earlier.fingerprint === fingerprint,

  /** The same response as the first request. */
  replayedAnswer: (first: ReferenceResponse): ReferenceResponse => first,
}
