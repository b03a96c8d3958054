/** What the engine tells of a test, as a judgement. */
import type { TestCase, TestResult } from '@playwright/test/reporter'
import type { Judgement, PlannedCheck } from './conformance.ts'

/** Type of the annotation by which a check announces itself, and name of the attachment that carries its judgement. */
const PLANNED = 'assay-planned'
const JUDGEMENT = 'assay-judgement'

/** The check that a test stands for. */
export function plannedOf(test: Pick<TestCase, 'annotations' | 'title'>): PlannedCheck {
  const announced = test.annotations.find(({ type }) => type === PLANNED)?.description
  return announced === undefined
    ? { check: test.title, title: test.title, requirements: [] }
    : (JSON.parse(announced) as PlannedCheck)
}

/** The judgements that a test handed over. */
export const judgementsOf = (result: Pick<TestResult, 'attachments'>): readonly Judgement[] =>
  result.attachments.flatMap(({ name, body }) =>
    name === JUDGEMENT && body ? (JSON.parse(body.toString('utf8')) as readonly Judgement[]) : [],
  )

/** The judgement on a check whose test ended without one: it could not be judged. */
export function unjudged(
  { check, title, requirements }: PlannedCheck,
  result: Pick<TestResult, 'duration' | 'retry' | 'status' | 'error'>,
  deployment: string,
): Judgement {
  return {
    deployment,
    check,
    title,
    requirements,
    verdict: 'blocked',
    attempt: result.retry + 1,
    durationMs: result.duration,
    expectations: 0,
    exchanges: [],
    conventions: [],
    message: reasonOf(result),
    fixIn: result.status === 'interrupted' ? 'environment' : 'harness',
    next:
      result.status === 'interrupted'
        ? 'Run again without interrupting.'
        : 'Report this to the makers of Assay, with the report.',
  }
}

function reasonOf({ status, error, duration }: Pick<TestResult, 'status' | 'error' | 'duration'>): string {
  if (status === 'interrupted') return 'the run was interrupted before this was judged'
  if (status === 'timedOut') return `the check did not end within ${Math.round(duration / 1000)} s`
  return `the check ended without a judgement: ${error?.message ?? status}`
}
