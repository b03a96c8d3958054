/** The value of a finished run: what `conformance.json` holds and every report is written from. */
import type { Blame, Verdict } from '../spec/judgement.ts'
import type { Level } from '../spec/model.ts'

export type { Blame, ConventionTally, Exchange, Judgement, Verdict } from '../spec/judgement.ts'

/** A check that this run means to make, known before it runs, so that one which never ran is not forgotten. */
export interface PlannedCheck {
  readonly check: string
  readonly title: string
  readonly requirements: readonly string[]
}

export interface CheckResult {
  readonly title: string
  readonly verdict: Verdict
  readonly durationMs: number
  readonly attempts: number
  readonly expectations: number
  readonly message?: string
  readonly blame?: Blame
  readonly next?: string
  readonly exchanges: readonly string[]
}

export interface RequirementResult {
  readonly id: string
  readonly area: string
  readonly level: Level
  readonly title: string
  readonly source: string
  readonly operations: readonly string[]
  readonly restsOn: readonly string[]
  readonly readings?: string
  readonly verdict: Verdict
  readonly reason?: string
  readonly blame?: Blame
  readonly next?: string
  readonly checks: readonly CheckResult[]
}

export interface AreaResult {
  readonly id: string
  readonly title: string
  /** false: the deployment does not claim the area; none of its requirements was judged. */
  readonly claimed: boolean
  readonly totals: Readonly<Record<Verdict, number>>
}

export interface Coverage {
  /** Per operation that is bound: every status documented or seen, and how often it was seen. */
  readonly operations: readonly {
    readonly operation: string
    readonly statuses: Readonly<Record<string, number>>
    readonly neverSeen: readonly string[]
  }[]
  readonly errorCodes: {
    readonly seen: Readonly<Record<string, number>>
    readonly neverSeen: readonly string[]
  }
  readonly enumValues: readonly {
    readonly name: string
    readonly seen: readonly string[]
    readonly neverSeen: readonly string[]
  }[]
  readonly schemaProperties: readonly {
    readonly schema: string
    readonly seen: readonly string[]
    readonly neverSeen: readonly string[]
  }[]
}

export interface Conformance {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'assay'; readonly version: string }
  readonly contractVersion: '2025-10-13'
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  /** Seed of the run's randomness. */
  readonly seed: string
  readonly startedAt: string
  readonly finishedAt: string
  /** false: the run was cut off, or never got to the deployment. */
  readonly complete: boolean
  /** Why the run is not complete. */
  readonly incompleteReason?: string
  readonly verdict: 'conformant' | 'non-conformant' | 'inconclusive'
  /** What the run was restricted to (`--only`); empty: everything claimed. */
  readonly only: readonly string[]
  readonly totals: Readonly<Record<Verdict, number>>
  /** Every area of the contract, in its order. */
  readonly areas: readonly AreaResult[]
  readonly requirements: readonly RequirementResult[]
  readonly coverage: Coverage
  /** What Prism and Dredd said; `asked: false` when they were not asked. */
  readonly secondOpinions: { readonly asked: boolean; readonly opinions: readonly unknown[] }
}
