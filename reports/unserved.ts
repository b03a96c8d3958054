import { errorCatalogue } from '../spec/index.ts'
import type { OperationBinding } from '../spec/model.ts'
import { valueAt } from '../spec/value-at.ts'
import type { CalledOperations, Exchange } from './conformance.ts'

/** There is nothing at the address, or not by this method. */
const NOTHING_THERE: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Ids of exchanges with missing operations: the contract does not show the address, and every response is a "not
 * found". These responses do not count for response rules.
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

/** Counts operations whose every response is a "not found"; the 404 of a resource names its type. */
export function calledOperations(exchanges: readonly Exchange[]): CalledOperations {
  const called = new Map<string, boolean>()
  for (const { kind, operation, response } of exchanges) {
    if (kind !== 'contract' || operation === undefined || !response) continue
    const saysNothing = NOTHING_THERE.has(response.status) && !namesResource(response)
    called.set(operation, saysNothing && (called.get(operation) ?? true))
  }
  return { called: called.size, absent: [...called.values()].filter(Boolean).length }
}

const namesResource = (response: NonNullable<Exchange['response']>): boolean =>
  isOfService(response) && !/"code"\s*:\s*"NOT_FOUND"/.test(response.body)

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
