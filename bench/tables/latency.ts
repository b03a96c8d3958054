import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../../spec/index.ts'
import { grouped } from '../../spec/grouped.ts'
import { costOf } from '../cost.ts'
import { serveRemote } from '../remote-server.ts'
import type { Figure } from '../results.ts'
import { figure, program, ratio, say, seconds, type BenchSession } from '../session.ts'

const DELAY_MS = 100

/** The cost of latency: the whole run against the theoretical minimum. */
export async function latency(session: BenchSession): Promise<readonly Figure[]> {
  say(`The whole run with ${DELAY_MS} ms of latency`)
  const limits = { requestsPerSecond: 400, concurrency: 96 }
  const { file, variables, close } = await serveRemote(session, DELAY_MS, limits)
  const out = join(session.folder, 'away')
  const command = program(session, 'cli/assay.ts', 'run', '--deployment', file, '--out', out)
  const { wallMs } = await costOf({ ...command, variables })
  await close()
  const exchanges = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
  const chain = Math.max(...[...grouped(exchanges, ({ check }) => check).values()].map(timeUnderWay))
  const rate = (1000 * exchanges.length) / limits.requestsPerSecond
  return [
    figure(`the whole run with ${DELAY_MS} ms of latency`, seconds(wallMs)),
    figure('… the longest chain of a check', seconds(chain)),
    figure(`… all requests of the run at ${limits.requestsPerSecond} a second`, seconds(rate)),
    figure('… the run / the longer of the two', ratio(wallMs, Math.max(chain, rate)), 'at most 1.3 ×'),
  ]
}

/** Time during which at least one request of a check was pending, ms. */
function timeUnderWay(exchanges: readonly Exchange[]): number {
  let [total, until] = [0, 0]
  for (const { at, durationMs } of exchanges.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const [from, to] = [Math.max(until, Date.parse(at)), Date.parse(at) + durationMs]
    total += Math.max(0, to - from)
    until = Math.max(until, to)
  }
  return total
}
