/** What a report says of a check, and no check of its recording does. */
import type { CheckResult, Conformance } from '../reports/conformance.ts'

type Requirement = Conformance['requirements'][number]

/** Of a check that passed. How long it took and which exchanges it saw differs from run to run. */
const OF_A_PASS: ReadonlySet<string> = new Set<keyof CheckResult>([
  'title',
  'verdict',
  'durationMs',
  'attempts',
  'expectations',
  'exchanges',
])
const OF_OTHERS: ReadonlySet<string> = new Set<keyof CheckResult>([
  'message',
  'violation',
  'fixIn',
  'next',
  'missingState',
])

/**
 * Ids of the requirements with a check that no run writes so, or of which the title is that of no check.
 *
 * @param again the run as its recording gives it
 */
export function foreignChecks(certified: Conformance, again: Conformance): readonly string[] {
  const titles = new Set(again.requirements.flatMap(({ checks }) => checks.map(titleOf)))
  const isForeign = (requirement: Requirement, check: CheckResult) =>
    !titles.has(titleOf(check)) ||
    // The worst of the checks is the verdict.
    (check.verdict !== 'pass' && requirement.verdict === 'pass') ||
    Object.keys(check).some(
      (field) => !OF_A_PASS.has(field) && (check.verdict === 'pass' || !OF_OTHERS.has(field)),
    )
  return certified.requirements
    .filter((requirement) => requirement.checks.some((check) => isForeign(requirement, check)))
    .map(({ id }) => id)
}

/** The title of a convention counts responses. */
const titleOf = ({ title }: CheckResult): string => title.replace(/^\d+ responses?\b/, '')
