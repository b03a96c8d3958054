import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../reports/conformance.ts'
import { reportProblem } from './report-problem.ts'
import { UsageError } from './usage-error.ts'

/**
 * The conformance of a finished run.
 *
 * @param path of its directory, or of its conformance.json
 * @throws UsageError when it is missing, or not readable by this version
 */
export function readRun(path: string): Conformance {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const file = isDirectory ? join(path, 'conformance.json') : path
  const conformance = parsed(file, path) as Partial<Conformance> | null
  if (conformance?.schemaVersion === undefined || !Array.isArray(conformance.requirements))
    throw new UsageError(`${file} is no conformance.json of a run.`, REMEDY)
  if (conformance.schemaVersion !== 1)
    throw new UsageError(
      `${file} has schemaVersion ${String(conformance.schemaVersion)}; this version of assay reads 1.`,
      'Use the version of assay that wrote it, or run again with this one.',
    )
  const problem = reportProblem(conformance)
  if (problem !== undefined)
    throw new UsageError(
      `${file} is no valid report: ${problem}.`,
      'Set a conformance.json as `assay run` wrote it.',
    )
  return conformance as Conformance
}

const REMEDY =
  'Set the folder that `assay run --out` wrote (default: reports/latest), or its conformance.json.'

/** The report of a whole run has about 2 MB; a deployment can make it longer, but not by much. */
const MAX_MEGABYTES = 128

function parsed(file: string, path: string): unknown {
  const megabytes = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20
  if (megabytes > MAX_MEGABYTES)
    throw new UsageError(
      `${file} has ${Math.ceil(megabytes)} MB, more than a report of a run has (${MAX_MEGABYTES} MB).`,
      REMEDY,
    )
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new UsageError(
      code === 'ENOENT'
        ? `${path} contains no report of a run: ${file} is missing.`
        : `${file} cannot be read (${code}).`,
      REMEDY,
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is no JSON.`, REMEDY)
  }
}
