/**
 * Writes `controls.json`: for each witness that a verdict may need, the cheapest checks that produce it.
 *
 * npm run controls -- reports/latest     of a whole run on the reference server
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonLines } from '../fixtures/recording/whole-lines.ts'
import type { Control } from '../fixtures/controls.ts'
import type { Exchange, Judgement, Witness } from '../spec/index.ts'

const [run = 'reports/latest'] = process.argv.slice(2)

const linesOf = (file: string) => readJsonLines(join(run, file))

/** Only a check that waits for something takes this long. */
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

/** The checks of each witness. */
const MOST_CONTROLS = 3

const operationOf = new Map(
  (linesOf('exchanges.jsonl') as readonly Exchange[]).map(({ id, operation }) => [id, operation] as const),
)

/** The operations that a check needs, besides that of the witness. */
const needsOf = ({ exchanges, states = [] }: Judgement, witness: Witness): readonly string[] => [
  ...exchanges
    .flatMap((id) => operationOf.get(id) ?? [])
    .filter((operation) => !witness.split(' ').includes(operation)),
  ...states.map(({ state }) => `state ${state}`),
]

const chosen = new Map<Witness, Judgement[]>()
for (const pass of passes)
  for (const witness of pass.witnesses?.shows ?? []) {
    const earlier = chosen.get(witness) ?? []
    const needs = needsOf(pass, witness)
    const addsNothing = earlier.some((one) => needsOf(one, witness).every((need) => needs.includes(need)))
    if (!witness.startsWith('rejected ') && earlier.length < MOST_CONTROLS && !addsNothing)
      chosen.set(witness, [...earlier, pass])
  }
const controls = [...chosen].map(
  ([witness, of]) =>
    [witness, of.map(({ check }): Control => ({ suite: suites.get(check)!, check }))] as const,
)

const sorted = Object.fromEntries(controls.toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(new URL('controls.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`)
