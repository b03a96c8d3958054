import {
  Blocked,
  conforming,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { ORDINARY_AMOUNT } from '../agent-operations/quote-request.ts'

/** The test money that funds an account, in the smallest unit. */
export const AMOUNT = 25_000

/** The body that funds an account. */
export const funding = () => conforming({ amount: AMOUNT })

/**
 * The response to a body with default fields.
 *
 * @throws Blocked when it is rejected as invalid: the contract shows no bodies of the sandbox
 */
export function shaped(response: CheckedResponse): CheckedResponse {
  if (response.status !== 400) return response
  throw new Blocked(
    'deployment-file',
    `the body that ${response.operation ?? 'the sandbox'} has by default was rejected (exchange ${response.exchange})`,
    'If it requires another body, set the differences under `requests` in the deployment file, or bind the operation to null.',
  )
}

/**
 * An account that received test money.
 *
 * @throws Blocked when the money does not arrive
 */
export async function fundAccount({ arrange, platform, poll, maxWaitMs }: CheckContext): Promise<string> {
  const { sourceAccountId } = await arrange('agent', { balance: ORDINARY_AMOUNT })
  const before = await readBalance(arrange, sourceAccountId)
  const response = await platform.sandbox.fund(sourceAccountId, funding())
  const { status, exchange } = shaped(response)
  const isThere = (balance: number) => balance >= before + AMOUNT
  const arrived =
    status < 300 && isThere(await poll(() => readBalance(arrange, sourceAccountId), isThere, maxWaitMs))
  if (arrived) return sourceAccountId
  throw new Blocked(
    'implementation',
    `funding an account returned ${status}, and the money did not arrive (exchange ${exchange})`,
    'See the reason in the requests of this check. SBX-01 judges this step.',
  )
}

/**
 * The payment of the quote in a response.
 *
 * @throws Blocked when it has no quote
 */
export function requirePayment(quote: CheckedResponse, currencyCode: string) {
  const quoteId = valueAt(quote.body, 'id')
  if (quote.status < 300 && typeof quoteId === 'string') return conforming({ quoteId, currencyCode })
  throw new Blocked(
    'deployment-file',
    `a quote with real-time funding returned ${quote.status} (exchange ${quote.exchange}); the contract does not show its shape`,
    'Bind operations.sendInSandbox to null if the deployment has no such quotes.',
  )
}
