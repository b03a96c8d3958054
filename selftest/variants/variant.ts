import type { ErrorCode, OperationName, RequirementId } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'

/** The reference with rules replaced by others that the contract allows just as well: nothing may be found broken. */
export interface Variant {
  readonly id: string
  /** What the deployment does. */
  readonly title: string
  /** What the contract leaves open. The readings of one open point exclude each other; those of several combine. */
  readonly point: string
  /** Judged by itself: what it changes hides what others show, or others hide it. */
  readonly alone?: true
  /** How this deployment reads it. */
  readonly interpretation: string
  /** Recommendations that this reading does not meet. */
  readonly warns?: readonly RequirementId[]
  /** Requirements that cannot all be judged, since the reading takes a state away that they stand on. */
  readonly blocks?: readonly RequirementId[]
  /** Codes that no request meets in this reading: the deployment says so when it is asked for their condition. */
  readonly unmet?: readonly ErrorCode[]
  /** Operations that its deployment file binds to null. */
  readonly notOffered?: readonly OperationName[]
  /** Operations that its deployment file binds to other addresses, such as `POST /quotes`. */
  readonly bound?: Partial<Readonly<Record<OperationName, string>>>
  /** @param conforming the rules so far, which may be those of another variant */
  readonly replace: (conforming: Rules) => Partial<Rules>
}
