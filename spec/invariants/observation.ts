/** Observations for invariants: the responses of one check, in the order of receipt. */
import type { ErrorCode, OperationName } from '../generated/catalogue.ts'
import type { StateTable } from '../model.ts'

export interface Observation {
  /** Id of the exchange. */
  readonly exchange: string
  readonly operation: OperationName | undefined
  readonly method: string
  readonly url: string
  /** Header names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | undefined
  readonly status: number
  /** The parsed body; undefined when it is missing or not JSON. */
  readonly body: unknown
  /** ms since the epoch, by Assay's clock. */
  readonly sentAt: number
  readonly receivedAt: number
  /** From its `Date` header, by the deployment's clock, ms since the epoch; undefined: no such header. */
  readonly date: number | undefined
  /** The deployment named the request itself (state error-condition). */
  readonly named?: true
  /** Code of the error that Assay expects the request to cause. */
  readonly assumed?: ErrorCode
}

/** A violation in a response, found by comparison with others. */
export interface InvariantViolation {
  readonly exchange: string
  /** JSON pointer into the body. */
  readonly at: string
  readonly message: string
}

export interface InvariantViolations {
  /** Responses that could have violated the invariant. */
  readonly judged: number
  readonly violations: readonly InvariantViolation[]
}

/** A rule that spans exchanges. Pure. */
export type Invariant = (history: readonly Observation[], by: InvariantBasis) => InvariantViolations

/** The basis of invariants besides the responses. */
export interface InvariantBasis {
  readonly requestIdHeader: string
  /** Of the version of the contract; default: of the one that Assay was made for. */
  readonly stateTables?: readonly StateTable[]
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const succeeded = ({ status }: Observation): boolean => status >= 200 && status < 300

/**
 * Whether one response arrived before the other request was sent: only then can they be ordered in time. Two exchanges
 * that began and ended within one millisecond cannot.
 */
export const precedes = (earlier: Observation, later: Observation): boolean =>
  earlier.receivedAt <= later.sentAt && earlier.sentAt < later.receivedAt
