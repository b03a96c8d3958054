import { grouped } from '../grouped.ts'
import { isRecord, type InvariantViolation, type Invariant, type Observation } from './observation.ts'
import { pagesOf } from './pages.ts'
import { everyObservation, observedAgain, type StateObservation } from './state-observations.ts'

/** Timestamps may be written in whole seconds. */
const SECOND_MS = 1_000

/** Fields of a resource that never change. */
const OWNERS = ['agentId', 'customerId'] as const

/** A transfer between two customers may appear as each customer's own. */
const hasOneOwner = ({ id }: StateObservation) => !id.startsWith('Transaction:')

/**
 * An identifier names one resource (contract: Conventions, identifiers): its constant fields are the same in all
 * responses, and no list has two resources with one identifier.
 */
export const oneResourcePerId: Invariant = (history) => {
  const again = observedAgain(everyObservation(history)).map((group) => ({
    group,
    compared: [...OWNERS, 'createdAt'].filter(
      (name) => group.filter(({ value }) => typeof value[name] === 'string').length > 1,
    ),
  }))
  const lists = listsOf(history)
  return {
    judged:
      again.filter(({ compared }) => compared.length > 0).flatMap(({ group }) => group).length + lists.length,
    violations: [
      ...again.flatMap(({ group, compared }) => compared.flatMap((name) => changes(group, name))),
      ...lists.flatMap(({ observation, ids }) => repeated(observation, ids)),
    ],
  }
}

function changes(group: readonly StateObservation[], name: string): readonly InvariantViolation[] {
  const [first, ...others] = group.filter(({ value }) => typeof value[name] === 'string')
  return others
    .filter((other) => differs(first!, other, name))
    .map(({ observation: { exchange }, at, id, value }) => ({
      exchange,
      at: `${at}/${name}`,
      message: `${name} of ${id} is ${String(value[name])}, and was ${String(first!.value[name])} in exchange ${first!.observation.exchange}`,
    }))
}

function differs(first: StateObservation, other: StateObservation, name: string): boolean {
  const [one, two] = [String(first.value[name]), String(other.value[name])]
  if (name === 'createdAt') return Math.abs(Date.parse(one) - Date.parse(two)) >= SECOND_MS
  return hasOneOwner(first) && one.toLowerCase() !== two.toLowerCase()
}

/** The identifiers that occur more than once in a list. */
const listsOf = (history: readonly Observation[]) =>
  pagesOf(history)
    .map(({ observation, items }) => ({
      observation,
      ids: items.flatMap((item) => (isRecord(item) && typeof item.id === 'string' ? [item.id] : [])),
    }))
    .filter(({ ids }) => ids.length > 1)

const repeated = ({ exchange }: Observation, ids: readonly string[]): readonly InvariantViolation[] =>
  [...grouped(ids, (id) => id).values()]
    .filter((same) => same.length > 1)
    .map(([id]) => ({
      exchange,
      at: '/data',
      message: `${id} occurs ${String(ids.filter((one) => one === id).length)} times in the list`,
    }))
