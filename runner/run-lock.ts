/** One run at a time writes to a folder: a file names the run that does. */
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { refuseReplaced } from '../fixtures/recording/evidence.ts'
import { assayError } from '../errors/index.ts'
import { UNDER_WAY } from '../reports/report-files.ts'
import { realPath } from '../fixtures/real-path.ts'

interface Owner {
  readonly pid: number
  readonly host: string
  readonly startedAt: string
}

const BEAT_MS = 10_000
/** An owner without a sign of life for this time is dead: another process may have its id by now. */
const LONGEST_SILENCE_MS = 60_000

interface Lock {
  /** Keeps the lock fresh. */
  readonly timer: NodeJS.Timeout
  /** The path of the folder, without links. */
  readonly place: string
}

/** The locks of this process. */
const held = new Map<string, Lock>()

/** @throws AssayError while another run writes to the folder */
export function lockFolder(folder: string): void {
  const path = join(folder, UNDER_WAY)
  const owner: Owner = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString() }
  const write = () => writeFileSync(path, `${JSON.stringify(owner)}\n`, { flag: 'wx' })
  try {
    write()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    removeDead(path, folder)
    try {
      write()
    } catch (again) {
      // Another run took it over at the same time.
      if ((again as NodeJS.ErrnoException).code !== 'EEXIST') throw again
      throw inUse(folder, ownerOf(textOf(path)))
    }
  }
  const timer = setInterval(() => beat(path), BEAT_MS)
  held.set(path, { timer: timer.unref(), place: realPath(folder) })
}

/** Does nothing if this process has not locked the folder. */
export function unlockFolder(folder: string): void {
  const path = join(folder, UNDER_WAY)
  const lock = held.get(path)
  if (lock === undefined) return
  clearInterval(lock.timer)
  held.delete(path)
  if (realPath(folder) === lock.place) rmSync(path, { force: true })
}

/**
 * Prevents writing through a link that has replaced the folder since this process locked it.
 *
 * @throws EvidenceLost when there is one
 */
export function refuseReplacedFolder(folder: string): void {
  const lock = held.get(join(folder, UNDER_WAY))
  if (lock !== undefined) refuseReplaced(folder, lock.place)
}

/** Whether a run that is alive writes to the folder. */
export function isLocked(folder: string): boolean {
  const path = join(folder, UNDER_WAY)
  return isAlive(path, ownerOf(textOf(path)))
}

function removeDead(path: string, folder: string): void {
  const text = textOf(path)
  const owner = ownerOf(text)
  if (isAlive(path, owner)) throw inUse(folder, owner)
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  // The lock may have become that of a living run since it was read.
  if (textOf(aside) === text) rmSync(aside, { force: true })
  else renameSync(aside, path)
}

function isAlive(path: string, owner: Owner | undefined): boolean {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (age > LONGEST_SILENCE_MS) return false
  if (owner === undefined || owner.host !== hostname()) return owner !== undefined
  return owner.pid === process.pid ? held.has(path) : isRunning(owner.pid)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process was killed and keeps its id until its parent collects it (Linux: /proc). It no longer writes. */
const isZombie = (pid: number): boolean => /^State:\s+[ZX]/m.test(textOf(`/proc/${pid}/status`))

function beat(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The folder is gone: the run reports it when it writes its report.
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** undefined: the file names none, as in the moment in which it is written. */
function ownerOf(text: string): Owner | undefined {
  try {
    const { pid, host, startedAt } = JSON.parse(text) as Partial<Owner>
    return Number.isInteger(pid) && typeof host === 'string' && typeof startedAt === 'string'
      ? { pid: pid!, host, startedAt }
      : undefined
  } catch {
    return undefined
  }
}

const inUse = (folder: string, owner: Owner | undefined) => assayError('folder-in-use', { folder, owner })
