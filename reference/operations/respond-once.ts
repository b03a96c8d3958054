import type { ReferenceResponse } from '../reference-response.ts'
import type { Call, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { rejectionResponse } from '../rejection-response.ts'
import { quoteBody } from '../representations.ts'
import type { Quote, QuoteOwner } from '../resources/payments.ts'
import type { Body } from './new-quote.ts'

/**
 * Responds to a request for a quote. A request with the same request identifier gets the response of the first request
 * (contract: Endpoints 3, request header).
 *
 * @param owner of the request identifiers
 */
export async function respondOnce(
  server: ServerContext,
  call: Call,
  owner: QuoteOwner,
  newQuote: (body: Body) => Quote,
): Promise<ReferenceResponse> {
  const { rules, store, now } = server
  const { requestId } = call
  if (!rules.requestIdIsAcceptable(requestId)) throw new Refused(rules.unacceptableRequestId)
  const body = call.body()
  const fingerprint = rules.fingerprintOf(owner, body)
  const scope = rules.replayScope(owner, requestId ?? '', fingerprint)
  const earlier = rules.earlierRequest(store.requests, scope, now(), rules.requestIdLifetimeMs(owner))
  if (earlier && rules.isLookedUp(body)) {
    if (!rules.isSameRequest(earlier, fingerprint)) {
      throw new Refused(rules.requestIdUsedForAnotherRequest)
    }
    const refused = rules.replayRefused(earlier)
    if (refused) throw new Refused(refused)
    return rules.replayedAnswer(await earlier.response)
  }
  const response = answerFirst(server, call, () => newQuote(body))
  const request = { fingerprint, response, receivedAt: now(), completed: false }
  rules.rememberRequest(store.requests, scope, request)
  response.then(
    () => (request.completed = true),
    // An internal error is not stored as a response: the next request is evaluated again.
    () => store.requests.delete(scope),
  )
  return response
}

/** Rejections are stored like any other response. */
async function answerFirst(
  server: ServerContext,
  { operation }: Call,
  newQuote: () => Quote,
): Promise<ReferenceResponse> {
  const wait = server.rules.before('createQuote')
  if (wait) await wait
  try {
    return { status: 201, body: quoteBody(server, newQuote()) }
  } catch (error) {
    if (error instanceof Refused) return rejectionResponse(server.rules, operation, error.refusal)
    throw error
  }
}
