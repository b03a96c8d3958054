import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file atomically. A link with its name, or with that of its part, is replaced: somebody may have planted it to
 * have a file elsewhere overwritten.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const part = `${path}.part`
  rmSync(part, { force: true })
  writeFileSync(part, content, { flag: 'wx' })
  renameSync(part, path)
}
