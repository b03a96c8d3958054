/**
 * Writes the script of each page beside its entry, as the page contains it.
 *
 * Rollup 3 gets security fixes only, but needs no native binary: Rollup 4 and esbuild exceed the size that the
 * dependencies of a run may have.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundledScript } from './bundled-script.ts'

const ENTRIES = [
  'reports/html/browser/start-report.ts',
  'cli/ui/browser/start-ui.ts',
  'registry/site/browser/start-search.ts',
]

for (const entry of ENTRIES) {
  const file = fileURLToPath(new URL(`../${entry}`, import.meta.url))
  writeFileSync(file.replace(/\.ts$/, '.bundle.js'), await bundledScript(file))
}
