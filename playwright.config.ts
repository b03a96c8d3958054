import { extname, join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { prepareRun } from './cli/prepare-run.ts'

const run = await prepareRun(process.env)
/** The engine finds these by name: `.ts` in a checkout, `.js` in the published package. */
const ending = extname(import.meta.url)

/** Suites in these folders, or in any. */
function suitesIn(folders: readonly string[] | undefined): RegExp {
  const folder = folders === undefined ? String.raw`[^\\/]+` : `(?:${folders.join('|')})`
  return new RegExp(String.raw`[\\/]suites[\\/]${folder}[\\/][^\\/]*\.spec\.[jt]s$`)
}

export default defineConfig({
  testDir: './suites',
  testMatch: run.testForEachCheck ? suitesIn(run.folders) : join('**', `engine-tests${ending}`),
  outputDir: join(process.env.ASSAY_OUT!, '.engine'),
  // Where each check is a test, those of a file are begun side by side by whoever runs the first of them.
  fullyParallel: !run.testForEachCheck || process.env.ASSAY_ONE_BY_ONE !== undefined,
  forbidOnly: true,
  workers: run.workers,
  // Every request and every wait is bounded by itself; this only ends what hangs in spite of that.
  timeout: run.longestCheckMs,
  globalSetup: `./cli/preflight${ending}`,
  reporter: [[`./reports/reporter${ending}`, run.reporter]],
})
