import { isObject } from './is-object.ts'
import type { ChangedFields } from './served-version.ts'

/** A body with the fields of a later version. */
export function withReplacedFields(body: unknown, changed: ChangedFields): unknown {
  return replacedAt(body, changed.path === '' ? [] : changed.path.split('.'), changed)
}

function replacedAt(node: unknown, path: readonly string[], changed: ChangedFields): unknown {
  const [step, ...rest] = path
  if (step === '*') return Array.isArray(node) ? node.map((each) => replacedAt(each, rest, changed)) : node
  if (!isObject(node)) return node
  if (step !== undefined)
    return step in node ? { ...node, [step]: replacedAt(node[step], rest, changed) } : node
  // Some operations return one of several resources.
  if (typeof node.id === 'string' && !node.id.startsWith(`${changed.schema}:`)) return node
  const kept = Object.entries(node).filter(([key]) => !changed.retired.includes(key))
  return { ...Object.fromEntries(kept), ...changed.added }
}
