#!/usr/bin/env node
// The command `assay`, on any Node >= 20. In a checkout it runs the sources, with the Node 24 among the dependencies,
// which it installs where they are missing; in the published package, what was built of them.
import { existsSync } from 'node:fs'

if (existsSync(new URL('../tsconfig.json', import.meta.url))) {
  const { ensureDependencies, handOver } = await import('./with-dependencies.mjs')
  ensureDependencies()
  handOver('cli/assay.ts', process.argv.slice(2))
} else {
  await import(new URL('../dist/cli/assay.js', import.meta.url).href)
}
