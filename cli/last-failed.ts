import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../reports/conformance.ts'
import { printable } from '../reports/printable.ts'
import { readRun } from './read-run.ts'
import { REPORTS } from './default-folders.ts'
import { AssayError, assayError } from '../errors/index.ts'

/**
 * The failures of the last run of a deployment, flaky requirements included.
 *
 * @param out folder of the next run, which may contain the last one; undefined: not decided yet
 * @throws AssayError without such a run, or without failures
 */
export function lastFailed(deployment: string, out: string | undefined): readonly string[] {
  const runs = join(REPORTS, 'runs')
  const folders = existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : []
  const [last] = [...folders, ...(out === undefined ? [] : [out])]
    .flatMap((folder) => reportIn(folder) ?? [])
    .filter(({ deployment: { name } }) => name === deployment)
    .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
  if (!last)
    throw assayError('last-run-missing', {
      deployment: printable(deployment),
      folders: [runs, ...(out === undefined ? [] : [out])],
    })
  const failed = last.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'flaky')
  if (failed.length > 0) return failed.map(({ id }) => id)
  throw assayError('last-run-without-failures', {
    deployment: printable(deployment),
    startedAt: last.startedAt,
  })
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
