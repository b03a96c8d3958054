/** What the proof came to when it was last made whole: kept in `figures.json`, shown in `docs/proof.md`. */
import type { FaultState } from '../judging/fault-matrix.ts'

/** Mutated responses, and how many of them a check noticed. */
export interface Kills {
  readonly mutants: number
  readonly killed: number
}

/** Requirements that pass on a server that does nothing useful. */
export interface ShellPasses {
  /** On the reviewed list, which gives the reason. */
  readonly reviewed: readonly string[]
  readonly vacuous: readonly string[]
}

export interface ProofFigures {
  readonly schemaVersion: 1
  /** By id of the fault. */
  readonly faults: Readonly<Record<string, FaultState>>
  /** By id of the conforming variant: whether something was found broken there. */
  readonly variants: Readonly<Record<string, 'quiet' | 'alarm'>>
  /** By id of the shell: MUST requirements that pass there. Missing before it was recorded. */
  readonly shells?: Readonly<Record<string, ShellPasses>>
  readonly mutants: Kills & {
    /** Survivors that do what the contract leaves open. */
    readonly open: number
    /** Names of survivors for which nothing explains that they may live. */
    readonly unexplained: readonly string[]
    /** By requirement: mutants of responses that its checks get, but for the open ones, and how many any check noticed. */
    readonly shown: Readonly<Record<string, readonly [mutants: number, killed: number]>>
  }
}

/**
 * Share of the mutated responses that were noticed, except those that the contract leaves open; 1 if there are none.
 */
export const killRate = ({ mutants, killed, open = 0 }: Kills & { readonly open?: number }): number =>
  mutants === open ? 1 : killed / (mutants - open)

/**
 * The figures with new results in the place of old ones. What is not there any more goes.
 *
 * @param known ids that a result may have
 */
export function withResults<State>(
  before: Readonly<Record<string, State>>,
  results: readonly (readonly [id: string, state: State])[],
  known: readonly string[],
): Readonly<Record<string, State>> {
  const all = { ...before, ...Object.fromEntries(results) }
  return Object.fromEntries(known.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])))
}
