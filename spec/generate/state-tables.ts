/** Reads the state tables and rejects inconsistencies, with table and remedy. */
import type { Area, StateTable } from '../model.ts'
import { valuesAt } from './closed-values.ts'
import type { StateTableSource } from './source-schemas.ts'
import type { OpenApi } from './sources.ts'

export const readStateTables = (
  tables: readonly StateTableSource[],
  areas: readonly Area[],
  openapi: OpenApi,
): readonly StateTable[] => tables.map((table) => tableOf(table, areas, openapi))

function tableOf(
  { states, ...table }: StateTableSource,
  areas: readonly Area[],
  openapi: OpenApi,
): StateTable {
  const place = `state-tables.yaml, ${table.name}`
  if (!areas.some(({ id }) => id === table.area))
    throw new Error(`${place}: ${table.area} is not an area of areas.yaml`)
  const listed = typeof states === 'string' ? valuesAt(states, openapi) : states
  for (const state of table.transitions.flatMap(({ from = '*', to }) => [from, to])) {
    if (state !== '*' && !listed.includes(state))
      throw new Error(`${place}: ${state} is not a state of the table; its states are ${listed.join(', ')}`)
  }
  return { ...table, states: listed }
}
