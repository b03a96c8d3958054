import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../../reports/conformance.ts'
import type { Judgement } from '../../spec/index.ts'
import { medianCost } from '../cost.ts'
import { engineFloor } from '../engine-floor.ts'
import type { Figure } from '../results.ts'
import { exchangesOf, figure, megabytes, program, ratio, say, seconds, type Setting } from '../setting.ts'
import { readWire } from '../wire-exchanges.ts'

/** The whole run beside what the engine and the wire take at least. Leaves its report in the setting's directory. */
export async function wholeRun(setting: Setting): Promise<readonly Figure[]> {
  const { root, folder, run, rounds } = setting
  say(`The whole run, ${rounds} times`)
  const own = await medianCost(rounds, program(setting, 'cli/assay.ts', 'run', '--out', run))
  const { requirements } = JSON.parse(readFileSync(join(run, 'conformance.json'), 'utf8')) as Conformance
  const judgements = linesOf(join(run, 'judgements.jsonl')) as readonly Judgement[]
  const longestWait = Math.max(...judgements.map(({ durationMs }) => durationMs))
  const planned = linesOf(join(run, 'planned.jsonl')) as readonly { readonly suite: string }[]
  const suites = new Set(planned.map(({ suite }) => suite))
  say('As many empty tests of the engine')
  const emptyFolder = join(folder, 'empty')
  mkdirSync(emptyFolder)
  const perFile = Math.round(judgements.length / suites.size)
  const floor = await medianCost(rounds, engineFloor(emptyFolder, root, suites.size, perFile))
  say('The same requests, unjudged')
  const wire = await medianCost(rounds, program(setting, 'bench/wire-floor.ts', exchangesOf(setting)))
  const judged = requirements.filter(({ verdict }) => verdict !== 'not-specified').length
  return [
    figure('the whole run', `${seconds(own.wallMs)}, ${seconds(own.cpuMs)} of processor time`),
    figure(
      '… in it',
      `${judged} requirements, ${judgements.length} checks, ${readWire(exchangesOf(setting)).length} exchanges`,
    ),
    figure(`${suites.size * perFile} empty tests of the engine`, seconds(floor.wallMs)),
    figure('the same requests with undici, unjudged', seconds(wire.wallMs)),
    figure('the longest check, which waits for an expiry', seconds(longestWait)),
    figure(
      'the run without the longest wait, to the empty tests',
      ratio(own.wallMs - longestWait, floor.wallMs),
      'at most 1.3 ×',
    ),
    figure('most memory of all its processes', megabytes(own.peakBytes)),
  ]
}

const linesOf = (file: string): readonly unknown[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
