/** One operation returns another value of a locked field than several others. Pure. */
import type { Exchange } from '../../spec/judgement.ts'
import { guiltyOf, type Group } from './group.ts'

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
/** So many other operations agree with each other. */
const MIN_OTHERS = 2

/**
 * The first response with a locked field is a creation. If every later response of several operations has one other value,
 * the creation is wrong, whichever read a check compared with it.
 */
export function oddOneOut(group: Group, exchanges: readonly Exchange[]): OddOneOut | undefined {
  if (group.head.kind !== 'field') return undefined
  const [, field, value = '', first = '', valueOfOthers = ''] =
    group.symptoms
      .map(({ finding }) => CHANGE.exec(finding?.message ?? ''))
      .find((found) => found !== null) ?? []
  if (field === undefined || group.head.violation?.at.split('.').at(-1) !== field) return undefined
  const operationOf = new Map(exchanges.map((one) => [one.id, one.operation]))
  const operation = operationOf.get(first)
  const others = new Set([...guiltyOf(group)].flatMap((id) => operationOf.get(id) ?? []))
  if (operation === undefined || others.has(operation) || others.size < MIN_OTHERS) return undefined
  return { field, operation, exchange: first, value, others: [...others], valueOfOthers }
}

export function oddTitle({ field, operation, value, others, valueOfOthers }: OddOneOut): string {
  const [one, ...more] = others
  const rest = more.length === 1 ? ` and ${more[0]}` : ` and ${more.length} other operations`
  return `\`${field}\` of ${operation} is ${value}, but ${valueOfOthers} in ${one}${rest}`
}
