import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../../reports/conformance.ts'
import type { Exchange, Judgement } from '../../spec/index.ts'
import { costOf, type Cost } from '../cost.ts'
import { playwrightFloor } from '../playwright-floor.ts'
import { median, medianByTime } from '../median.ts'
import type { Figure } from '../results.ts'
import {
  exchangesOf,
  figure,
  megabytes,
  program,
  ratio,
  say,
  seconds,
  type BenchSession,
} from '../session.ts'
import { readWire } from '../wire-exchanges.ts'

/** Measured in alternation, since the speed of a machine varies: the ratio of each round counts. */
interface Round {
  readonly own: Cost
  readonly floor: Cost
  readonly wire: Cost
}

/**
 * The whole run compared with as many empty Playwright tests, and with the minimum of the network. Leaves its report in
 * the session's directory.
 */
export async function measureWholeRun(session: BenchSession): Promise<readonly Figure[]> {
  const { root, folder, run, rounds } = session
  say('The whole run')
  // A first run that does not count, since Node caches compiled code.
  await costOf(program(session, 'cli/assay.ts', 'run', '--reference', '--out', run))
  const { requirements } = JSON.parse(readFileSync(join(run, 'conformance.json'), 'utf8')) as Conformance
  const judgements = linesOf(join(run, 'judgements.jsonl')) as readonly Judgement[]
  const longestWait = Math.max(...judgements.map(({ durationMs }) => durationMs))
  const planned = linesOf(join(run, 'planned.jsonl')) as readonly { readonly suite: string }[]
  const suites = new Set(planned.map(({ suite }) => suite))
  const emptyFolder = join(folder, 'empty')
  mkdirSync(emptyFolder)
  const perFile = Math.round(judgements.length / suites.size)
  const emptyTests = playwrightFloor(emptyFolder, root, suites.size, perFile)
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round++) {
    say(`The whole run, as many empty tests, and the same requests unjudged: ${round} of ${rounds}`)
    measured.push({
      own: await costOf(program(session, 'cli/assay.ts', 'run', '--reference', '--out', run)),
      floor: await costOf(emptyTests),
      wire: await costOf(program(session, 'bench/wire-floor.ts', exchangesOf(session))),
    })
  }
  const own = medianByTime(
    measured.map((round) => round.own),
    ({ wallMs }) => wallMs,
  )
  const floorMs = median(measured.map(({ floor }) => floor.wallMs))
  const wireMs = median(measured.map(({ wire }) => wire.wallMs))
  const toEmptyTests = median(measured.map((round) => round.own.wallMs / round.floor.wallMs))
  const bound = longestWait + 4 * wireMs
  const exchanges = linesOf(exchangesOf(session)) as readonly Exchange[]
  const requests = exchanges.filter(({ kind }) => kind !== 'delivery').length
  const judged = requirements.filter(({ verdict }) => verdict !== 'not-specified').length
  return [
    figure('the whole run', `${seconds(own.wallMs)}, ${seconds(own.cpuMs)} of processor time`),
    figure(
      '… in it',
      `${judged} requirements, ${new Set(judgements.map(({ check }) => check)).size} checks, ${readWire(exchangesOf(session)).length} exchanges`,
    ),
    figure('… requests, to the API and to provider states', String(requests), 'at most 4,500'),
    figure(`${suites.size * perFile} empty tests of Playwright`, seconds(floorMs)),
    figure('the same requests with undici, without checks', seconds(wireMs)),
    figure('the longest check, which waits for an expiry', seconds(longestWait)),
    figure('the run / the empty tests', `${toEmptyTests.toFixed(2)} ×`, 'at most 0.75 ×'),
    figure(
      'the run / (the longest check + four times the requests with undici)',
      ratio(own.wallMs, bound),
      'at most 1 ×',
    ),
    figure(
      'peak memory of all processes',
      megabytes(Math.max(...measured.map((round) => round.own.peakBytes))),
      'at most 400 MB',
    ),
  ]
}

const linesOf = (file: string): readonly unknown[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
