/** Queries on the tables of states and transitions (contract: States and transitions). */
import { stateTables, type StatesOf } from './generated/catalogue.ts'
import type { StateTable } from './model.ts'

export type TableName = keyof StatesOf

const tableOf = (name: TableName, tables: readonly StateTable[] = stateTables): StateTable =>
  tables.find((table) => table.name === name)!

/** The states of a table, in the order of the contract. */
export const statesOf = <Name extends TableName>(
  name: Name,
  tables: readonly StateTable[] = stateTables,
): readonly StatesOf[Name][] => tableOf(name, tables).states as readonly StatesOf[Name][]

/** Whether the table has the transition. */
export const isTransition = <Name extends TableName>(
  name: Name,
  from: StatesOf[Name],
  to: StatesOf[Name],
): boolean =>
  tableOf(name).transitions.some((one) => (one.from === from || one.from === '*') && one.to === to)

/** Whether transitions of the table lead from one state to another, directly or through others. */
export function leadsTo(
  name: TableName,
  from: string,
  to: string,
  tables: readonly StateTable[] = stateTables,
): boolean {
  const { transitions } = tableOf(name, tables)
  const reached = new Set<string>([from])
  for (const state of reached) for (const next of transitions) if (next.from === state) reached.add(next.to)
  reached.delete(from)
  return reached.has(to)
}
