/**
 * Writes `controls.json`: for each witness that a verdict may need, the cheapest check that shows it.
 *
 *   npm run controls -- reports/latest     of a whole run on the reference server
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Control } from '../fixtures/controls.ts'
import type { Judgement, Witness } from '../spec/index.ts'

const [run = 'reports/latest'] = process.argv.slice(2)

const linesOf = (file: string): readonly unknown[] =>
  readFileSync(join(run, file), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line): unknown => JSON.parse(line))

/** So long takes only a check that waits for something. */
const waits = ({ durationMs }: Judgement) => durationMs > 1_500

const suites = new Map(
  (linesOf('planned.jsonl') as readonly Control[]).map(({ check, suite }) => [check, suite] as const),
)
const passes = (linesOf('judgements.jsonl') as readonly Judgement[])
  .filter(({ verdict, check }) => verdict === 'pass' && suites.has(check))
  .toSorted(
    (a, b) =>
      Number(waits(a)) - Number(waits(b)) ||
      a.exchanges.length - b.exchanges.length ||
      (a.check < b.check ? -1 : 1),
  )

const controls = new Map<Witness, Control>()
for (const { check, witnesses } of passes)
  for (const witness of witnesses?.shows ?? [])
    if (!witness.startsWith('rejected ') && !controls.has(witness))
      controls.set(witness, { suite: suites.get(check)!, check })

const sorted = Object.fromEntries([...controls].toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(new URL('controls.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`)
