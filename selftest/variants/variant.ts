import type { CapabilityId, ErrorCode, OperationName, RequirementId } from '../../spec/index.ts'
import type { Replacement } from '../replacement.ts'

/** The reference server with rules replaced by others that the contract allows: every check must still pass. */
export interface Variant {
  readonly id: string
  /** The behaviour of the deployment. */
  readonly title: string
  /**
   * The point that the contract leaves open. The variants of one open point exclude each other; those of several points
   * combine.
   */
  readonly point: string
  /** Judged alone: it hides the effect of other variants, or they hide its effect. */
  readonly alone?: true
  /** How this deployment interprets the open point. */
  readonly interpretation: string
  /** Recommendations that this variant does not meet. */
  readonly warns?: readonly RequirementId[]
  /** Requirements that may be blocked, since the variant removes a state that they need. */
  readonly blocks?: readonly RequirementId[]
  /** Codes that this variant never returns: the deployment reports it when a check requests their condition. */
  readonly unmet?: readonly ErrorCode[]
  /** Operations that its deployment file binds to null. */
  readonly notOffered?: readonly OperationName[]
  /** Operations that its deployment file binds to other addresses, such as `POST /quotes`. */
  readonly bound?: Partial<Readonly<Record<OperationName, string>>>
  /** Capabilities that its deployment file names as not offered. */
  readonly lacks?: readonly CapabilityId[]
  /** A function receives the current rules, which may include those of another variant. */
  readonly replace: Replacement
}
