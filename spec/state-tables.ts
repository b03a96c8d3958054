/** Queries on the tables of states and transitions (contract: States and transitions). */
import { stateTables, type StatesOf } from './generated/catalogue.ts'
import type { StateTable } from './model.ts'

export type TableName = keyof StatesOf

const tableOf = (name: TableName): StateTable => stateTables.find((table) => table.name === name)!

/** The states of a table, in the order of the contract. */
export const statesOf = <Name extends TableName>(name: Name): readonly StatesOf[Name][] =>
  tableOf(name).states as readonly StatesOf[Name][]

/** Whether the table has the transition. */
export const isTransition = <Name extends TableName>(
  name: Name,
  from: StatesOf[Name],
  to: StatesOf[Name],
): boolean =>
  tableOf(name).transitions.some((one) => (one.from === from || one.from === '*') && one.to === to)

/** Whether transitions of the table lead from one state to another, directly or through others. */
export function leadsTo(name: TableName, from: string, to: string): boolean {
  const { transitions } = tableOf(name)
  const reached = new Set<string>([from])
  for (const state of reached) for (const next of transitions) if (next.from === state) reached.add(next.to)
  reached.delete(from)
  return reached.has(to)
}
