/** Figures of the last complete self-test: stored in `figures.json`, shown in `docs/proof.md`. */
import type { FaultState } from '../judging/fault-matrix.ts'

/** Mutated responses, and how many of them a check detected. */
export interface Kills {
  readonly mutants: number
  readonly killed: number
}

/** The state of a fault, and the requirements that it named when it was judged. */
export type FaultRecord = readonly [state: FaultState, ...breaks: string[]]

/** Requirements that pass on a server that does nothing useful. */
export interface ShellPasses {
  /** On the reviewed list, with a reason. */
  readonly reviewed: readonly string[]
  readonly vacuous: readonly string[]
}

export interface ProofFigures {
  readonly schemaVersion: 1
  /** By id of the fault. */
  readonly faults: Readonly<Record<string, FaultRecord>>
  /** By id of the conforming variant: whether a requirement failed. */
  readonly variants: Readonly<Record<string, 'quiet' | 'alarm'>>
  /** By id of the shell: MUST requirements that pass there. Missing before it was recorded. */
  readonly shells?: Readonly<Record<string, ShellPasses>>
  readonly mutants: Kills & {
    /** Survivors whose change the contract allows. */
    readonly open: number
    /** Names of unexplained survivors. */
    readonly unexplained: readonly string[]
    /**
     * By requirement: mutants of responses that its checks get, without those that the contract allows, and how many
     * any check detected.
     */
    readonly shown: Readonly<Record<string, readonly [mutants: number, killed: number]>>
  }
}

/** Share of the mutated responses that were detected, except those that the contract allows; 1 if there are none. */
export const killRate = ({ mutants, killed, open = 0 }: Kills & { readonly open?: number }): number =>
  mutants === open ? 1 : killed / (mutants - open)

/** How a fault was judged; undefined: it was not, or it named other requirements then. */
export function recordedState(
  { id, breaks }: { readonly id: string; readonly breaks: readonly string[] },
  faults: ProofFigures['faults'],
): FaultState | undefined {
  const [state, ...named] = faults[id] ?? []
  return named.length === breaks.length && named.every((one) => breaks.includes(one)) ? state : undefined
}

/**
 * The figures with new results replaced. Results of removed ids are dropped.
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

/** The text of `figures.json`. Each list is on one line, so that a new result changes few lines. */
export const figuresText = (figures: ProofFigures): string =>
  `${JSON.stringify(figures, null, 2).replaceAll(/\[\n[^[\]{}]*\]/g, (list) => JSON.stringify(JSON.parse(list)).replaceAll(',', ', '))}\n`
