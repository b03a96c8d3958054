import { fileURLToPath } from 'node:url'
import { operations, type OperationName } from '../../../spec/index.ts'
import type { DescribedOperation } from '../read/described.ts'
import { readDocument } from '../read/read-document.ts'

const DOCUMENT = fileURLToPath(new URL('../../../spec/generated/openapi.json', import.meta.url))

/** Operations that share one request in the contract's document, with different values. */
const SHARED: Readonly<Partial<Record<OperationName, OperationName>>> = { resumeAgent: 'pauseAgent' }

/**
 * An operation that shares its request with another one if the owner's document has only one; undefined: no such
 * operation.
 */
export const sharedWith = (operation: OperationName): OperationName | undefined => SHARED[operation]

let read: ReadonlyMap<OperationName, DescribedOperation> | undefined

/** Every operation of the contract, as its OpenAPI document describes it. Reads the document once. */
export const contractOperations = (): ReadonlyMap<OperationName, DescribedOperation> =>
  (read ??= readContract())

function readContract(): ReadonlyMap<OperationName, DescribedOperation> {
  const described = new Map(readDocument(DOCUMENT).operations.map((one) => [one.operationId, one]))
  return new Map(
    (Object.keys(operations) as OperationName[]).flatMap((name) => {
      const shared = SHARED[name]
      const found = described.get(shared ?? name)
      if (!found) return []
      return [[name, shared === undefined ? found : { ...found, operationId: name, summary: '' }] as const]
    }),
  )
}
