/** Paths that the commands of the registry read, checked before anything else is done. */
import { statSync } from 'node:fs'
import { assayError } from '../../errors/index.ts'

/** @throws AssayError when the folder of the registry does not exist */
export function requireFolder(command: string, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw assayError('registry-file-missing', { command, option: '--registry', path })
  if (!found.isDirectory())
    throw assayError('registry-path-unusable', { command, option: '--registry', path, wanted: 'a folder' })
}

/** @throws AssayError when there is no such file */
export function requireFile(command: string, option: string, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw assayError('registry-file-missing', { command, option, path })
  // A pipe is readable as well.
  if (found.isDirectory())
    throw assayError('registry-path-unusable', { command, option, path, wanted: 'a file' })
}
