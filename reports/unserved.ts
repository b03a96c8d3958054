import { errorCatalogue } from '../spec/index.ts'
import type { OperationBinding } from '../spec/model.ts'
import { valueAt } from '../spec/value-at.ts'
import type { Exchange } from './conformance.ts'

/** There is nothing at the address, or not by this method. */
const NOTHING_THERE: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Ids of exchanges with operations that are not where they are bound: the contract does not show the address, and every
 * response says that there is nothing. What responds there is not held to the contract.
 */
export function unservedExchanges(
  exchanges: readonly Exchange[],
  bindings: Readonly<Record<string, Pick<OperationBinding, 'shown'>>>,
): ReadonlySet<string> {
  const ofDefaults = exchanges.filter(
    ({ kind, operation, response }) =>
      kind === 'contract' && operation !== undefined && response && bindings[operation]?.shown === false,
  )
  const served = new Set(
    ofDefaults
      .filter(({ response }) => !NOTHING_THERE.has(response!.status) || isOfService(response!))
      .map(({ operation }) => operation),
  )
  return new Set(ofDefaults.filter(({ operation }) => !served.has(operation)).map(({ id }) => id))
}

/** A 404 with a code of the catalogue is the service's own response, and not that of a server without the route. */
function isOfService({ status, body }: NonNullable<Exchange['response']>): boolean {
  if (status !== 404) return false
  try {
    const code = valueAt(JSON.parse(body), 'code')
    return typeof code === 'string' && Object.hasOwn(errorCatalogue[404], code)
  } catch {
    return false
  }
}
