import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Conformance, RequirementResult } from '../../reports/conformance.ts'
import { CONVENTIONS } from '../../spec/index.ts'

export const reportIn = (directory: string): Conformance =>
  JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Conformance

/** The rules for every response and across responses, by id. */
export const conventionsIn = (directory: string): ReadonlyMap<string, RequirementResult> =>
  new Map(
    reportIn(directory)
      .requirements.filter(({ area }) => area === CONVENTIONS)
      .map((result) => [result.id, result]),
  )

/** Ids of the failed requirements. */
export const failedIn = (directory: string): readonly string[] =>
  reportIn(directory)
    .requirements.filter(({ verdict }) => verdict === 'fail')
    .map(({ id }) => id)
