import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { prepareRun } from './cli/prepare-run.ts'

const run = await prepareRun(process.env)
/** The engine finds these by name: `.ts` in a checkout, `.js` in the published package. */
const ending = extname(import.meta.url)

/** Suites in these folders, or in any. */
function suitesIn(folders: readonly string[] | undefined, kind: string): RegExp {
  const folder = folders === undefined ? String.raw`[^\\/]+` : `(?:${folders.join('|')})`
  return new RegExp(String.raw`[\\/]suites[\\/]${folder}[\\/][^\\/]*${kind}\.spec\.[jt]s$`)
}

export default defineConfig({
  testDir: './suites',
  // What must expire is arranged first, and judged when it has; meanwhile other workers do the rest.
  projects: [
    { name: 'expiry', testMatch: suitesIn(run.folders, '-expiry') },
    { name: 'checks', testMatch: suitesIn(run.folders, ''), testIgnore: suitesIn(undefined, '-expiry') },
  ],
  outputDir: join(process.env.ASSAY_OUT!, '.engine'),
  // The checks of a file are begun side by side by whoever runs the first of them (fixtures/check.ts).
  fullyParallel: process.env.ASSAY_ONE_BY_ONE !== undefined,
  forbidOnly: true,
  // A check mostly waits for answers, or for something to expire; no more workers than the deployment's limits can be shared by.
  workers: Math.min(run.mostWorkers, 2 * Math.max(2, availableParallelism())),
  // Every request and every wait is bounded by itself; this only ends what hangs in spite of that.
  timeout: run.longestCheckMs,
  globalSetup: `./cli/preflight${ending}`,
  reporter: [[process.env.ASSAY_REPORTER ?? `./reports/reporter${ending}`, run.reporter]],
})
