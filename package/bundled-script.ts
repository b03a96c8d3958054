import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { rollup, type Plugin } from 'rollup'

const withoutTypes: Plugin = {
  name: 'without types',
  load: (file) => stripTypeScriptTypes(readFileSync(file, 'utf8')),
}

/** Inside a script element, only these two would be read as markup. */
const forScriptElement = (code: string) => code.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--')

/**
 * The script of a page as one file: the entry and all its imports. Node removes the types, and Rollup bundles.
 *
 * @param entry path of its TypeScript
 * @throws Error when the script needs a module that no browser has, or one that is generated at the same time
 */
export async function bundledScript(entry: string): Promise<string> {
  const built = await rollup({
    input: entry,
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
