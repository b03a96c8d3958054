import { join } from 'node:path'
import { costOf, medianCost } from '../cost.ts'
import { timeToFirstRequest, timeToJudge, timeToListen } from '../first-moments.ts'
import type { Figure } from '../results.ts'
import {
  exchangesOf,
  figure,
  medianOf,
  milliseconds,
  program,
  say,
  seconds,
  type BenchSession,
} from '../session.ts'

/** Startup times, and the cost of the parts of a run. */
export async function startup(session: BenchSession): Promise<readonly Figure[]> {
  const { root, folder, run, rounds } = session
  say('How soon things are there')
  const judging = await costOf(program(session, 'bench/judged-per-second.ts', exchangesOf(session)))
  const keeping = await costOf(program(session, 'bench/evidence-cost.ts', exchangesOf(session), folder))
  const replay = await medianCost(
    Math.min(rounds, 3),
    program(session, 'cli/assay.ts', 'replay', run, '--out', join(folder, 'replay')),
  )
  const faults = 'customer'
  const proof = await costOf(program(session, 'cli/assay.ts', 'self-test', faults))
  const proven = Number(/(\d+) of \d+ faults/.exec(proof.stdout)?.[1] ?? Number.NaN)
  return [
    figure(
      'from the command to the first request',
      milliseconds(await medianOf(rounds, () => timeToFirstRequest(root, folder))),
      'at most 500 ms',
    ),
    figure(
      'from Node to the reference server listening',
      milliseconds(await medianOf(rounds, () => timeToListen(root))),
      'at most 250 ms',
    ),
    figure(
      'loading the validators',
      milliseconds(await medianOf(rounds, () => timeToJudge(root))),
      'at most 50 ms',
    ),
    figure('responses validated by one process', `${Number(judging.stdout).toLocaleString('en')} a second`),
    figure('redacting and recording one exchange', `${Number(keeping.stdout).toFixed(2)} ms`),
    figure('a replay of the whole run', seconds(replay.wallMs)),
    figure(
      `a run of the checks of one flow against a fault, mean of the ${proven} faults whose id begins with ${faults}`,
      seconds(proof.wallMs / proven),
    ),
  ]
}
