import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/**
 * An empty folder, deleted when the process ends.
 *
 * @param purpose a word in its name, to identify it while a test runs
 */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `assay-${purpose}-`))
  folders.push(folder)
  return folder
}
