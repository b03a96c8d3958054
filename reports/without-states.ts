/** What a run without provider states judged, and which states would let it judge most of the rest. Pure. */
import type { RequirementResult } from './conformance.ts'

/** What a run judged although the deployment serves no provider state. */
export interface WithoutStates {
  /** MUST requirements that were judged. */
  readonly judged: number
  /** MUST requirements that apply to this deployment. */
  readonly of: number
  /** States that requirements are blocked for, the one that blocks most first. */
  readonly additions: readonly Addition[]
}

export interface Addition {
  /** A state, or one with a parameter: `agent with scaRegion`. */
  readonly state: string
  /** Ids of the MUST requirements that are blocked for it. */
  readonly requirements: readonly string[]
}

const OUT_OF_SCOPE = ['not-specified', 'not-applicable'] as const

export function withoutStates(
  results: readonly Pick<RequirementResult, 'id' | 'level' | 'verdict' | 'checks'>[],
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
  }
}

const SHOWN = 3

/** The additions that are named, and how many requirements they let a run judge. */
export function bestAdditions({ additions }: WithoutStates): {
  readonly named: readonly Addition[]
  readonly requirements: number
} {
  const named = additions.slice(0, SHOWN)
  return { named, requirements: new Set(named.flatMap(({ requirements }) => requirements)).size }
}

const WORDS = ['no', 'one', 'two', 'three']

/** "418 of 684 rules judged without provider states; three additions would judge 190 more". */
export function withoutStatesSentence(without: WithoutStates): string {
  const { named, requirements } = bestAdditions(without)
  const judged = `${without.judged} of ${without.of} rules judged without provider states`
  if (named.length === 0) return judged
  const additions = named.length === 1 ? 'one addition' : `${WORDS[named.length]} additions`
  return `${judged}; ${additions} would judge ${requirements} more`
}
