import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { headProblem } from '../fixtures/recording/head-problem.ts'
import { RECORDING } from '../fixtures/recording/recording.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'
import type { Verdict } from '../reports/conformance.ts'
import { count } from '../reports/verdict-words.ts'
import type { Format } from './causes.ts'
import { realPath } from '../fixtures/real-path.ts'
import { readRun } from './read-run.ts'
import { run } from './run.ts'
import type { GivenContract } from './run-options.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'

export interface ReplayOptions {
  /** Of the finished run. */
  readonly directory: string
  /** Areas and requirement ids; empty: those of the run. */
  readonly only: readonly string[]
  readonly out: string
  /** Whether it is printed for people or for a coding agent; default: for people. */
  readonly format?: Format
  /** The version of the contract of the recording; default: the one that Assay was made for. */
  readonly contract?: GivenContract | undefined
}

/** A requirement whose verdict did not come out again. */
export interface Disagreement {
  readonly id: string
  /** undefined: the run did not know the requirement. */
  readonly recorded: Verdict | undefined
  readonly replayed: Verdict
}

/**
 * Replays the recording of a run with the current suites, and compares the verdicts.
 *
 * @returns the exit code: 0 when every verdict is the same, 1 when one differs, 3 when the replay gave no report
 */
export async function replay(
  { directory, only, out, format = 'text', contract }: ReplayOptions,
  terminal: Terminal,
): Promise<number> {
  for (const file of [RECORDING, 'exchanges.jsonl', 'conformance.json']) {
    // Reading a pipe would not end.
    if (statSync(join(directory, file), { throwIfNoEntry: false })?.isFile() !== true) {
      throw assayError('recording-missing', { folder: directory, file })
    }
  }
  if (realPath(directory) === realPath(out)) {
    throw assayError('recording-overwritten', { folder: out, recording: directory })
  }
  const problem = headProblem(tryParseJson(readFileSync(join(directory, RECORDING), 'utf8')))
  if (problem !== undefined)
    throw assayError('recording-invalid', { file: join(directory, RECORDING), problem })
  const recorded = verdictsIn(directory)
  await run(
    { deployment: undefined, only, out, secondOpinions: false, replay: directory, format, contract },
    terminal,
  )
  const again = join(out, 'conformance.json')
  if (!existsSync(again)) return 3
  const disagreements = disagreementsOf(recorded, verdictsIn(out), only.length > 0)
  terminal.stdout.write(described(disagreements))
  return disagreements.length === 0 ? 0 : 1
}

const verdictsIn = (directory: string): ReadonlyMap<string, Verdict> =>
  new Map(readRun(directory).requirements.map(({ id, verdict }) => [id, verdict]))

/** @param partly whether the replay was restricted; if so, only its judged requirements are compared */
function disagreementsOf(
  recorded: ReadonlyMap<string, Verdict>,
  replayed: ReadonlyMap<string, Verdict>,
  partly: boolean,
): readonly Disagreement[] {
  return [...replayed].flatMap(([id, verdict]) => {
    const same = recorded.get(id) === verdict
    return same || (partly && !recorded.has(id))
      ? []
      : [{ id, recorded: recorded.get(id), replayed: verdict }]
  })
}

const described = (disagreements: readonly Disagreement[]): string =>
  disagreements.length === 0
    ? 'Every verdict equals that of the recorded run.\n'
    : [
        `${count(disagreements.length, 'verdict')} differ from the recorded run:`,
        ...disagreements.map(
          ({ id, recorded, replayed }) =>
            `  ${id}: ${recorded ?? 'not known'} when recorded, ${replayed} in the replay`,
        ),
        '',
      ].join('\n')
