import { REPORTS } from './default-folders.ts'
import { resolve } from 'node:path'
import { closeRunFolder, makeLockedFolder, takeRunFolder } from '../runner/run-folder.ts'
import { deploymentIn, newRunFolder } from '../runner/run-folders.ts'
import { UsageError } from './usage-error.ts'
import type { Terminal } from './terminal.ts'
import { printable } from '../reports/printable.ts'

/**
 * The folder of a run.
 *
 * @param out as given; undefined: a new one
 * @param deployment its name
 * @throws UsageError when it has the report of another deployment
 */
export function folderFor(out: string | undefined, deployment: string): string {
  if (out === undefined)
    return prepareFolder(REPORTS, () => resolve(newRunFolder(REPORTS, deployment, new Date())))
  refuseOther(
    out,
    deployment,
    'Set another folder with --out, or omit --out: each run then gets its own folder.',
  )
  return resolve(out)
}

/**
 * Takes a folder for the report of a command, as `assay run` does: no other command writes to it until `release`.
 *
 * @param deployment its name
 * @throws UsageError where it holds the report of another deployment, or cannot be written
 * @throws FolderInUse while another run writes to it
 */
export function takeFolder(out: string, deployment: string): { readonly release: () => void } {
  refuseOther(out, deployment, 'Set another folder with --out.')
  prepareFolder(out, () => takeRunFolder(out))
  return { release: () => closeRunFolder({ out }) }
}

/**
 * Takes a folder as `takeFolder` does, and leaves in it what it holds.
 *
 * @param deployment its name
 * @throws UsageError where it holds the report of another deployment, or cannot be written
 * @throws FolderInUse while another run writes to it
 */
export function shareFolder(out: string, deployment: string): { readonly release: () => void } {
  refuseOther(out, deployment, 'Set another folder with --out.')
  prepareFolder(out, () => makeLockedFolder(out))
  return { release: () => closeRunFolder({ out }) }
}

function refuseOther(out: string, deployment: string, remedy: string): void {
  const holds = deploymentIn(out)
  if (holds !== undefined && holds !== deployment)
    throw new UsageError(
      `${printable(out)} contains the report of another deployment, ${printable(holds)}.`,
      remedy,
    )
}

/**
 * Prepares the folder of a report.
 *
 * @throws UsageError where the folder cannot be written: known before the run, and exit code 2
 */
export function prepareFolder<Result>(out: string, prepare: () => Result): Result {
  try {
    return prepare()
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new UsageError(
      `The report cannot be written to ${out}: ${error.message}.`,
      'Set --out to a writable folder with free space.',
    )
  }
}

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
    if (!isFileError(error)) throw error
    stderr.write(
      `The run is inconclusive: its report cannot be written to ${printable(out)}: ${printable(error.message)}.\n  → Set --out to a permanent, writable folder with free space; then run again.\n`,
    )
    return 3
  }
}

/** An error of a thread keeps its name alone. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  (error.name === 'EvidenceLost' || typeof (error as NodeJS.ErrnoException).syscall === 'string')
