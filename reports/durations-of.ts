import { grouped } from '../spec/grouped.ts'
import type { Judgement } from '../spec/index.ts'
import type { Planned } from './planned-checks.ts'

/**
 * How long each suite took that a test of the engine performed, ms, by its name. They are performed side by side: each has
 * its share of the time that the test took, by the time that its checks took, and took no less than its longest check.
 *
 * @param testMs how long the test took
 */
export function durationsOf(
  planned: readonly Planned[],
  judged: readonly Pick<Judgement, 'check' | 'durationMs'>[],
  testMs: number,
): Readonly<Record<string, number>> {
  const took = new Map(judged.map(({ check, durationMs }) => [check, durationMs]))
  const sum = (checks: readonly Planned[]) =>
    checks.reduce((total, { check }) => total + (took.get(check) ?? 0), 0)
  const longest = (checks: readonly Planned[]) => Math.max(...checks.map(({ check }) => took.get(check) ?? 0))
  const inAll = Math.max(1, sum(planned))
  const suites = [...grouped(planned, ({ suite }) => suite)].flatMap(([suite, checks]) =>
    suite === undefined
      ? []
      : [[suite, Math.round(Math.max(longest(checks), (testMs * sum(checks)) / inAll))] as const],
  )
  return Object.fromEntries(suites)
}
