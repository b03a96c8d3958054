import { grouped } from '../spec/grouped.ts'
import type { Judgement } from '../spec/index.ts'
import type { CheckOfSuite } from './planned-checks.ts'

/**
 * How long each suite took, ms, by its name. They are performed side by side: each has its share of the run's time, by the
 * time that its checks took, and took no less than its longest check.
 *
 * @param runMs how long the run took
 */
export function durationsOf(
  planned: readonly CheckOfSuite[],
  judged: readonly Pick<Judgement, 'check' | 'durationMs'>[],
  runMs: number,
): Readonly<Record<string, number>> {
  const took = new Map(judged.map(({ check, durationMs }) => [check, durationMs]))
  const sum = (checks: readonly CheckOfSuite[]) =>
    checks.reduce((total, { check }) => total + (took.get(check) ?? 0), 0)
  const longest = (checks: readonly CheckOfSuite[]) =>
    Math.max(...checks.map(({ check }) => took.get(check) ?? 0))
  const inAll = Math.max(1, sum(planned))
  return Object.fromEntries(
    [...grouped(planned, ({ suite }) => suite)].map(([suite, checks]) => [
      suite,
      Math.round(Math.max(longest(checks), (runMs * sum(checks)) / inAll)),
    ]),
  )
}
