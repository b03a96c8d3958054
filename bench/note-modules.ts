/** Preloaded into a process: writes the path of every file that it loads as code to `ASSAY_MODULES` when it exits. */
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
