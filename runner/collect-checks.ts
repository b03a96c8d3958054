import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Controls } from '../fixtures/controls.ts'
import type { Check } from '../fixtures/perform-check.ts'

const suites = fileURLToPath(new URL('../suites/', import.meta.url))

/** Every check of the suites, in their order, without performing any. */
export async function collectChecks(): Promise<readonly Check[]> {
  // Read when the suites are loaded: they register no test of Playwright then.
  process.env.ASSAY_COLLECT = '1'
  const { collectedChecks } = await import('../fixtures/check.ts')
  const ending = `.spec${extname(import.meta.url)}`
  const files = readdirSync(suites, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort()
  for (const file of files) await import(pathToFileURL(join(suites, file)).href)
  return collectedChecks
}

/** For each witness that a verdict may need, the checks that show it. */
export const knownControls = (): Controls =>
  JSON.parse(readFileSync(join(suites, 'controls.json'), 'utf8')) as Controls
