/** One whole run of the reference server, with second opinions asked for, which several test files only read. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { assayAsProcess } from './cli/assay.ts'
import { temporaryFolder } from '../selftest/temporary-folder.ts'

/** Names a folder that the processes of one `npm test` share; without it, a test file makes its own run. */
export const SHARED_FOLDER = 'TESTS_SHARED_FOLDER'
const LOOK_EVERY_MS = 250

export interface WholeRun {
  /** Directory of the report. */
  readonly out: string
  /** The exit code and the output. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

let asked: Promise<WholeRun> | undefined

/** Makes the run, or waits for the process that makes it. Its files must not be changed. */
export const wholeRun = (): Promise<WholeRun> => (asked ??= madeOnce())

async function madeOnce(): Promise<WholeRun> {
  const folder = join(process.env[SHARED_FOLDER] ?? temporaryFolder('whole-run'), 'whole-run')
  return isFirst(folder) ? make(folder) : madeElsewhere(folder)
}

const endedIn = (folder: string) => join(folder, 'ended.json')
const makerIn = (folder: string) => `${folder}.maker`

/** Whether this process makes the run: only one can create the file that names its maker. */
function isFirst(folder: string): boolean {
  try {
    writeFileSync(makerIn(folder), String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function make(folder: string): Promise<WholeRun> {
  mkdirSync(folder)
  const out = join(folder, 'report')
  const { code, stdout, stderr } = await assayAsProcess([
    'run',
    '--reference',
    '--second-opinions',
    '--out',
    out,
  ])
  const made = { out, code, stdout, stderr }
  writeFileSync(`${endedIn(folder)}.new`, JSON.stringify(made))
  renameSync(`${endedIn(folder)}.new`, endedIn(folder))
  return made
}

async function madeElsewhere(folder: string): Promise<WholeRun> {
  for (;;) {
    // Whether the maker lives is asked first: it may end right after it has written.
    const lives = isMakerAlive(folder)
    try {
      return JSON.parse(readFileSync(endedIn(folder), 'utf8')) as WholeRun
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    if (!lives)
      throw new Error('The process that made the whole run ended without it; see the test file that did.')
    await wait(LOOK_EVERY_MS)
  }
}

function isMakerAlive(folder: string): boolean {
  const pid = Number(readFileSync(makerIn(folder), 'utf8'))
  // The file exists before its text does.
  if (pid === 0) return true
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
