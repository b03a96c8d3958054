/** Preloaded into a process: writes the path of every code file that it loads to `ASSAY_MODULES` on exit. */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const loaded = new Set<string>()

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.add(fileURLToPath(url))
    return next(url, context)
  },
})

process.on('exit', () => writeFileSync(process.env.ASSAY_MODULES!, [...loaded].join('\n')))
