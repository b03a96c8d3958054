/**
 * Writes `slow-checks.json`: the checks that wait for seconds although nothing expires, most of them for an effect that
 * must not come. A run starts them early, so that it does not end with waiting.
 *
 *   npm run slow-checks -- reports/latest     of a whole run on the reference server, on an idle machine
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonLines } from '../fixtures/recording/whole-lines.ts'

/** Between the longest check that only sends requests and the shortest wait, ms. */
const SLOW_MS = 1_500

const [run = 'reports/latest'] = process.argv.slice(2)

const judgements = readJsonLines(join(run, 'judgements.jsonl')) as readonly {
  readonly check: string
  readonly durationMs: number
}[]
const slow = new Set(judgements.filter(({ durationMs }) => durationMs >= SLOW_MS).map(({ check }) => check))

writeFileSync(
  new URL('slow-checks.json', import.meta.url),
  `${JSON.stringify([...slow].toSorted(), null, 2)}\n`,
)
