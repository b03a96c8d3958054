/** What a check says of its requirements, and the evidence it rests on. */
import type { Finding } from './model.ts'
import type { Presumption, Witness, Witnesses } from './witness.ts'

export type Verdict = 'pass' | 'fail' | 'warn' | 'flaky' | 'blocked' | 'not-applicable' | 'not-specified'

/** Where to fix it when a verdict is not `pass`. */
export type FixIn = 'implementation' | 'deployment-file' | 'environment' | 'harness'

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
  /** What the failed expectation saw; absent: the verdict is another, or the check failed otherwise. */
  readonly violation?: Violation
  readonly fixIn?: FixIn
  /** The next step for the person. */
  readonly next?: string
  /** Blocked for lack of this provider state, such as `card` or `agent with scaRegion`. */
  readonly missingState?: string
  /** Blocked because the run never showed this witness of a pass. */
  readonly lacking?: Witness
  /** Blocked because this rejected request may be wrong itself. */
  readonly presumed?: Presumption
  /** Blocked for lack of time, or with states that other checks use too: the check is performed again at once. */
  readonly outOfTime?: true
  /** What the exchange client found of every response of this attempt, per `conventions` requirement. */
  readonly conventions: readonly ConventionTally[]
  /** What the attempt has shown, and what its verdict needs; absent: the attempt saw no response. */
  readonly witnesses?: Witnesses
  /** Provider states that were set up for this attempt; default: none. */
  readonly states?: readonly ArrangedState[]
}

/** What a failed expectation saw. */
export interface Violation {
  /** Id of the exchange whose response shows it. */
  readonly exchange?: string
  readonly operation?: string
  /** `HTTP status`, `code`, a dotted path of the body, or what was looked at in words; empty: not known. */
  readonly at: string
  readonly expected: string
  readonly actual: string
}

/** A provider state that was set up for a check, or was tried in vain and left something behind. */
export interface ArrangedState {
  readonly state: string
  /**
   * `http`: by the provider-state exchange. `function`: by a function of the deployment file. `self`: by the harness,
   * through operations of the deployment's own API. `given`: taken from the deployment file.
   */
  readonly by: 'http' | 'function' | 'self' | 'given'
  readonly held: boolean
  /** Identifiers of what came to exist for it and was not torn down. */
  readonly notTornDown: readonly string[]
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
  /**
   * `contract`: to the deployment's API. `state`: to its provider-state endpoint. `probe`: before the run. `delivery`:
   * from the deployment, to a webhook endpoint of the harness.
   */
  readonly kind: 'contract' | 'state' | 'probe' | 'delivery'
  readonly operation?: string
  /** Requests of one attempt with the same number carried the same credentials; default: the request carried none. */
  readonly caller?: number
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
    /** The body was no text, so that not all of it is here. */
    readonly lossy?: true
  }
  /** Set when no complete response came. */
  readonly error?: { readonly kind: string; readonly message: string }
  readonly findings: readonly Finding[]
}
