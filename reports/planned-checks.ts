import { grouped } from '../spec/grouped.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestCase } from '@playwright/test/reporter'
import type { PlannedCheck } from './conformance.ts'
import { plannedOf } from './judgement-of.ts'

export const PLAN = 'planned.jsonl'

/** A check with the suite it stands in, and the test of the engine that performs it: a line of the plan. */
export type CheckOfSuite = PlannedCheck & { readonly suite: string; readonly test: string }
/** The suite is not known where the engine knows each check. */
export type Planned = PlannedCheck & Partial<CheckOfSuite>

/** Every check of a run, by the test of the engine that performs it. */
export interface PlannedChecks {
  readonly all: readonly Planned[]
  of(test: TestCase): readonly Planned[]
}

/**
 * @param out directory of the report
 * @param suites of this shard; undefined: all
 */
export function plannedChecks(
  out: string,
  tests: readonly TestCase[],
  suites: ReadonlySet<string> | undefined,
): PlannedChecks {
  if (!existsSync(join(out, PLAN))) return { all: tests.map(plannedOf), of: (test) => [plannedOf(test)] }
  const lines = readPlan(out).filter(({ suite }) => suites?.has(suite) !== false)
  const byTest = grouped(lines, ({ test }) => test)
  return { all: lines, of: (test) => byTest.get(nameOf(test)) ?? [] }
}

/**
 * The file in which checks announce themselves where the engine knows only their suites. By suite: the engine loads
 * suites in an order of its own, and the report is the same however a run is divided.
 */
export const readPlan = (out: string): readonly CheckOfSuite[] =>
  readFileSync(join(out, PLAN), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as CheckOfSuite)
    .sort((a, b) => (a.suite < b.suite ? -1 : a.suite > b.suite ? 1 : 0))

/** What a test of the engine is called, without the deployment that it judges. */
const nameOf = ({ title }: Pick<TestCase, 'title'>): string => title.split(' | ')[0]!
