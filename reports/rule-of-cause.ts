import type { Cause, RequirementResult } from './conformance.ts'

/** The requirement whose statement a cause breaks; undefined: no one requirement states what is wrong. */
export const ruleOfCause = (
  { rule }: Cause,
  results: readonly RequirementResult[],
): RequirementResult | undefined => (rule === undefined ? undefined : results.find(({ id }) => id === rule))

/** "OWN-07 The server rejects …", for a person; undefined: there is no rule, or the title quotes it. */
export function ruleLine(cause: Cause, results: readonly RequirementResult[]): string | undefined {
  const rule = ruleOfCause(cause, results)
  return rule && !cause.title.includes(rule.title.replace(/\.$/, '')) ? `${rule.id} ${rule.title}` : undefined
}

/** Where the card of a cause is in the page. */
export const anchorOfCause = (id: string): string => `cause-${id}`

/** The same by its number, as the terminal shows it. */
export const anchorOfNumber = (number: number): string => `#cause-${number}`
