import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlannedCheck } from './conformance.ts'
import { PLAN } from './report-files.ts'

/** A check with its suite: a line of the plan. */
export type CheckOfSuite = PlannedCheck & { readonly suite: string }

/** @param out directory of the report */
export const writePlan = (out: string, checks: readonly CheckOfSuite[]): void =>
  writeFileSync(join(out, PLAN), checks.map((check) => `${JSON.stringify(check)}\n`).join(''))

/** The checks that a run meant to perform, those of its other shards among them; none where there is no plan. */
export const readPlan = (out: string): readonly CheckOfSuite[] =>
  existsSync(join(out, PLAN))
    ? readFileSync(join(out, PLAN), 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as CheckOfSuite)
    : []
