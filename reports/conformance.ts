/** The value of a finished run: what `conformance.json` holds and every report is written from. */
import type { FixIn, Verdict, Violation } from '../spec/judgement.ts'
import type { Level } from '../spec/model.ts'
import type { Cause } from './causes/cause.ts'
import type { StateProvenance } from './arranged-states.ts'
import type { Commands } from './commands.ts'
import type { ProfileResult } from './profiles.ts'
import type { WithoutStates } from './without-states.ts'

export type { Cause } from './causes/cause.ts'
export type { FixIn, ConventionTally, Exchange, Judgement, Verdict, Violation } from '../spec/judgement.ts'

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
  /** What the failed expectation saw, in the attempt that counts; absent: no expectation failed. */
  readonly violation?: Violation
  readonly fixIn?: FixIn
  readonly next?: string
  /** Blocked for lack of this provider state; absent: it lacked none. */
  readonly missingState?: string
  readonly exchanges: readonly string[]
}

/** The baseline entry of a requirement. */
export interface Waiver {
  readonly kind: 'failing' | 'flaky'
  readonly reason: string
  readonly issue?: string
  readonly owner?: string
  /** The last day on which it does not count, as YYYY-MM-DD, UTC. */
  readonly expires: string
  /**
   * `waived`: failed, and does not count; `fixed`: passed; `expired`: failed, and counts again; `unused`: not judged,
   * or flaky without an entry for flaky.
   */
  readonly state: 'waived' | 'fixed' | 'expired' | 'unused'
}

/** An earlier verdict of a requirement. */
export interface PastVerdict {
  /** When that run began. */
  readonly at: string
  readonly verdict: Verdict
}

export interface RequirementResult {
  readonly id: string
  readonly area: string
  readonly level: Level
  readonly title: string
  readonly source: string
  readonly operations: readonly string[]
  readonly assumes: readonly string[]
  readonly accepts?: string
  /** The edition from which on it is a MUST; default: it is one, or will not be. */
  readonly enters?: number
  readonly verdict: Verdict
  readonly reason?: string
  readonly fixIn?: FixIn
  readonly next?: string
  /** Id of the first cause that fails or blocks it. */
  readonly cause?: string
  readonly checks: readonly CheckResult[]
  /** Its entry in the baseline. The verdict is what it is without one. */
  readonly waiver?: Waiver
  /** Verdicts of earlier runs of the deployment, the earliest first; default: no history. */
  readonly history?: readonly PastVerdict[]
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
  /** The state tables of the contract and what was seen of them; left out by earlier versions. */
  readonly transitions?: readonly StateTableCoverage[]
}

export interface StateTableCoverage {
  readonly name: string
  /** In how many resources each state was seen. */
  readonly states: readonly { readonly state: string; readonly seen: number }[]
  readonly transitions: readonly {
    /** Default: creation. `*`: any state. */
    readonly from?: string
    readonly to: string
    /** Left out where the contract has no such row. */
    readonly trigger?: string
    /**
     * false: observed between two responses, and not a row of the contract; it may be several rows in one, or left
     * open.
     */
    readonly listed: boolean
    readonly seen: number
  }[]
}

/** Response time of an operation, in whole milliseconds. */
export interface OperationLatency {
  readonly operation: string
  /** Number of requests with a response. */
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** Results of other tools for the recorded responses. They decide no verdict. */
export interface SecondOpinions {
  /** false: the run did not ask for them. */
  readonly asked: boolean
  readonly opinions: readonly Opinion[]
}

export interface Opinion {
  readonly tool: 'prism' | 'dredd'
  /** Empty when it is not installed. */
  readonly version: string
  /** Why it could not be asked. */
  readonly unasked?: string
  /** How many recorded responses it judged. */
  readonly judged: number
  /** Responses of the API that it did not judge, by reason. */
  readonly leftOut: readonly LeftOut[]
  /** Every operation and status of the OpenAPI document. */
  readonly schemas: readonly SchemaOpinion[]
  readonly disagreements: readonly Disagreement[]
}

export interface LeftOut {
  readonly reason: string
  readonly count: number
}

export interface SchemaOpinion {
  readonly operation: string
  readonly status: number
  /** `none`: it judged no such response, or accepted one that is known to be invalid. */
  readonly opinion: 'valid' | 'invalid' | 'none'
  readonly judged: number
}

/** A response on which a tool and Assay differ. */
export interface Disagreement {
  readonly tool: Opinion['tool']
  readonly exchange: string
  readonly operation: string
  readonly status: number
  readonly theySay: 'valid' | 'invalid'
  readonly weSay: 'valid' | 'invalid'
  /** Place in the body as a JSON pointer, from the one that rejects the response; empty when it names none. */
  readonly where: string
  /** The violation, from the one that reports it. */
  readonly message: string
}

/** A part of a run. */
export interface ShardOfRun {
  /** From 1. */
  readonly index: number
  readonly of: number
}

export interface Conformance {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'assay'; readonly version: string }
  readonly contractVersion: '2025-10-13'
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  /** The set of requirements that it was judged by. */
  readonly edition: number
  /** Seed of the run's randomness. */
  readonly seed: string
  /** What judges the same deployment again; default: not known. */
  readonly commands?: Commands
  readonly startedAt: string
  readonly finishedAt: string
  /** false: the run was cut off, or never got to the deployment. */
  readonly complete: boolean
  /** Why the run is not complete. */
  readonly incompleteReason?: string
  readonly verdict: 'conformant' | 'non-conformant' | 'inconclusive'
  /** What the run was restricted to (`--only`); empty: everything claimed. */
  readonly only: readonly string[]
  /** Failures that were known before the run; default: it had no baseline. */
  readonly baseline?: { readonly file: string }
  /** Ids of the requirements that may be blocked with exit code 0, or `all` alone (`--allow-blocked`). */
  readonly allowBlocked?: readonly string[]
  /** Set where it is the report of one shard: it holds what falls to it. `complete`: whether all of that was judged. */
  readonly shard?: ShardOfRun & { readonly complete: boolean }
  readonly totals: Readonly<Record<Verdict, number>>
  /** Every area of the contract, in its order. */
  readonly areas: readonly AreaResult[]
  readonly requirements: readonly RequirementResult[]
  /** What can be claimed, and what was reached; default: the run was restricted, a shard, or cut off. */
  readonly profiles?: readonly ProfileResult[]
  /** Why requirements failed or were blocked, the worst first. */
  readonly causes: readonly Cause[]
  readonly coverage: Coverage
  /** For every operation with a response; default: unknown. */
  readonly latency?: readonly OperationLatency[]
  /** How provider states were set up; default: none was. */
  readonly states?: readonly StateProvenance[]
  /** What was judged although the deployment serves no provider state; absent: it serves them. */
  readonly withoutStates?: WithoutStates
  /** Capabilities that the deployment does not offer; default: none. */
  readonly notOffered?: readonly { readonly id: string; readonly title: string }[]
  readonly secondOpinions: SecondOpinions
}
