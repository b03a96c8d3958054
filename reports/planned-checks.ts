import { grouped } from '../spec/grouped.ts'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestCase } from '@playwright/test/reporter'
import type { PlannedCheck } from './conformance.ts'
import { plannedOf } from './judgement-of.ts'

/** Every check of a run, by the test of the engine that performs it. */
export interface PlannedChecks {
  readonly all: readonly PlannedCheck[]
  of(test: TestCase): readonly PlannedCheck[]
}

/** A line of the file in which checks announce themselves where the engine knows only their files. */
type Line = PlannedCheck & { readonly file: string }

/** @param out directory of the report */
export function plannedChecks(out: string, tests: readonly TestCase[]): PlannedChecks {
  const file = join(out, 'planned.jsonl')
  if (!existsSync(file)) return { all: tests.map(plannedOf), of: (test) => [plannedOf(test)] }
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
  const byFile = grouped(lines, (line) => line.file)
  return { all: lines, of: ({ location }) => byFile.get(basename(location.file)) ?? [] }
}
