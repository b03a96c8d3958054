import Table from 'cli-table3'
import { checklist } from '../spec/checklist.ts'
import { defaultContract, requirementsInEdition, type Rule } from '../spec/index.ts'
import type { ChosenContract } from './contract/chosen-contract.ts'
import { contractCoverage } from './contract-coverage.ts'
import { selected, selection } from './selection.ts'

/** The judged and the open parts of the contract, area by area, as a table or as JSON. */
export function listCoverage(words: readonly string[], asJson: boolean, chosen?: ChosenContract): string {
  const contract = chosen?.contract ?? defaultContract
  const { catalogue } = contract
  const rules: readonly Rule[] = chosen?.sources.checklist ?? checklist
  const named = selected(selection(words, '--only', catalogue), requirementsInEdition(contract))
  const coverage = contractCoverage(catalogue.areas, named, rules)
  if (asJson) return `${JSON.stringify(coverage, null, 2)}\n`
  const table = new Table({
    head: ['area', 'rows of the contract', 'judged', 'of these SHOULD', 'left open'],
    colAligns: ['left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  })
  for (const { area, rules, judged, should, open } of coverage.areas)
    table.push([area, rules, judged, should, open])
  const { totals } = coverage
  table.push(['together', totals.rules, totals.judged, totals.should, totals.open])
  const { rulesJudged, rulesOpen, rulesWithNothing } = totals
  return `${table.toString()}
A row that concerns several areas counts in each of them, and together once.
Rows judged: ${rulesJudged}. Left open by the contract: ${rulesOpen}. Nothing to judge: ${rulesWithNothing}.
`
}
