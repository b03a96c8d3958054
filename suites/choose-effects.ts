/**
 * Writes `effects.json`: groups of checks of one suite that arrange the same states and change none of them.
 *
 * npm run effects -- reports/latest     of a whole run on the reference server
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonLines } from '../fixtures/recording/whole-lines.ts'
import type { Effects } from '../fixtures/sharing/sharing-keys.ts'
import { grouped } from '../spec/grouped.ts'
import type { Exchange, Judgement } from '../spec/index.ts'
import { sharingGroupsOf, sharedSetUps } from './shared-set-ups.ts'

const [run = 'reports/latest'] = process.argv.slice(2)

const linesOf = (file: string) => readJsonLines(join(run, file))

const exchanges = new Map((linesOf('exchanges.jsonl') as readonly Exchange[]).map((one) => [one.id, one]))
const judgements = linesOf('judgements.jsonl') as readonly Judgement[]
const firstAttempts = new Map(
  judgements.flatMap((one) =>
    one.attempt === 1 && one.verdict === 'pass' ? [[one.check, one] as const] : [],
  ),
)

const planned = linesOf('planned.jsonl') as readonly { readonly check: string; readonly suite: string }[]
const candidates = planned.flatMap(({ check, suite }) => {
  const attempt = firstAttempts.get(check)
  const setUps = sharedSetUps((attempt?.exchanges ?? []).flatMap((id) => exchanges.get(id) ?? []))
  return setUps === undefined ? [] : [{ key: check, suite, setUps }]
})

const effects: Effects = Object.fromEntries(
  [...grouped(candidates, ({ suite }) => suite)].flatMap(([suite, members]) => {
    const groups = sharingGroupsOf(members)
    return groups.length === 0 ? [] : [[suite, groups] as const]
  }),
)
writeFileSync(new URL('effects.json', import.meta.url), `${JSON.stringify(effects, null, 2)}\n`)
