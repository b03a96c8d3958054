/** The value of a finished run: what `conformance.json` holds and every report is written from. */
import type { Finding, Level } from '../spec/model.ts'

export type Verdict = 'pass' | 'fail' | 'warn' | 'unstable' | 'blocked' | 'not-applicable' | 'not-specified'

/** Whose turn it is when a verdict is not `pass`. */
export type Blame = 'implementation' | 'deployment-file' | 'environment' | 'harness'

/** What one attempt at a check said of its requirements. Sent by the check, read by the reporter. */
export interface Judgement {
  /** The deployment judged; several only in a fault matrix. */
  readonly deployment: string
  /** Stable key of the check: the same in every run of the same suites. */
  readonly check: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly verdict: 'pass' | 'fail' | 'warn' | 'blocked'
  readonly attempt: number
  readonly durationMs: number
  /** How many expectations were evaluated. */
  readonly expectations: number
  readonly exchanges: readonly string[]
  readonly message?: string
  readonly blame?: Blame
  /** The next step for the person. */
  readonly next?: string
  /** What the door found of every response of this attempt, per `conventions` requirement. */
  readonly conventions: readonly ConventionTally[]
}

export interface ConventionTally {
  readonly requirement: string
  /** Responses in which the rule could have been broken. */
  readonly judged: number
  readonly broken: readonly { readonly exchange: string; readonly finding: Finding }[]
}

/** One request and what came of it, redacted. A line of `exchanges.jsonl`. */
export interface Exchange {
  readonly id: string
  readonly check: string
  /** `contract`: to the deployment's API. `state`: to its provider-state endpoint. `probe`: before the run. */
  readonly kind: 'contract' | 'state' | 'probe'
  readonly operation?: string
  /** ISO 8601, by the harness's clock. */
  readonly at: string
  readonly durationMs: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly response?: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    /** Text of the body; cut at the evidence limit when `truncated`. */
    readonly body: string
    readonly bytes: number
    readonly truncated: boolean
  }
  /** Set when no complete response came. */
  readonly error?: { readonly kind: string; readonly message: string }
  readonly findings: readonly Finding[]
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
  readonly requirements: readonly RequirementResult[]
  readonly coverage: Coverage
  /** What Prism and Dredd said; `asked: false` when they were not asked. */
  readonly secondOpinions: { readonly asked: boolean; readonly opinions: readonly unknown[] }
}
