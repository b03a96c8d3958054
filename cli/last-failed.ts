import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../reports/conformance.ts'
import { printable } from '../reports/printable.ts'
import type { BeforeRestricted } from '../reports/terminal-summary.ts'
import { isWhole, stillFailed, toJudgeAgain } from '../reports/still-failed.ts'
import { readRun } from './read-run.ts'
import { REPORTS } from './default-folders.ts'
import { AssayError, assayError } from '../errors/index.ts'

/**
 * What a run must judge again: the failures of the last whole run of a deployment, flaky requirements included, without those
 * that passed in a later run.
 *
 * @param out folder of the next run, which may contain the last one; undefined: not decided yet
 * @throws AssayError without such a run, or without failures
 */
export function lastFailed(deployment: string, out: string | undefined): readonly string[] {
  const runs = runsOf(deployment, out)
  const [last] = runs
  if (!last)
    throw assayError('last-run-missing', {
      deployment: printable(deployment),
      folders: [RUNS, ...(out === undefined ? [] : [out])],
    })
  const failed = toJudgeAgain(runs)
  if (failed.length > 0) return failed
  throw assayError('last-run-without-failures', {
    deployment: printable(deployment),
    startedAt: last.startedAt,
  })
}

/** undefined: the run is not restricted, or there is no whole run with failures. */
export function beforeRestricted(run: Conformance, out: string): BeforeRestricted | undefined {
  if (run.only.length === 0) return undefined
  const runs = runsOf(run.deployment.name, out)
  const whole = runs.find(isWhole)
  if (!whole) return undefined
  const failed = whole.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'flaky')
  const judged = failed.filter(({ id, area }) => run.only.includes(id) || run.only.includes(area))
  const left = stillFailed(runs).length
  return failed.length === 0 ? undefined : { failed: failed.length, judged: judged.length, left }
}

const RUNS = join(REPORTS, 'runs')

/** The last one first. */
function runsOf(deployment: string, out: string | undefined): readonly Conformance[] {
  const folders = existsSync(RUNS) ? readdirSync(RUNS).map((name) => join(RUNS, name)) : []
  const all = new Set([...folders, ...(out === undefined ? [] : [out])])
  return [...all]
    .flatMap((folder) => reportIn(folder) ?? [])
    .filter(({ deployment: { name } }) => name === deployment)
    .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
}

/** undefined: it was cut off before it had one. */
function reportIn(folder: string): Conformance | undefined {
  try {
    return readRun(folder)
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}
