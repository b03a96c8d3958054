import { REPORTS } from './default-folders.ts'
import { resolve } from 'node:path'
import { closeRunFolder, makeLockedFolder, takeRunFolder } from '../runner/run-folder.ts'
import { deploymentIn, newRunFolder } from '../runner/run-folders.ts'
import { AssayError, assayError } from '../errors/index.ts'
import { internalError } from './internal-error.ts'
import type { Terminal } from './terminal.ts'
import { printable } from '../reports/printable.ts'

/**
 * The folder of a run.
 *
 * @param out as given; undefined: a new one
 * @param deployment its name
 * @param isOptional whether the command makes a new folder where --out is omitted
 * @throws AssayError when it has the report of another deployment
 */
export function folderFor(out: string | undefined, deployment: string, isOptional = true): string {
  if (out === undefined)
    return prepareFolder(REPORTS, () => resolve(newRunFolder(REPORTS, deployment, new Date())))
  refuseOther(out, deployment, isOptional)
  return resolve(out)
}

/**
 * Takes a folder for the report of a command, as `assay run` does: no other command writes to it until `release`.
 *
 * @param deployment its name
 * @throws AssayError where it holds the report of another deployment, or cannot be written
 * @throws AssayError while another run writes to it
 */
export function takeFolder(out: string, deployment: string): { readonly release: () => void } {
  refuseOther(out, deployment)
  prepareFolder(out, () => takeRunFolder(out))
  return { release: () => closeRunFolder({ out }) }
}

/**
 * Takes a folder as `takeFolder` does, and keeps its content.
 *
 * @param deployment its name
 * @throws AssayError where it holds the report of another deployment, or cannot be written
 * @throws AssayError while another run writes to it
 */
export function shareFolder(out: string, deployment: string): { readonly release: () => void } {
  refuseOther(out, deployment)
  prepareFolder(out, () => makeLockedFolder(out))
  return { release: () => closeRunFolder({ out }) }
}

/** @param isOptional whether the command makes a folder where --out is omitted */
function refuseOther(out: string, deployment: string, isOptional = false): void {
  const holds = deploymentIn(out)
  if (holds !== undefined && holds !== deployment)
    throw assayError('folder-of-other-deployment', {
      folder: printable(out),
      deployment: printable(holds),
      isOptional,
    })
}

/**
 * Prepares the folder of a report.
 *
 * @throws AssayError where the folder cannot be written: known before the run, and exit code 2
 */
export function prepareFolder<Result>(out: string, prepare: () => Result): Result {
  try {
    return prepare()
  } catch (error) {
    if (!isFileError(error)) throw error
    throw assayError('report-not-writable', { folder: out, reason: reasonOf(error) })
  }
}

const INCONCLUSIVE = 3

/**
 * Writes the report of a finished run.
 *
 * @returns the result of `write`, or exit code 3 when writing fails
 */
export async function reportInto(
  out: string,
  { stderr }: Pick<Terminal, 'stderr'>,
  write: () => Promise<number>,
): Promise<number> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AssayError) throw error
    if (!isFileError(error)) {
      // Something was judged: exit code 2 would say that nothing was.
      stderr.write(`${printable(internalError(error).message, '\n')}\n`)
      return INCONCLUSIVE
    }
    const lost = assayError('report-lost', { folder: printable(out), reason: printable(reasonOf(error)) })
    stderr.write(`${lost.message}\n`)
    return lost.exitCode
  }
}

/** Without the next step of the error, which the new one replaces. */
const reasonOf = ({ message }: Error): string => message.split('\n')[0]!

/** An error of a thread keeps its name alone. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  (error.name === 'EvidenceLost' || typeof (error as NodeJS.ErrnoException).syscall === 'string')
