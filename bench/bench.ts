/**
 * Measures the cost of Assay next to the minimum of the network, to Playwright and to similar tools, and writes
 * `results.json`. Needs a quiet Linux machine.
 *
 * npm run bench [-- <rounds> [<table>…]]     default: 5 rounds, all tables; other tables keep their results
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { costOf } from './cost.ts'
import type { Results, Table } from './results.ts'
import { megabytes, program, type BenchSession } from './session.ts'
import { startup } from './tables/startup.ts'
import { commands } from './tables/commands.ts'
import { latency } from './tables/latency.ts'
import { growth } from './tables/growth.ts'
import { peers } from './tables/peers.ts'
import { measureWholeRun } from './tables/whole-run.ts'

const [, , rounds = '5', ...chosen] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
const session: BenchSession = {
  root: fileURLToPath(new URL('./..', import.meta.url)),
  folder,
  run: join(folder, 'run'),
  rounds: Number(rounds),
}
const today = new Date().toISOString().slice(0, 10)
const RESULTS = new URL('results.json', import.meta.url)
const measurements = [
  { title: 'The whole run on the reference server', measure: measureWholeRun },
  { title: 'Compared with other tools that judge responses', measure: peers },
  { title: 'Startup and parts', measure: startup },
  { title: 'Latency', measure: latency },
  { title: 'Growth', measure: growth },
  { title: 'Whole commands', measure: commands },
]
/** Whether the title matches a given part; true without arguments. */
const isChosen = (title: string) =>
  chosen.length === 0 || chosen.some((part) => title.toLowerCase().includes(part.toLowerCase()))

/** Its earlier figures; none if it was never measured. */
const measuredBefore = (title: string): readonly Table[] =>
  (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results).tables.filter((one) => one.title === title)

try {
  const tables: Table[] = []
  if (!isChosen(measurements[0]!.title))
    await costOf(program(session, 'cli/assay.ts', 'run', '--reference', '--out', session.run))
  for (const { title, measure } of measurements) {
    if (!isChosen(title)) {
      tables.push(...measuredBefore(title))
      continue
    }
    const figures = await measure(session)
    tables.push({ title, measuredOn: today, figures })
    console.log(`\n${title}`)
    for (const { of, value, target } of figures)
      console.log(`  ${of.padEnd(64)} ${value}${target === undefined ? '' : `   (target: ${target})`}`)
  }
  const results: Results = {
    schemaVersion: 1,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${megabytes(totalmem())}, ${platform()} ${arch()}, Node ${process.version}`,
    rounds: session.rounds,
    tables,
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
