import type { Cause, RequirementResult } from './conformance.ts'

/** A cause with more requirements than this is not explained by the statement of one of them. */
const MOST_REQUIREMENTS = 8

/**
 * The requirement whose statement describes the violation of a cause best: the first of those with the worst verdict.
 */
export const ruleOfCause = (
  { verdict, requirements }: Cause,
  results: readonly RequirementResult[],
): RequirementResult | undefined => {
  const own = results.filter(({ id }) => requirements.includes(id))
  return own.find((result) => result.verdict === verdict) ?? own[0]
}

/** "OWN-07 The server rejects …", for a person; undefined: no one statement explains the cause. */
export function ruleLine(cause: Cause, results: readonly RequirementResult[]): string | undefined {
  if (cause.requirements.length > MOST_REQUIREMENTS || cause.verdict === 'blocked') return undefined
  const rule = ruleOfCause(cause, results)
  return rule && `${rule.id} ${rule.title}`
}
