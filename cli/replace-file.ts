import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { realPath } from '../fixtures/real-path.ts'

/** Replaces the text of a file atomically: a full disk leaves the file unchanged. */
export function replaceFile(file: string, text: string): void {
  const target = realPath(file)
  const part = `${target}.part`
  // Somebody may have planted a link.
  rmSync(part, { force: true })
  try {
    writeFileSync(part, text, { flag: 'wx' })
    chmodSync(part, statSync(target).mode)
    renameSync(part, target)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
