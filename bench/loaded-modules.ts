/** The number and size of the files that a command loads before it acts. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('./..', import.meta.url))

export interface LoadedModules {
  readonly count: number
  readonly bytes: number
}

/** @param parameters of `assay`; the command must exit with 0 */
export function loadedModules(parameters: readonly string[]): LoadedModules {
  const folder = mkdtempSync(join(tmpdir(), 'assay-modules-'))
  const list = join(folder, 'list')
  try {
    const noting = new URL('note-modules.ts', import.meta.url).href
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', noting, join(root, 'cli/assay.ts'), ...parameters],
      { cwd: root, env: { ...process.env, ASSAY_MODULES: list }, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`assay ${parameters.join(' ')} ended with ${status}: ${stderr}`)
    const files = readFileSync(list, 'utf8').trim().split('\n')
    return { count: files.length, bytes: files.reduce((total, file) => total + statSync(file).size, 0) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
