/** One operation returns another value of a locked field than several others. Pure. */
import type { Exchange } from '../../spec/judgement.ts'
import { guiltyOf, type Group } from './group.ts'
import { isWrite } from './symptom.ts'

/** What shows which of the responses is wrong. */
export interface OddOneOut {
  readonly field: string
  /** The operation with the other value. */
  readonly operation: string
  /** Id of its exchange. */
  readonly exchange: string
  readonly value: string
  readonly others: readonly string[]
  readonly valueOfOthers: string
}

/** As the invariant of locked quotes writes it. */
const CHANGE = /^(\w+) of \S+ was (\S+) \(exchange ([^)]+)\) and is (\S+)$/

/**
 * The first response with a locked field is a creation. If reads and also writes, such as an execution, return another
 * value later, the creation is wrong. Reads alone may share a mistake.
 */
export function oddOneOut(group: Group, exchanges: readonly Exchange[]): OddOneOut | undefined {
  if (group.head.kind !== 'field') return undefined
  const [, field, value = '', first = '', valueOfOthers = ''] =
    group.symptoms
      .map(({ finding }) => CHANGE.exec(finding?.message ?? ''))
      .find((found) => found !== null) ?? []
  if (field === undefined || group.head.violation?.at.split('.').at(-1) !== field) return undefined
  const byId = new Map(exchanges.map((one) => [one.id, one]))
  const operation = byId.get(first)?.operation
  const later = [...guiltyOf(group)].flatMap((id) => byId.get(id) ?? [])
  const others = new Set(later.flatMap((one) => one.operation ?? []))
  if (operation === undefined || others.has(operation)) return undefined
  if (!later.some(isWrite) || later.every(isWrite)) return undefined
  return { field, operation, exchange: first, value, others: [...others], valueOfOthers }
}

export function oddTitle({ field, operation, value, others, valueOfOthers }: OddOneOut): string {
  const [one, ...more] = others
  const rest = more.length === 1 ? ` and ${more[0]}` : ` and ${more.length} other operations`
  return `\`${field}\` of ${operation} is ${value}, but ${valueOfOthers} in ${one}${rest}`
}
