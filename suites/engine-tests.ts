/** What the engine runs under `assay run` and in a fault matrix: the suites of this folder, the longest first. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { registerEngineTests, suiteName } from '../fixtures/index.ts'

const here = new URL('.', import.meta.url)
/** How long each suite took in an earlier run, ms. */
const durations = JSON.parse(readFileSync(new URL('durations.json', here), 'utf8')) as Readonly<
  Record<string, number>
>
/** A suite that takes this long has a check that waits, or is long enough to be begun with those that have. */
const WAITING_MS = 300
/** Folders in which there is something to judge; undefined: all. */
const folders = process.env.ASSAY_FOLDERS?.split(',')

const files = readdirSync(fileURLToPath(here), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.spec\.[jt]s$/.test(file))
  .map((file) => ({ file, suite: suiteName(file), folder: file.split(/[\\/]/)[0]! }))
  .filter(({ folder }) => folders === undefined || folders.includes(folder))
  .sort((a, b) => (durations[b.suite] ?? 0) - (durations[a.suite] ?? 0) || (a.suite < b.suite ? -1 : 1))

await registerEngineTests(
  files.map(({ file, suite }) => ({
    suite,
    waits: suite.endsWith('-expiry') || (durations[suite] ?? 0) > WAITING_MS,
    load: () => import(new URL(file.replaceAll('\\', '/'), here).href),
  })),
)
