import type { Conformance } from '../../reports/conformance.ts'

/**
 * The exit code of a shard by itself: 0 all that falls to it holds, 1 something is broken, 3 something could not be
 * judged. A shard to which nothing falls holds; that nothing was judged at all, the merged report says.
 */
export function shardExitCode(
  { verdict, requirements }: Pick<Conformance, 'verdict' | 'requirements'>,
  { complete }: NonNullable<Conformance['shard']>,
): 0 | 1 | 3 {
  if (verdict === 'non-conformant') return 1
  const isBlocked = requirements.some(({ level, verdict: one }) => level === 'MUST' && one === 'blocked')
  return isBlocked || !complete ? 3 : 0
}
