import { grouped } from '../spec/grouped.ts'
import type { Judgement } from '../spec/index.ts'
import type { Planned } from './planned-checks.ts'

/**
 * How long each suite took that a test of the engine performed, ms, by its name: where it performed several together,
 * as long as the longest check of each.
 *
 * @param testMs how long the test took
 */
export function durationsOf(
  planned: readonly Planned[],
  judged: readonly Pick<Judgement, 'check' | 'durationMs'>[],
  testMs: number,
): Readonly<Record<string, number>> {
  const took = new Map(judged.map(({ check, durationMs }) => [check, durationMs]))
  const bySuite = [...grouped(planned, ({ suite }) => suite)].flatMap(([suite, checks]) =>
    suite === undefined
      ? []
      : [{ suite, longest: Math.max(...checks.map(({ check }) => took.get(check) ?? 0)) }],
  )
  return Object.fromEntries(
    bySuite.map(({ suite, longest }) => [suite, Math.round(bySuite.length === 1 ? testMs : longest)]),
  )
}
