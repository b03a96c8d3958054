import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { challengeBundle } from '../reports/challenge-bundle.ts'
import { exchangesIn } from '../reports/exchange-lines.ts'
import { printable } from '../reports/printable.ts'
import { VERDICT_WORDS } from '../reports/verdict-words.ts'
import { readRun } from './read-run.ts'
import type { Terminal } from './terminal.ts'
import { assayError } from '../errors/index.ts'
import { makeFolder } from '../spec/make-folder.ts'

export interface ChallengeOptions {
  /** Of a requirement, in capitals or small letters. */
  readonly id: string
  /** Folder of the run. */
  readonly run: string
  readonly out: string
}

/**
 * Writes the files of a dispute about the verdict of a requirement.
 *
 * @throws AssayError if the run did not judge it, or the folder exists or cannot be written
 */
export async function challenge({ id, run, out }: ChallengeOptions, { stdout }: Terminal): Promise<void> {
  const conformance = readRun(run)
  const result = conformance.requirements.find((each) => each.id === id.toUpperCase())
  if (result === undefined || ['not-applicable', 'not-specified'].includes(result.verdict))
    throw assayError('challenge-not-judged', { folder: run, id })
  if (existsSync(out)) throw assayError('challenge-exists', { folder: out })
  const files = challengeBundle(conformance, result, await exchangesIn(join(run, 'exchanges.jsonl')))
  writeFiles(out, files)
  stdout.write(
    [
      `Challenge of ${printable(result.id)} (${VERDICT_WORDS[result.verdict]}): ${printable(out)}`,
      ...Object.keys(files).map((name) => `  ${name}`),
      'Next: write your reasons into challenge.md, read the other files, and open an issue with all three.',
      '',
    ].join('\n'),
  )
}

/** @throws AssayError when that fails */
function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    makeFolder(folder)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw assayError('challenge-not-writable', { folder, code })
  }
}
