/**
 * Writes the report of a finished run, multiplied to the given number of requirements, and prints the cost: `{ "ms": …,
 * "bytes": … }`, the size of index.html.
 *
 * node bench/report-growth.ts <directory of a run> <number of requirements> <folder> [<exchanges.jsonl>]
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance, RequirementResult } from '../reports/conformance.ts'
import { exchangesIn } from '../reports/exchange-lines.ts'
import { writeReport } from '../reports/write-report.ts'

const [, , run = '', count = '', folder = '', recording = ''] = process.argv
const conformance = JSON.parse(readFileSync(join(run, 'conformance.json'), 'utf8')) as Conformance
const known = conformance.requirements
const requirements = Array.from({ length: Number(count) }, (_, index): RequirementResult => {
  const result = known[index % known.length]!
  return { ...result, id: `${result.id.slice(0, 4)}${index}` }
})
const exchanges = await exchangesIn(recording)
const begun = performance.now()
const report = await writeReport(folder, { ...conformance, requirements }, exchanges)
console.log(JSON.stringify({ ms: Math.round(performance.now() - begun), bytes: statSync(report).size }))
