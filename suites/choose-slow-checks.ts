/**
 * Writes `slow-checks.json`: the checks that a run starts early, so that it does not end with waiting for them. They
 * wait for seconds although nothing expires, most of them for an effect that must not come; or they send so many
 * requests, one after another, that they take long where the network is slow.
 *
 *   npm run slow-checks -- reports/latest     of a whole run on the reference server, on an idle machine
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonLines } from '../fixtures/recording/whole-lines.ts'

/** Between the longest check that only sends requests and the shortest wait, ms. */
const SLOW_MS = 1_500
/** More than almost every check sends: with 100 ms of latency they take three seconds. */
const MANY_REQUESTS = 30

const [run = 'reports/latest'] = process.argv.slice(2)

const exchanges = readJsonLines(join(run, 'exchanges.jsonl')) as readonly {
  readonly check: string
  readonly kind: string
}[]
const judgements = readJsonLines(join(run, 'judgements.jsonl')) as readonly {
  readonly check: string
  readonly durationMs: number
}[]
const requests = new Map<string, number>()
for (const { check, kind } of exchanges)
  if (kind !== 'delivery') requests.set(check, (requests.get(check) ?? 0) + 1)
const slow = judgements
  .filter(({ check, durationMs }) => durationMs >= SLOW_MS || (requests.get(check) ?? 0) >= MANY_REQUESTS)
  .map(({ check }) => check)

writeFileSync(
  new URL('slow-checks.json', import.meta.url),
  `${JSON.stringify([...new Set(slow)].toSorted(), null, 2)}\n`,
)
