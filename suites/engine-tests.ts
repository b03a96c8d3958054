/** What the engine runs under `assay run` and in a fault matrix: the suites of this folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { registerEngineTests, suiteName, type Controls } from '../fixtures/index.ts'

const here = new URL('.', import.meta.url)
/** How long each suite took in an earlier run, ms. */
const durations = JSON.parse(readFileSync(new URL('durations.json', here), 'utf8')) as Readonly<
  Record<string, number>
>
/** Suites are dealt out to so many tests of the engine, each the longest first. */
const PARTS = 4
/** Suites in which something expires are dealt out to the first of them: others are performed while they wait. */
const PARTS_THAT_WAIT = 2
/** Folders in which there is something to judge; undefined: all. */
const folders = process.env.ASSAY_FOLDERS?.split(',')

const controls = JSON.parse(readFileSync(new URL('controls.json', here), 'utf8')) as Controls
const allFiles = readdirSync(fileURLToPath(here), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.spec\.[jt]s$/.test(file))
  .map((file) => ({
    suite: suiteName(file),
    load: () => import(new URL(file.replaceAll('\\', '/'), here).href),
  }))
const files = allFiles
  .filter(({ suite }) => folders?.includes(suite.split('/')[0]!) !== false)
  .sort((a, b) => durationOf(b) - durationOf(a) || (a.suite < b.suite ? -1 : 1))
const expiring = files.filter(({ suite }) => suite.endsWith('-expiry'))
const others = files.filter((file) => !expiring.includes(file))
const parts = Array.from({ length: PARTS }, (_, part) => ({
  name: `part ${part + 1} of ${PARTS}`,
  suites: [
    ...expiring.filter((_file, index) => index % PARTS_THAT_WAIT === part),
    ...others.filter((_file, index) => index % PARTS === part),
  ],
}))

await registerEngineTests(parts, { byWitness: controls, files: allFiles })

function durationOf({ suite }: { readonly suite: string }): number {
  return durations[suite] ?? 0
}
