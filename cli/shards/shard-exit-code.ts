import type { Conformance } from '../../reports/conformance.ts'

/**
 * The exit code of a shard: 0 its requirements pass, 1 one failed, 3 one could not be judged. An empty shard passes;
 * the merged report shows if nothing was judged at all.
 */
export function shardExitCode(
  { verdict, requirements }: Pick<Conformance, 'verdict' | 'requirements'>,
  { complete }: NonNullable<Conformance['shard']>,
): 0 | 1 | 3 {
  if (verdict === 'non-conformant') return 1
  const isBlocked = requirements.some(({ level, verdict: one }) => level === 'MUST' && one === 'blocked')
  return isBlocked || !complete ? 3 : 0
}
