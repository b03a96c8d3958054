/** Whether lines of the files of a shard are what a run writes: anyone may have changed the files. */
import { EXCHANGES } from '../../fixtures/recording/evidence.ts'
import { JUDGEMENTS, PLAN } from '../../reports/report-files.ts'
import { compiledOnUse } from '../../spec/compiled-on-use.ts'
import { flag, integer, list, number, object, oneOf, record, text } from '../../spec/json-schema.ts'
import { tryParseJson } from '../../spec/try-parse-json.ts'

const finding = object({ requirement: text(), at: text(), message: text() })

const judgement = object(
  {
    deployment: text(),
    check: text(),
    title: text(),
    requirements: list(text()),
    verdict: oneOf(['pass', 'fail', 'warn', 'blocked']),
    attempt: integer(),
    durationMs: number(),
    expectations: integer(),
    exchanges: list(text()),
    conventions: list(
      object({
        requirement: text(),
        judged: integer(),
        violations: list(object({ exchange: text(), finding })),
      }),
    ),
  },
  {
    message: text(),
    next: text(),
    missingState: text(),
    lacking: text(),
    fixIn: oneOf(['implementation', 'deployment-file', 'environment', 'harness']),
    violation: object(
      { at: text(), expected: text(), actual: text() },
      { exchange: text(), operation: text(), resource: text() },
    ),
    presumed: object({}),
    witnesses: object(
      { shows: list(text()), needs: list(text()), presumes: list(object({})) },
      { accepted: record(object({ count: number(), lastAt: number() })) },
    ),
    states: list(object({ state: text(), by: text(), held: flag(), notTornDown: list(text()) })),
  },
)

const headers = record(text())

const exchange = object(
  {
    id: text(),
    check: text(),
    kind: text(),
    at: text(),
    durationMs: number(),
    request: object({ method: text(), url: text(), headers }, { body: text() }),
    findings: list(finding),
  },
  {
    operation: text(),
    caller: number(),
    credentialsFrom: text(),
    response: object({ status: integer(), headers, body: text(), bytes: integer(), truncated: flag() }),
    error: object({ kind: text(), message: text() }),
  },
)

/** Files of a shard with a JSON value on each line. */
export const FILES_OF_LINES = [EXCHANGES, JUDGEMENTS, PLAN] as const

const validators: Readonly<Record<string, ReturnType<typeof compiledOnUse> | undefined>> = {
  [EXCHANGES]: compiledOnUse(exchange),
  [JUDGEMENTS]: compiledOnUse(judgement),
  [PLAN]: compiledOnUse(object({ check: text(), title: text(), requirements: list(text()), suite: text() })),
}

/** What is wrong with a line of this file, with its place; undefined: nothing, or it was cut when the run was killed. */
export function lineProblem(name: string, line: string): string | undefined {
  const validate = validators[name]?.()
  const value = tryParseJson(line)
  if (value === undefined || !validate || validate(value)) return undefined
  const { instancePath = '', message = 'is invalid' } = validate.errors?.[0] ?? {}
  return `${instancePath || 'the line'} ${message}`
}
