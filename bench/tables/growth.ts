import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partition } from '../../cli/shards/partition.ts'
import { exchangesIn } from '../../reports/exchange-lines.ts'
import { costOf } from '../cost.ts'
import type { Figure } from '../results.ts'
import {
  exchangesOf,
  figure,
  medianOf,
  megabytes,
  milliseconds,
  program,
  ratio,
  say,
  type BenchSession,
} from '../session.ts'

interface Grown {
  readonly ms: number
  readonly bytes: number
}

/** Time and memory as the amount of work grows. */
export async function growth(session: BenchSession): Promise<readonly Figure[]> {
  say('How things grow')
  return [...(await ofWalks(session)), ...(await ofReports(session)), ...ofShards(session)]
}

async function ofWalks(session: BenchSession): Promise<readonly Figure[]> {
  const walks: { readonly actions: number; readonly walk: Grown }[] = []
  for (const actions of [100, 10_000, 100_000]) {
    const { stdout } = await costOf(program(session, 'bench/walk.ts', String(actions)))
    walks.push({ actions, walk: JSON.parse(stdout) as Grown })
  }
  const [least, most] = [walks[0]!.walk, walks.at(-1)!.walk]
  return [
    ...walks.map(({ actions, walk }) =>
      figure(
        `pages of ${actions.toLocaleString('en')} actions through the exchange client`,
        `${milliseconds(walk.ms)}, ${megabytes(walk.bytes)}`,
      ),
    ),
    figure(
      'more memory for 100,000 actions than for 100',
      megabytes(most.bytes - least.bytes),
      'at most 50 MB',
    ),
  ]
}

async function ofReports(session: BenchSession): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const requirements of [100, 1_000, 10_000]) {
    const report = await written(session, requirements)
    figures.push(
      figure(
        `a report of ${requirements.toLocaleString('en')} requirements`,
        `${milliseconds(report.ms)}, ${Math.round(report.bytes / 1024)} KB`,
      ),
    )
  }
  const recording = exchangesOf(session)
  const exchanges = (await exchangesIn(recording)).length
  const ofOwn = (recorded: string) =>
    medianOf(session.rounds, async () => (await written(session, REQUIREMENTS, recorded)).ms)
  const forThem = (await ofOwn(recording)) - (await ofOwn(''))
  return [
    ...figures,
    figure('each additional 1,000 exchanges in a report', milliseconds((1000 * forThem) / exchanges)),
  ]
}

/** Of a whole run, about. */
const REQUIREMENTS = 875

async function written(session: BenchSession, requirements: number, recording = ''): Promise<Grown> {
  const reports = join(session.folder, 'report')
  mkdirSync(reports, { recursive: true })
  const { stdout } = await costOf(
    program(session, 'bench/report-growth.ts', session.run, String(requirements), reports, recording),
  )
  return JSON.parse(stdout) as Grown
}

function ofShards({ run }: BenchSession): readonly Figure[] {
  const known = JSON.parse(readFileSync(join(run, 'durations.json'), 'utf8')) as Readonly<
    Record<string, number>
  >
  return [1, 2, 4, 8, 16].map((shards) => {
    const parts = partition(Object.keys(known), known, shards).map((suites) =>
      suites.reduce((total, suite) => total + known[suite]!, 0),
    )
    const mean = parts.reduce((total, part) => total + part, 0) / shards
    return figure(
      `${shards === 1 ? 'one shard' : `the longest of ${shards} shards`} / their mean`,
      ratio(Math.max(...parts), mean),
    )
  })
}
