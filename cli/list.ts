import Table from 'cli-table3'
import { selected, selection } from './selection.ts'

/** The requirements as a table, or as JSON. */
export function list(words: readonly string[], asJson: boolean): string {
  const chosen = selected(selection(words))
  if (asJson) return `${JSON.stringify(chosen, null, 2)}\n`
  const table = new Table({
    head: ['id', 'level', 'requirement', 'source', 'rests on'],
    colWidths: [8, 8, 60, 34, 26],
    wordWrap: true,
    style: { head: [], border: [] },
  })
  for (const { id, level, title, source, restsOn, specified } of chosen) {
    table.push([id, specified ? level : 'open', title, source, restsOn.join(', ')])
  }
  const open = chosen.filter(({ specified }) => !specified).length
  return `${table.toString()}\n${chosen.length} requirements, ${open} of them left open by the contract.\n`
}
