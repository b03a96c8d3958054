/** Statements of a report about checks that no check of its recording supports. */
import type { CheckResult, Conformance } from '../reports/conformance.ts'

type Requirement = Conformance['requirements'][number]

/** Fields of a passed check. Its duration and exchanges differ in each run. */
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
 * Ids of requirements with a check that no run writes in this form, or with an unknown title.
 *
 * @param again the replayed run
 */
export function foreignChecks(certified: Conformance, again: Conformance): readonly string[] {
  const titles = new Set(again.requirements.flatMap(({ checks }) => checks.map(titleOf)))
  const isWhole = ({ durationMs, attempts, expectations, exchanges }: CheckResult) =>
    [durationMs, attempts, expectations].every(Number.isFinite) && Array.isArray(exchanges)
  const isForeign = (requirement: Requirement, check: CheckResult) =>
    !titles.has(titleOf(check)) ||
    !isWhole(check) ||
    // The verdict is that of the worst check.
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
