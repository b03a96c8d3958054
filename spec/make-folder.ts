import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder, and those above it. `mkdirSync` with `recursive` never returns where a file system has no new folders,
 * such as `/proc`.
 *
 * @throws Error of the file system when that fails
 */
export function makeFolder(path: string): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    const isThere = existsSync(path) && statSync(path).isDirectory()
    if (!isThere) throw error
  }
}
