import { existsSync, writeFileSync } from 'node:fs'
import { baselineEntries } from './baseline/load-baseline.ts'
import { baselineText } from './baseline/baseline-text.ts'
import { readRun } from './read-run.ts'
import { printable } from '../reports/printable.ts'
import { count } from '../reports/verdict-words.ts'
import { shellWord } from '../spec/command-text.ts'
import { assayError } from '../errors/index.ts'

export interface BaselineOptions {
  /** Directory of a finished run. */
  readonly from: string
  /** File to write. */
  readonly out: string
  /** As YYYY-MM-DD; default: 30 days after the run. */
  readonly expires?: string
  readonly force: boolean
}

function write(out: string, text: string): void {
  try {
    writeFileSync(out, text)
  } catch (error) {
    throw assayError('baseline-not-writable', {
      file: out,
      code: (error as NodeJS.ErrnoException).code ?? 'unknown',
    })
  }
}

const DAYS = 30

/**
 * Writes a baseline of the failures of a finished run.
 *
 * @returns the message for the person
 * @throws AssayError when there is no such run, nothing to write, or a file that would be lost
 */
export function baseline({ from, out, expires, force }: BaselineOptions): string {
  const conformance = readRun(from)
  const last =
    expires ?? new Date(Date.parse(conformance.finishedAt) + DAYS * 86_400_000).toISOString().slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(last) || new Date(`${last}T00:00:00Z`).toJSON()?.slice(0, 10) !== last)
    throw assayError('date-invalid', { option: '--expires', value: last })
  if (existsSync(out) && !force) throw assayError('baseline-exists', { file: out })
  const text = baselineText(conformance, last)
  const entries = baselineEntries(text, out)
  write(out, text)
  if (entries.length === 0)
    return `${from} has no failure that counts. You do not need ${out}: it is empty.\n`
  const flaky = entries.filter(({ kind }) => kind === 'flaky').length
  return [
    `${out}: ${count(entries.length, 'known failure')}${flaky > 0 ? `, ${flaky} of them flaky` : ''}, until ${last}.`,
    `Replace each reason with why it is accepted, then: ${printable(conformance.commands?.run ?? 'npx assay run')} --baseline ${shellWord(out)}`,
    '',
  ].join('\n')
}
