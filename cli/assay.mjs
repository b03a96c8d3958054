#!/usr/bin/env node
// The command `assay`, on any Node >= 20. In a checkout it installs missing dependencies and runs the sources; in the
// published package, it runs the build.
import { existsSync } from 'node:fs'

if (existsSync(new URL('../tsconfig.json', import.meta.url))) {
  const { runSources } = await import('./sources.mjs')
  await runSources(process.argv.slice(2))
} else {
  await import(new URL('../dist/cli/assay.js', import.meta.url).href)
}
