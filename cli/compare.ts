import { compare, comparisonExitCode, type Comparison } from '../reports/comparison.ts'
import { comparisonMd } from '../reports/writers/comparison-md.ts'
import { comparisonText } from '../reports/writers/comparison-text.ts'
import { readRun } from './read-run.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'

export interface CompareOptions {
  /** Directory of the earlier run, or its conformance.json. */
  readonly before: string
  readonly after: string
  readonly markdown: boolean
  readonly json: boolean
}

/**
 * Prints the changes from one run to another.
 *
 * @returns the exit code: 1 after a regression, 3 if that is unknown, otherwise 0
 * @throws AssayError when the two cannot be compared
 */
export function compareRuns({ before, after, markdown, json }: CompareOptions, { stdout }: Terminal): number {
  if (markdown && json) throw assayError('options-conflict', { option: '--markdown', other: '--json' })
  const [earlier, later] = [readRun(before), readRun(after)]
  const [one, other]: readonly [string, string] = [earlier.contractVersion, later.contractVersion]
  if (one !== other)
    throw assayError('reports-of-two-versions', {
      before: { path: before, version: one },
      after: { path: after, version: other },
    })
  const comparison = compare(earlier, later)
  stdout.write(printed(comparison, { markdown, json, colour: stdout.isTTY === true }))
  return comparisonExitCode(comparison)
}

function printed(
  comparison: Comparison,
  { markdown, json, colour }: Record<'markdown' | 'json' | 'colour', boolean>,
): string {
  if (json) return `${JSON.stringify(comparison, null, 2)}\n`
  return markdown ? comparisonMd(comparison) : comparisonText(comparison, colour)
}
