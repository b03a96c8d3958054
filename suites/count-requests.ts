/**
 * Writes `requests.json`: how many requests a check of each suite sends.
 *
 *   npm run requests -- reports/latest     of a whole run on the reference server
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonLines } from '../fixtures/recording/whole-lines.ts'
import { grouped } from '../spec/grouped.ts'

const [run = 'reports/latest'] = process.argv.slice(2)

const linesOf = (file: string) => readJsonLines(join(run, file))

const planned = linesOf('planned.jsonl') as readonly { readonly check: string; readonly suite: string }[]
const exchanges = linesOf('exchanges.jsonl') as readonly { readonly check: string }[]
/** States that checks share begin with the key of one of these checks. */
const keyOf = (check: string) => /^[A-Z]+-\d+-[0-9a-f]{6}/.exec(check)?.[0] ?? check
const sent = grouped(exchanges, ({ check }) => keyOf(check))

const requests = Object.fromEntries(
  [...grouped(planned, ({ suite }) => suite)].map(([suite, checks]) => {
    const total = checks.reduce((sum, { check }) => sum + (sent.get(check)?.length ?? 0), 0)
    return [suite, Math.round((10 * total) / checks.length) / 10]
  }),
)
writeFileSync(new URL('requests.json', import.meta.url), `${JSON.stringify(requests, null, 2)}\n`)
