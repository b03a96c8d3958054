/** The default folders of runs: `reports/runs/<time>-<deployment>`, and `reports/latest`. */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { RECORDING } from '../fixtures/recording/recording.ts'
import { EXPLORATION } from '../reports/report-files.ts'
import { isLocked } from './run-lock.ts'
import { makeFolder } from '../spec/make-folder.ts'

const RUNS_KEPT = 20
const LONGEST_NAME = 60
/** Marks a `latest` that is a copy of a run, since the file system has no links. */
const IS_COPY = '.copy'

/** Characters of a folder name that every system allows. */
export const folderName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, LONGEST_NAME)

/**
 * Creates the folder of a new run, and lets `latest` point to it. Removes the oldest runs.
 *
 * @param reports folder with `runs` and `latest`
 * @param deployment its name
 */
export function newRunFolder(reports: string, deployment: string, now: Date): string {
  const runs = join(reports, 'runs')
  makeFolder(runs)
  const folder = freshFolder(runs, `${stampOf(now)}-${folderName(deployment) || 'deployment'}`)
  keepLatest(reports, runs, now)
  pointTo(reports, folder)
  for (const old of oldRuns(runs, folder)) rmSync(join(runs, old), { recursive: true, force: true })
  return folder
}

/** Where `latest` cannot be a link, it becomes a copy of a run that is over. */
export function copyToLatest(reports: string, folder: string): void {
  const latest = join(reports, 'latest')
  if (lstatSync(latest, { throwIfNoEntry: false })?.isSymbolicLink() || isLocked(latest)) return
  rmSync(latest, { recursive: true, force: true })
  cpSync(folder, latest, { recursive: true })
  writeFileSync(join(latest, IS_COPY), '')
}

/** Name of the deployment of a report or an exploration in a folder; undefined: none. */
export function deploymentIn(folder: string): string | undefined {
  for (const file of ['conformance.json', RECORDING, EXPLORATION])
    try {
      const { deployment } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        readonly deployment?: { readonly name?: unknown }
      }
      if (typeof deployment?.name === 'string') return deployment.name
    } catch {
      // Missing or truncated: the other file may have it.
    }
  return undefined
}

/** `20261123-002852`: in the order of time, and a name on every file system. */
const stampOf = (time: Date) => time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
const IS_RUN = /^\d{8}-\d{6}-/

function freshFolder(runs: string, name: string, attempt = 1): string {
  const folder = join(runs, attempt === 1 ? name : `${name}-${attempt}`)
  try {
    mkdirSync(folder)
    return folder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return freshFolder(runs, name, attempt + 1)
  }
}

/** A `latest` that is a folder has a report of `--out` or an earlier version: it becomes a run. */
function keepLatest(reports: string, runs: string, now: Date): void {
  const latest = join(reports, 'latest')
  const found = lstatSync(latest, { throwIfNoEntry: false })
  if (!found?.isDirectory() || isLocked(latest)) return
  if (existsSync(join(latest, IS_COPY))) return rmSync(latest, { recursive: true })
  const kept = freshFolder(
    runs,
    `${stampOf(found.mtime < now ? found.mtime : now)}-${folderName(deploymentIn(latest) ?? 'unknown')}`,
  )
  renameSync(latest, kept)
}

function pointTo(reports: string, folder: string): void {
  const link = join(reports, `.latest-${process.pid}`)
  try {
    rmSync(link, { force: true })
    symlinkSync(join('runs', basename(folder)), link, 'dir')
    renameSync(link, join(reports, 'latest'))
  } catch {
    // No links on this system, or the path is taken: the run ends with a copy.
    rmSync(link, { force: true })
  }
}

const oldRuns = (runs: string, folder: string): readonly string[] =>
  readdirSync(runs)
    .filter((name) => IS_RUN.test(name) && name !== basename(folder) && !isLocked(join(runs, name)))
    .toSorted()
    .slice(0, -(RUNS_KEPT - 1))
