import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../reports/conformance.ts'
import { reportProblem } from '../reports/report-problem.ts'
import { assayError } from '../errors/index.ts'
import { readBoundedText } from '../spec/read-bounded.ts'

/**
 * The conformance of a finished run.
 *
 * @param path of its directory, or of its conformance.json
 * @throws AssayError when it is missing, or not readable by this version
 */
export function readRun(path: string): Conformance {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const file = isDirectory ? join(path, 'conformance.json') : path
  const conformance = parsed(file, path) as Partial<Conformance> | null
  if (conformance?.schemaVersion === undefined || !Array.isArray(conformance.requirements))
    throw assayError('report-not-of-a-run', { file })
  if (conformance.schemaVersion !== 1)
    throw assayError('report-version-unknown', { file, version: String(conformance.schemaVersion) })
  const problem = reportProblem(conformance)
  if (problem !== undefined) throw assayError('report-invalid', { file, problem })
  return conformance as Conformance
}

/** The report of a whole run has about 2 MB; a deployment can make it longer, but not by much. */
const MAX_MEGABYTES = 128

function parsed(file: string, path: string): unknown {
  const state = statSync(file, { throwIfNoEntry: false })
  // Anybody may give a folder, and reading a pipe in it would not end.
  if (state !== undefined && file !== path && !state.isFile())
    throw assayError('report-unreadable', { file, code: 'not a file' })
  const megabytes = (state?.size ?? 0) / 2 ** 20
  if (megabytes > MAX_MEGABYTES)
    throw assayError('report-too-large', { file, megabytes: Math.ceil(megabytes), max: MAX_MEGABYTES })
  let text: string
  try {
    text = readBoundedText(file, MAX_MEGABYTES * 2 ** 20)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw code === 'ENOENT'
      ? assayError('report-missing', { path, isFolder: path !== file })
      : assayError('report-unreadable', { file, code })
  }
  try {
    return JSON.parse(text)
  } catch {
    throw assayError('report-not-json', { file })
  }
}
