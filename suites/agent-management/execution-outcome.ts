import { valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { ExecutableQuote } from './executable-quote.ts'
import { findListedAction } from './listed-action.ts'

/**
 * The outcome of an execution that cannot succeed: the immediate rejection, or the status of its action once that is
 * FAILED or the longest wait is over.
 */
export async function pollExecutionOutcome(
  { poll, maxWaitMs }: CheckContext,
  { agent, quoteId }: ExecutableQuote,
  executed: CheckedResponse,
): Promise<string> {
  if (executed.status >= 400 && executed.status < 500) return 'refused'
  const seen = await poll(
    () => findListedAction(agent, quoteId),
    ({ body }) => valueAt(body, 'status') === 'FAILED',
    maxWaitMs,
  )
  const status = valueAt(seen.body, 'status')
  return typeof status === 'string' ? status : 'not listed'
}
