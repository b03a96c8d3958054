import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { KnownCheck } from './explained.ts'

/** Every check of the suites, in their order, without performing any. */
export async function knownChecks(): Promise<readonly KnownCheck[]> {
  // Read when the suites are loaded: they register with nobody then.
  process.env.ASSAY_COLLECT = '1'
  const { collectedChecks } = await import('../../fixtures/check.ts')
  const suites = fileURLToPath(new URL('../../suites/', import.meta.url))
  const ending = `.spec${extname(import.meta.url)}`
  const files = readdirSync(suites, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(suites, name)).map((file) => join(suites, name, file)))
    .filter((file) => file.endsWith(ending))
    .sort()
  for (const file of files) await import(pathToFileURL(file).href)
  return collectedChecks
}
