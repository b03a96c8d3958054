/** The part of a run without provider states that was judged, and the states that would add most. Pure. */
import type {
  CalledOperations,
  Commands,
  RequirementResult,
  StateAddition,
  WithoutStates,
} from './conformance.ts'
import { count } from '../spec/count.ts'

const OUT_OF_SCOPE = ['not-specified', 'not-applicable'] as const

export function withoutStates(
  results: readonly Pick<RequirementResult, 'id' | 'level' | 'verdict' | 'checks'>[],
  operations: CalledOperations = { called: 0, absent: 0 },
): WithoutStates {
  const applying = results.filter(
    ({ level, verdict }) => level === 'MUST' && !(OUT_OF_SCOPE as readonly string[]).includes(verdict),
  )
  const blocked = applying.filter(({ verdict }) => verdict === 'blocked')
  const byState = new Map<string, string[]>()
  for (const { id, checks } of blocked)
    for (const state of new Set(checks.flatMap(({ missingState }) => missingState ?? [])))
      byState.set(state, [...(byState.get(state) ?? []), id])
  return {
    judged: applying.length - blocked.length,
    of: applying.length,
    additions: [...byState]
      .map(([state, ids]) => ({ state, requirements: ids }))
      .toSorted((one, other) => other.requirements.length - one.requirements.length),
    ...(operations.absent > 0 && { operations }),
  }
}

/** The first step if operations are missing; undefined: none seem to be missing. */
export const absentOperationsSentence = (
  { operations }: WithoutStates,
  commands: Commands | undefined,
): string | undefined =>
  operations &&
  `Operations called: ${operations.called}. Probably not there: ${operations.absent}. ${commands ? `\`${commands.doctor} --write\`` : '`--write` of assay doctor'} and \`areas: [...]\` in the deployment file remove the rules that do not concern you.`

const SHOWN = 3

/** The named additions, and how many requirements they let a run judge. */
export function bestAdditions({ additions }: WithoutStates): {
  readonly named: readonly StateAddition[]
  readonly requirements: number
} {
  const named = additions.slice(0, SHOWN)
  return { named, requirements: new Set(named.flatMap(({ requirements }) => requirements)).size }
}

const WORDS = ['no', 'one', 'two', 'three']

/** "418 of 684 MUST requirements judged without provider states; three additions would judge 190 more". */
export function withoutStatesSentence(without: WithoutStates): string {
  const { named, requirements } = bestAdditions(without)
  const judged = `${without.judged} of ${count(without.of, 'MUST requirement')} judged without provider states`
  if (named.length === 0) return judged
  const additions = named.length === 1 ? 'one addition' : `${WORDS[named.length]} additions`
  return `${judged}; ${additions} would judge ${requirements} more`
}
