import type { OperationBinding } from '../spec/model.ts'
import type { Exchange } from './conformance.ts'

/** Operations that the deployment does not seem to have where they are bound. */
export interface Unserved {
  readonly operations: ReadonlySet<string>
  /** Ids of what was exchanged in vain. */
  readonly exchanges: ReadonlySet<string>
}

/** There is nothing at the address, or not by this method. */
const NOTHING_THERE: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Operations whose address is a default of ours, since the contract does not show it, and that were never answered in
 * another way than that there is nothing: whether they are missing or bound wrongly only the deployment file can say.
 */
export function unservedOperations(
  exchanges: readonly Exchange[],
  bindings: Readonly<Record<string, Pick<OperationBinding, 'shown'>>>,
): Unserved {
  const ofDefaults = exchanges.filter(
    ({ kind, operation, response }) =>
      kind === 'contract' && operation !== undefined && response && bindings[operation]?.shown === false,
  )
  const served = new Set(
    ofDefaults
      .filter(({ response }) => !NOTHING_THERE.has(response!.status))
      .map(({ operation }) => operation),
  )
  const inVain = ofDefaults.filter(({ operation }) => !served.has(operation))
  return {
    operations: new Set(inVain.map(({ operation }) => operation!)),
    exchanges: new Set(inVain.map(({ id }) => id)),
  }
}
