import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onRegistered } from '../fixtures/check.ts'
import type { Controls } from '../fixtures/controls.ts'
import type { Check } from '../fixtures/registered-check.ts'
import { sharingKeys, type Effects } from '../fixtures/sharing/sharing-keys.ts'
import { suiteName } from '../spec/index.ts'
import type { KnownTimes } from './perform-checks.ts'

const folder = fileURLToPath(new URL('../suites/', import.meta.url))
/** `.ts` in a checkout, `.js` in the published package. */
const ending = `.spec${extname(import.meta.url)}`

let collected: Promise<readonly Check[]> | undefined

/** Every check of the suites, by suite and in their order there, without performing any. Loads each suite once. */
export const collectChecks = (): Promise<readonly Check[]> => (collected ??= loadSuites())

async function loadSuites(): Promise<readonly Check[]> {
  const checks: Check[] = []
  const sharingOf = sharingKeys(knownEffects())
  let suite = ''
  onRegistered((registered) => checks.push({ ...registered, suite, sharing: sharingOf(registered, suite) }))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ suite: suiteName(file), file }))
    .sort((a, b) => (a.suite < b.suite ? -1 : 1))
  for (const { suite: name, file } of files) {
    suite = name
    // Requests first, then responses.
    await setImmediate()
    await import(pathToFileURL(join(folder, file)).href)
  }
  return checks
}

/** Groups of checks that share their states, by suite (suites/choose-effects.ts). */
const knownEffects = (): Effects => JSON.parse(readFileSync(join(folder, 'effects.json'), 'utf8')) as Effects

/** For each witness that a verdict may need, the checks that show it. */
export const knownControls = (): Controls =>
  JSON.parse(readFileSync(join(folder, 'controls.json'), 'utf8')) as Controls

/** How many requests a check of each suite sent on the reference server (suites/count-requests.ts). */
export const knownRequests = (): Readonly<Record<string, number>> =>
  JSON.parse(readFileSync(join(folder, 'requests.json'), 'utf8')) as Record<string, number>

/** What took long on the reference server. */
export const knownTimes = (): KnownTimes => ({
  durations: JSON.parse(readFileSync(join(folder, 'durations.json'), 'utf8')) as Record<string, number>,
  slow: new Set(JSON.parse(readFileSync(join(folder, 'slow-checks.json'), 'utf8')) as string[]),
})
