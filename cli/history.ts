import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance } from '../reports/conformance.ts'
import { deploymentTrends } from '../reports/trends/deployment-trend.ts'
import { keepRun, readHistory, type History } from '../reports/trends/run-file.ts'
import { trendsPage } from '../reports/trends/trends-page.ts'
import { trendsText } from '../reports/trends/trends-text.ts'
import { areas, requirements } from '../spec/index.ts'
import { readRun } from './read-run.ts'
import { assayError } from '../errors/index.ts'
import { count } from '../spec/count.ts'
import { makeFolder } from '../spec/make-folder.ts'
import { writeWhole } from '../spec/write-whole.ts'

export interface HistoryOptions {
  /** Folder of the history. */
  readonly directory: string
  /** Directories of finished runs to add first. */
  readonly add: readonly string[]
}

/**
 * Adds finished runs to a history, writes its page, and reports notable changes.
 *
 * @returns the message for the person
 * @throws AssayError when there is no such run or history, or the folder cannot be written
 */
export function history({ directory, add }: HistoryOptions): string {
  if (add.length === 0 && !existsSync(directory)) throw assayError('history-missing', { folder: directory })
  openHistory(directory)
  const added = add.map((path) => readRun(path)).filter((run) => keepRun(directory, run)).length
  const kept = readHistory(directory)
  const page = writePage(directory, kept)
  const trends = deploymentTrends(
    kept.runs,
    areas.map(({ id }) => id),
  )
  return [
    ...(add.length > 0
      ? [
          `Added ${count(added, 'run')}.${added < add.length ? ` Already in the history: ${add.length - added}.` : ''}`,
        ]
      : []),
    ...(kept.runs.length === 0
      ? [`${directory} contains no runs. Add one: npx assay run --history ${directory}`]
      : []),
    ...(kept.unreadable > 0 ? [`Lines that could not be read, and were skipped: ${kept.unreadable}.`] : []),
    trendsText(trends),
    `Page: ${page}`,
    '',
  ].join('\n')
}

/**
 * Creates the folder of a history before anything is judged.
 *
 * @throws AssayError when that fails
 */
export function openHistory(directory: string): void {
  try {
    makeFolder(directory)
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw assayError('history-not-writable', {
      folder: directory,
      code: (error as NodeJS.ErrnoException).code ?? 'unknown',
    })
  }
}

/** Adds the run that has just finished, and writes the page again. Returns the path of the page. */
export function keepInHistory(directory: string, conformance: Conformance): string {
  keepRun(directory, conformance)
  return writePage(directory, readHistory(directory))
}

function writePage(directory: string, kept: History): string {
  const page = join(directory, 'index.html')
  const titles = {
    areas: new Map<string, string>(areas.map(({ id, title }) => [id, title])),
    requirements: new Map<string, string>(requirements.map(({ id, title }) => [id, title])),
  }
  writeWhole(page, trendsPage(kept, titles))
  return page
}
