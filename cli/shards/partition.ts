/** The suites of each shard. Every shard computes them: the same inputs give the same result. */

/**
 * Divides suites so that no shard takes much longer than another: the longest first, each to the shard that has the
 * least to do so far.
 *
 * @param suites their names
 * @param durations of suites in an earlier run, ms; one that is not known counts as the middle one of those that are
 * @param of number of shards
 * @returns the suites of each shard, by name; a shard stays empty where there are fewer suites
 */
export function partition(
  suites: readonly string[],
  durations: Readonly<Record<string, number>>,
  of: number,
): readonly (readonly string[])[] {
  const known = suites.flatMap((suite) => durations[suite] ?? []).sort((a, b) => a - b)
  const middle = known[Math.floor(known.length / 2)] ?? 1
  // Never nothing: what took no time is dealt out too.
  const durationOf = (suite: string) => Math.max(1, durations[suite] ?? middle)
  const shards = Array.from({ length: of }, () => ({ suites: [] as string[], duration: 0 }))
  const longestFirst = [...suites].sort((a, b) => durationOf(b) - durationOf(a) || (a < b ? -1 : 1))
  for (const suite of longestFirst) {
    const idlest = shards.reduce((least, shard) => (shard.duration < least.duration ? shard : least))
    idlest.suites.push(suite)
    idlest.duration += durationOf(suite)
  }
  return shards.map(({ suites: dealt }) => dealt.sort())
}
