/** The folder of a transparency log: `entries.jsonl`, to which lines are only appended, and the signed `status.json`. */
import type { KeyObject } from 'node:crypto'
import { createPublicKey } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryIn, lineOf, type LogEntry } from '../../certificates/log/log-entry.ts'
import { growthProblem, openStatusList, sealedStatusList } from '../../certificates/log/status-list.ts'
import { assayError } from '../../errors/index.ts'
import { makeFolder } from '../../spec/make-folder.ts'
import { count } from '../../spec/count.ts'
import { writeWhole } from '../../spec/write-whole.ts'

const ENTRIES = 'entries.jsonl'
export const STATUS_LIST = 'status.json'
const LOCK = '.lock'

/** The lines of a log; none where there is no log yet. */
export function linesOfLog(folder: string): readonly string[] {
  const file = join(folder, ENTRIES)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const odd = lines.findIndex((line) => entryIn(line) === undefined)
  if (odd === -1) return lines
  throw assayError('log-entry-invalid', { file, line: odd + 1 })
}

/**
 * Appends entries to a log, and signs its status list anew.
 *
 * @param key private
 * @param at the time of the entries
 * @returns all lines of the log
 * @throws AssayError where another process writes to it, it is not the log whose status list was signed last, or the
 *   time is before that of its last entry
 */
export function appendToLog(
  folder: string,
  entries: readonly LogEntry[],
  key: KeyObject,
  at: string,
): readonly string[] {
  return locked(folder, () => {
    const before = linesToExtend(folder, key, at)
    const lines = [...before, ...entries.map(lineOf)]
    appendFileSync(join(folder, ENTRIES), entries.map((entry) => `${lineOf(entry)}\n`).join(''))
    const file = join(folder, STATUS_LIST)
    writeWhole(file, sealedStatusList(lines, at, key))
    return lines
  })
}

/**
 * Examines before a long run whether entries could be appended after it.
 *
 * @throws AssayError for the reasons of `appendToLog`
 */
export function requireUsableLog(folder: string, key: KeyObject, at: string): void {
  locked(folder, () => linesToExtend(folder, key, at))
}

function linesToExtend(folder: string, key: KeyObject, at: string): readonly string[] {
  const lines = linesOfLog(folder)
  rejectChanged(folder, lines, key)
  rejectEarlier(folder, lines, at)
  return lines
}

/** Anybody could add an entry to the file, such as a revocation: the next signature must not cover it. */
function rejectChanged(folder: string, lines: readonly string[], key: KeyObject): void {
  const problem = changeOf(join(folder, STATUS_LIST), lines, key)
  if (problem !== undefined) throw assayError('log-changed', { folder, problem })
}

function changeOf(file: string, lines: readonly string[], key: KeyObject): string | undefined {
  if (!existsSync(file)) return lines.length === 0 ? undefined : `${STATUS_LIST} is missing`
  const { list, problem } = openStatusList(readFileSync(file), createPublicKey(key))
  if (list === undefined) return problem
  const unsigned = lines.length - list.lines.length
  return (
    growthProblem({ lines }, list.checkpoint)?.found ??
    (unsigned > 0 ? `${ENTRIES} has ${count(unsigned, 'line')} that ${STATUS_LIST} does not have` : undefined)
  )
}

/** No reader accepts a log whose times go back, and an entry cannot be removed. */
function rejectEarlier(folder: string, lines: readonly string[], at: string): void {
  const last = entryIn(lines.at(-1) ?? '')?.at
  if (last !== undefined && at < last) throw assayError('log-of-later', { folder, last, at })
}

function locked<Result>(folder: string, work: () => Result): Result {
  const lock = join(folder, LOCK)
  try {
    makeFolder(folder)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw assayError('log-not-writable', { folder, code })
  }
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' })
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw code === 'EEXIST'
      ? assayError('log-in-use', { folder, lock })
      : assayError('log-not-writable', { folder, code })
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}
