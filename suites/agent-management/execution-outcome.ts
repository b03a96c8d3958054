import { valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import type { ExecutableQuote } from './executable-quote.ts'
import { listedAction } from './listed-action.ts'

/**
 * What became of an execution that cannot succeed: refused outright, or the status of its action, once that is FAILED
 * or the longest time to wait is over.
 */
export async function executionOutcome(
  { poll, maxWaitMs }: Stage,
  { agent, quoteId }: ExecutableQuote,
  executed: Answer,
): Promise<string> {
  if (executed.status >= 400 && executed.status < 500) return 'refused'
  const seen = await poll(
    () => listedAction(agent, quoteId),
    ({ body }) => valueAt(body, 'status') === 'FAILED',
    maxWaitMs,
  )
  const status = valueAt(seen.body, 'status')
  return typeof status === 'string' ? status : `answered with ${executed.status}, and not listed`
}

/** Statuses of a refusal that leaves open why: the credentials were right, so 401 is none of them. */
export const REFUSALS = [400, 403, 404, 409, 410, 412, 422] as const

/** `accepted`, or status and code of the refusal. */
export const inShort = ({ status, body }: Answer): string =>
  status >= 200 && status < 300 ? 'accepted' : `${status} ${String(valueAt(body, 'code'))}`
