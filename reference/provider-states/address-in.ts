import { operations, type OperationName, type StateValues } from '../../spec/index.ts'
import type { ServedVersion } from '../served-version.ts'

const PLACEHOLDER = /\{[^}]*\}/g

/** The path of a request of the contract in a later version. */
export function addressIn(
  version: ServedVersion | undefined,
  { method, path }: Pick<StateValues['error-condition'], 'method' | 'path'>,
): string {
  for (const [name, own] of Object.entries(operations)) {
    const later = version?.operations[name as OperationName]?.path ?? own.path
    if (later === own.path || own.method !== method) continue
    const pattern = new RegExp(`^${own.path.replaceAll(PLACEHOLDER, '([^/?]+)')}(\\?.*)?$`)
    const [, ...parts] = pattern.exec(path) ?? []
    if (parts.length === 0) continue
    const [query = '', ...values] = parts.toReversed()
    const inOrder = values.toReversed()
    return `${later.replaceAll(PLACEHOLDER, () => inOrder.shift() ?? '')}${query}`
  }
  return path
}
