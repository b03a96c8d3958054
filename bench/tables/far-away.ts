import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Exchange } from '../../spec/index.ts'
import { grouped } from '../../spec/grouped.ts'
import { costOf } from '../cost.ts'
import { serveElsewhere } from '../elsewhere.ts'
import type { Figure } from '../results.ts'
import { figure, program, ratio, say, seconds, type Setting } from '../setting.ts'

const WORKERS = [1, 2, 4, 8]
const AREA = 'agent-operations'

/** What latency costs: the whole run against what nobody can be faster than, and one area by the number of workers. */
export async function farAway(setting: Setting): Promise<readonly Figure[]> {
  return [...(await wholeRunAway(setting, 100)), ...(await byWorkers(setting))]
}

async function wholeRunAway(setting: Setting, delayMs: number): Promise<readonly Figure[]> {
  say(`The whole run, ${delayMs} ms away`)
  const limits = { requestsPerSecond: 400, concurrency: 96 }
  const { file, variables, close } = await serveElsewhere(setting, delayMs, limits)
  const out = join(setting.folder, 'away')
  const command = program(setting, 'cli/assay.ts', 'run', '--deployment', file, '--out', out)
  const { wallMs } = await costOf({ ...command, variables })
  await close()
  const exchanges = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
  const chain = Math.max(...[...grouped(exchanges, ({ check }) => check).values()].map(timeUnderWay))
  const rate = (1000 * exchanges.length) / limits.requestsPerSecond
  return [
    figure(`the whole run, ${delayMs} ms away`, seconds(wallMs)),
    figure('… the longest chain of requests that wait for each other', seconds(chain)),
    figure(`… as long as ${limits.requestsPerSecond} requests a second take`, seconds(rate)),
    figure('… the run to the longer of them', ratio(wallMs, Math.max(chain, rate)), 'at most 1.5 ×'),
  ]
}

/** How long at least one request of a check was under way, ms. */
function timeUnderWay(exchanges: readonly Exchange[]): number {
  let [total, until] = [0, 0]
  for (const { at, durationMs } of exchanges.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const [from, to] = [Math.max(until, Date.parse(at)), Date.parse(at) + durationMs]
    total += Math.max(0, to - from)
    until = Math.max(until, to)
  }
  return total
}

async function byWorkers(setting: Setting): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const delayMs of [0, 50, 200]) {
    const { file, variables, close } = await serveElsewhere(setting, delayMs, {
      requestsPerSecond: 2000,
      concurrency: 32,
    })
    const times: string[] = []
    for (const workers of WORKERS) {
      say(`${AREA}, ${delayMs} ms away, by ${workers} of the engine's workers`)
      const { wallMs } = await costOf(withWorkers(setting, workers, file, variables))
      times.push(seconds(wallMs))
    }
    await close()
    figures.push(figure(`${AREA}, ${delayMs} ms away, by ${WORKERS.join(', ')} workers`, times.join(', ')))
  }
  return figures
}

/** The run as `assay run` starts it; how many workers there are is not for its users to choose. */
const withWorkers = (
  { root, folder }: Setting,
  workers: number,
  file: string,
  variables: Readonly<Record<string, string>>,
) => ({
  parameters: [
    createRequire(import.meta.url).resolve('@playwright/test/cli'),
    'test',
    `--workers=${workers}`,
    '--config',
    join(root, 'playwright.config.ts'),
  ],
  cwd: root,
  // The engine that reports to nobody ends itself when all is written.
  exitCodes: [0, null],
  variables: {
    ...variables,
    ASSAY_QUIET_ENGINE: '1',
    ASSAY_DEPLOYMENT: file,
    ASSAY_ONLY: AREA,
    ASSAY_OUT: join(folder, 'by-workers'),
  },
})
