import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../conformance.ts'
import { keyOf, recordFrom, recordOf, type RunRecord } from './run-record.ts'
import { makeFolder } from '../../spec/make-folder.ts'

/** Some thousand runs of all areas. Older runs stay in the file, unread. */
const MOST_BYTES = 64 * 2 ** 20

export interface History {
  /** In the order in which they began. */
  readonly runs: readonly RunRecord[]
  /** Lines that do not hold a run. */
  readonly unreadable: number
  /** Whether there is more before the first of these runs than was read. */
  readonly cut: boolean
}

const fileIn = (directory: string) => join(directory, 'runs.jsonl')

/** The runs kept in a folder, the latest 64 MB of them; none when there is no such folder. */
export function readHistory(directory: string, mostBytes = MOST_BYTES): History {
  const { text, cut } = endOf(fileIn(directory), mostBytes)
  const lines = text.split('\n').filter((line) => line !== '')
  const records = lines.map(recordFrom)
  const runs = records.filter((record) => record !== undefined)
  return {
    runs: runs.sort((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0)),
    unreadable: lines.length - runs.length,
    cut,
  }
}

/** Adds a run to a history. Returns false if it is already there. */
export function keepRun(directory: string, conformance: Conformance): boolean {
  const record = recordOf(conformance)
  const isKnown = readHistory(directory).runs.some((run) => keyOf(run) === keyOf(record))
  if (isKnown) return false
  makeFolder(directory)
  // In one write, so that runs which end together do not mix their lines; behind a line that was cut off begins a new one.
  appendFileSync(fileIn(directory), `${endsWithinLine(directory) ? '\n' : ''}${JSON.stringify(record)}\n`)
  return true
}

function endsWithinLine(directory: string): boolean {
  const { text } = endOf(fileIn(directory), 1, false)
  return text !== '' && text !== '\n'
}

/** The last bytes of a file, from the beginning of a line on. */
function endOf(file: string, mostBytes: number, wholeLines = true): { text: string; cut: boolean } {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', cut: false }
    throw error
  }
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, mostBytes))
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString('utf8')
    const cut = size > bytes.length
    return { text: cut && wholeLines ? text.slice(text.indexOf('\n') + 1) : text, cut }
  } finally {
    closeSync(descriptor)
  }
}
