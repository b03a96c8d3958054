/** The result of a check for its requirements, with its evidence. */
import type { Finding } from './model.ts'
import type { Presumption, Witness, Witnesses } from './witness.ts'

export type Verdict = 'pass' | 'fail' | 'warn' | 'flaky' | 'blocked' | 'not-applicable' | 'not-specified'

/** Where to fix it when a verdict is not `pass`. */
export type FixIn = 'implementation' | 'deployment-file' | 'environment' | 'harness'

/** The result of one attempt at a check. The check sends it, the report reads it. */
export interface Judgement {
  /** Name of the judged deployment; there are several only in the self-test. */
  readonly deployment: string
  /** Stable key of the check: the same in every run of the same suites. */
  readonly check: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly verdict: 'pass' | 'fail' | 'warn' | 'blocked'
  readonly attempt: number
  readonly durationMs: number
  /** Number of evaluated expectations. */
  readonly expectations: number
  readonly exchanges: readonly string[]
  readonly message?: string
  /** The observation of the failed expectation; absent for another verdict or another failure. */
  readonly violation?: Violation
  readonly fixIn?: FixIn
  /** The next step for the person. */
  readonly next?: string
  /** Blocked for lack of this provider state, such as `card` or `agent with scaRegion`. */
  readonly missingState?: string
  /** Blocked because the run never produced this witness of a pass. */
  readonly lacking?: Witness
  /** Blocked because this rejected request may be invalid itself. */
  readonly presumed?: Presumption
  /**
   * Blocked by something that a retry may not meet: lack of time, which includes states that other checks use too, or a
   * connection that was cut. The check is retried once. Or, in a retry, by a provider state that set up something else
   * than it was asked for: the other attempts prove nothing.
   */
  readonly obstacle?: 'time' | 'connection' | 'state'
  /** A change became visible later than a first attempt waits for it. */
  readonly isLate?: true
  /** It failed when it had waited for a change that did not become visible. */
  readonly isInVain?: true
  /**
   * No read of it may have shown an earlier state: it waited before each until changes are known everywhere, or it failed
   * without a read.
   */
  readonly isSettled?: true
  /** Violations of response rules in the responses of this attempt, per `conventions` requirement. */
  readonly conventions: readonly ConventionTally[]
  /** Witnesses that the attempt produced and that its verdict needs; absent: the attempt got no response. */
  readonly witnesses?: Witnesses
  /** Provider states arranged for this attempt; default: none. */
  readonly states?: readonly ArrangedState[]
}

/** The observation of a failed expectation. */
export interface Violation {
  /** Id of the exchange with the violation. */
  readonly exchange?: string
  readonly operation?: string
  /** `HTTP status`, `code`, a dotted path of the body, or a description; empty: unknown. */
  readonly at: string
  readonly expected: string
  readonly actual: string
  /** Identifier of the resource with the field, if a response can have several. */
  readonly resource?: string
}

/** A provider state that was arranged for a check, or failed and left resources behind. */
export interface ArrangedState {
  readonly state: string
  /**
   * `http`: by the provider-state exchange. `function`: by a function of the deployment file. `self`: by Assay, through
   * operations of the deployment's own API. `given`: from the deployment file.
   */
  readonly by: 'http' | 'function' | 'self' | 'given'
  readonly held: boolean
  /** Identifiers of resources that were created for it and not torn down. */
  readonly notTornDown: readonly string[]
}

export interface ConventionTally {
  readonly requirement: string
  /** Responses that could have violated the rule. */
  readonly judged: number
  readonly violations: readonly { readonly exchange: string; readonly finding: Finding }[]
}

/** One request and its response, redacted. A line of `exchanges.jsonl`. */
export interface Exchange {
  readonly id: string
  readonly check: string
  /**
   * `contract`: to the deployment's API. `state`: to its provider-state endpoint. `probe`: before the run. `delivery`:
   * from the deployment, to a webhook endpoint of Assay.
   */
  readonly kind: 'contract' | 'state' | 'probe' | 'delivery'
  readonly operation?: string
  /** Requests of one attempt with the same number carried the same credentials; default: the request carried none. */
  readonly caller?: number
  /** Id of the exchange whose response contained the access token of the request; default: unknown. */
  readonly credentialsFrom?: string
  /** ISO 8601, by Assay's clock. */
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
    /** The body is not text, so it is incomplete here. */
    readonly lossy?: true
  }
  /** Set when no complete response arrived. */
  readonly error?: { readonly kind: string; readonly message: string }
  readonly findings: readonly Finding[]
}
