import {
  expect,
  ignoredName,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { createdQuote, type QuoteTerms } from './created-quote.ts'
import { quoteRequest, type QuoteRequest } from './quote-request.ts'

/** A request for a quote under one request identifier, which the deployment honours. */
export interface ReplayableRequest {
  readonly holder: StateValues['agent']
  readonly agent: ReturnType<CheckContext['agent']>
  readonly requestId: string
  readonly first: CheckedResponse
  readonly terms: QuoteTerms
  readonly replay: () => Promise<CheckedResponse>
}

/**
 * Creates a quote and replays the request once.
 *
 * @throws Blocked when the replay has no effect: QUO-20 judges that
 */
export async function createReplayableQuote(
  context: CheckContext,
  changes: QuoteRequest = {},
): Promise<ReplayableRequest> {
  const holder = await context.arrange('agent', {})
  const agent = context.agent(holder.accessToken)
  const requestId = context.random.uuid()
  const replay = () => agent.createQuote(quoteRequest(holder, changes), requestId)
  const first = await replay()
  const terms = createdQuote(first)
  await requireHonoured(context, terms, await replay(), replay)
  return { holder, agent, requestId, first, terms, replay }
}

/**
 * Tests with a quote that moves no money whether the deployment honours request identifiers.
 *
 * @throws Blocked when it does not
 */
export async function requireHonouredIdentifiers(context: CheckContext): Promise<void> {
  await createReplayableQuote(context)
}

/** One request more than the number of replicas that a deployment is likely to have. */
const MOST_REPEATS = 4

/**
 * Whether a later repeat of the request gets its first quote, although an earlier repeat did not. Then only some
 * replicas remember identifiers.
 */
export async function isRemembered(replay: () => Promise<CheckedResponse>, id: unknown): Promise<boolean> {
  for (let repeats = 0; repeats < MOST_REPEATS; repeats++) {
    if (valueAt((await replay()).body, 'id') === id) return true
  }
  return false
}

async function requireHonoured(
  context: CheckContext,
  { id }: QuoteTerms,
  again: CheckedResponse,
  replay: () => Promise<CheckedResponse>,
): Promise<void> {
  if (again.status >= 300) return
  const second = createdQuote(again).id
  if (second === id) return
  if (await isRemembered(replay, id)) {
    expect(second, 'quote of the second request, where a later one gets the first quote again').toBe(id)
  }
  throw ignoredName(
    'requestIdHeader',
    context.names,
    `the same request under the same identifier creates another quote (exchange ${again.exchange}); QUO-20 judges that`,
  )
}
