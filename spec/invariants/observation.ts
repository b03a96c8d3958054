/** What monitors look at: the answers of one check, in the order in which they were received. */
import type { ErrorCode, OperationName } from '../generated/catalogue.ts'

export interface Observation {
  /** Id of the exchange. */
  readonly exchange: string
  readonly operation: OperationName | undefined
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | undefined
  readonly status: number
  /** As JSON; undefined when there is none or it is not JSON. */
  readonly body: unknown
  /** ms since the epoch, by the harness's clock. */
  readonly sentAt: number
  readonly receivedAt: number
  /** By the deployment's clock, from its `Date` header, ms since the epoch; undefined: it does not say. */
  readonly date: number | undefined
  /** The deployment named the request itself (state error-condition). */
  readonly named?: true
  /** Code of the error that the harness assumes the request to cause. */
  readonly assumed?: ErrorCode
}

/** Something wrong with an answer in the light of others. */
export interface InvariantViolation {
  readonly exchange: string
  /** JSON pointer into the body. */
  readonly at: string
  readonly message: string
}

export interface InvariantViolations {
  /** Answers in which the law could have been broken. */
  readonly judged: number
  readonly broken: readonly InvariantViolation[]
}

/** A law that spans exchanges. Pure. */
export type Invariant = (
  history: readonly Observation[],
  names: { readonly requestIdHeader: string },
) => InvariantViolations

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const succeeded = ({ status }: Observation): boolean => status >= 200 && status < 300

/** Whether one answer was there before the request of the other went out: only then can they be compared in time. */
export const precedes = (earlier: Observation, later: Observation): boolean =>
  earlier !== later && earlier.receivedAt <= later.sentAt
