/** The runs of `assay ui`: one at a time, each in a separate process and folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '../../reports/printable.ts'
import { UNDER_WAY } from '../../reports/report-files.ts'
import { REPORTS } from '../default-folders.ts'
import { ASSAY } from '../own-program.ts'

const MESSAGE_CHARACTERS = 2_000

export interface UiRun {
  /** Areas and requirement ids; empty: all. */
  readonly only: readonly string[]
  /** undefined: it is not known yet, or the run could not start. */
  readonly folder: string | undefined
  readonly isUnderWay: boolean
  /** Why it could not start; empty: it could. */
  readonly message: string
}

export interface Runs {
  /** In the order in which they were started. */
  all(): readonly UiRun[]
  /** Returns false, and does nothing, during a run. */
  start(only: readonly string[]): boolean
  /** Ends the current run. */
  close(): void
}

interface Started {
  readonly only: readonly string[]
  readonly child: ChildProcess
  folder: string | undefined
  isUnderWay: boolean
  message: string
}

/**
 * @param parameters of `assay run` that name the deployment
 * @param onFailedStart is given the reason why a run could not start
 */
export function createRuns(
  parameters: readonly string[],
  onFailedStart: (message: string) => void = () => undefined,
): Runs {
  const runs: Started[] = []
  const isUnderWay = () => runs.at(-1)?.isUnderWay === true
  return {
    all: () =>
      runs.map((run) => {
        run.folder ??= folderOf(run.child.pid)
        return { only: run.only, folder: run.folder, isUnderWay: run.isUnderWay, message: run.message }
      }),
    start(only) {
      if (isUnderWay()) return false
      runs.push(startRun(parameters, only, onFailedStart))
      return true
    },
    close: () => void runs.at(-1)?.child.kill('SIGTERM'),
  }
}

function startRun(
  parameters: readonly string[],
  only: readonly string[],
  onFailedStart: (message: string) => void,
): Started {
  const child = spawn(
    process.execPath,
    [ASSAY, 'run', '--quiet', ...parameters, ...(only.length === 0 ? [] : ['--only', ...only])],
    // The run detects the end of this process through the channel.
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env: { ...process.env, NO_COLOR: '1' } },
  )
  const run: Started = { only, child, folder: undefined, isUnderWay: true, message: '' }
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    // The folder is named before the first check, and the run may be short.
    run.folder ??= folderOf(child.pid)
    said = (said + text).slice(-MESSAGE_CHARACTERS)
  })
  const search = setInterval(() => (run.folder ??= folderOf(child.pid)), SEARCH_MS)
  child.once('close', (code) => {
    clearInterval(search)
    run.isUnderWay = false
    if (code !== 2 && run.folder !== undefined) return
    run.message = printable(said.trim(), '\n')
    onFailedStart(run.message)
  })
  return run
}

const SEARCH_MS = 100

/** The folder that names a process as the one that writes to it. */
function folderOf(pid: number | undefined): string | undefined {
  const runs = join(REPORTS, 'runs')
  if (!existsSync(runs)) return undefined
  return readdirSync(runs)
    .map((name) => join(runs, name))
    .find((folder) => {
      try {
        return (JSON.parse(readFileSync(join(folder, UNDER_WAY), 'utf8')) as { pid?: number }).pid === pid
      } catch {
        return false
      }
    })
}
