import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../reports/conformance.ts'
import { UsageError } from './usage-error.ts'

/**
 * The value of a finished run.
 *
 * @param path of its directory, or of its conformance.json
 * @throws UsageError when there is none, or one of a later version of its schema
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
  return conformance as Conformance
}

const REMEDY =
  'Set the folder that `assay run --out` wrote (default: reports/latest), or its conformance.json.'

function parsed(file: string, path: string): unknown {
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
