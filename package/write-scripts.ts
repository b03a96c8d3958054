/**
 * Writes the script of each page beside its entry: the entry and all its imports as one file, which the page contains.
 *
 * Node removes the types, and Rollup bundles. Rollup 3 gets security fixes only, but needs no native binary: Rollup 4
 * and esbuild exceed the size that the dependencies of a run may have.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rollup, type Plugin } from 'rollup'

const ENTRIES = [
  'reports/html/browser/start-report.ts',
  'cli/ui/browser/start-ui.ts',
  'registry/site/browser/start-search.ts',
]

const withoutTypes: Plugin = {
  name: 'without types',
  load: (file) => stripTypeScriptTypes(readFileSync(file, 'utf8')),
}

/** Inside a script element, only these two would be read as markup. */
const forScriptElement = (code: string) => code.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--')

/** @throws Error when the script needs a module that no browser has, or one that is generated at the same time */
async function bundle(entry: string): Promise<string> {
  const built = await rollup({
    input: fileURLToPath(new URL(`../${entry}`, import.meta.url)),
    external: /^node:/,
    plugins: [withoutTypes],
    // A module is only loaded for its exports.
    treeshake: { moduleSideEffects: (file) => file.endsWith(basename(entry)) },
  })
  const generated = built.watchFiles.filter((file) => dirname(file).endsWith(join('spec', 'generated')))
  if (generated.length > 0)
    throw new Error(
      `${entry} imports ${generated.join(', ')}: the generator of the contract may not have written it yet`,
    )
  const { output } = await built.generate({ format: 'iife', indent: false })
  const [{ code, imports }] = output
  if (imports.length > 0) throw new Error(`${entry} imports ${imports.join(', ')}, which no browser has`)
  return forScriptElement(code)
}

for (const entry of ENTRIES)
  writeFileSync(new URL(`../${entry.replace(/\.ts$/, '.bundle.js')}`, import.meta.url), await bundle(entry))
