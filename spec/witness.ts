/**
 * What a verdict needs a run to have shown (docs/outcomes.md, No vacuous pass): a rejection means something only where
 * the same operation was accepted, and "nothing happened" only where the same observation has shown something.
 */
import type { OperationName } from './generated/catalogue.ts'

export type Witness =
  /** The deployment accepted a request of this operation, with the operation's own kind of credentials. */
  | `accepted ${OperationName}`
  /** It accepted one of this shape. */
  | `accepted ${OperationName} ${string}`
  /** It rejected a request that carried the operation's own kind of credentials, for another reason than these. */
  | 'request rejected'
  /** It rejected a request, whatever the operation, with this status and code. */
  | `rejected ${number} ${string}`
  /** Needed alone: it responded to some request otherwise than with this status and code. */
  | `other than ${number} ${string}`
  /** A list of this operation had an item. */
  | `listed ${OperationName}`
  /** Two reads of one URL, by the same caller, differed, and a write was accepted between them. */
  | `changed ${OperationName}`
  /** A balance changed between two looks at it. */
  | 'money moved'
  /** An event was delivered to an endpoint of the harness. */
  | 'event delivered'

/** What one attempt at a check has shown, and what its verdict needs. */
export interface Witnesses {
  readonly shows: readonly Witness[]
  /** A pass needs each of them, wherever in the run they were shown. */
  readonly needs: readonly Witness[]
  /**
   * The attempt met rejections of requests that the contract does not show: a failure needs each of them, since without
   * it our request may be what is wrong.
   */
  readonly presumes: readonly Presumption[]
}

/** A rejected request that rests on a default, and the witness without which the rejection is no failure. */
export interface Presumption {
  readonly witness: Witness
  readonly operation: OperationName
  readonly status: number
  readonly exchange: string
  /** Fields that the rejection names; absent: it names none. */
  readonly fields?: readonly string[]
  /** What the harness chose itself, where the request was sent to a resource of that kind. */
  readonly choice?: Choice
}

/** A choice of the harness that the contract leaves to the deployment, such as the account type of a Bitcoin wallet. */
export interface Choice {
  /** For example `an account of type LIGHTNING for a Bitcoin wallet`. */
  readonly what: string
  /** The next step for the person. */
  readonly next: string
}

/** Operations whose whole request the contract shows (contract: Endpoints 1 and 2). */
export const FULLY_SHOWN: ReadonlySet<OperationName> = new Set<OperationName>([
  'verifyPlatformExternalAccountOwnership',
  'listAgentActions',
])

export const OTHER_THAN = 'other than '

/** Whether a run that has shown these has shown the witness. */
export function isShown(witness: Witness, shown: ReadonlySet<Witness>): boolean {
  if (!witness.startsWith(OTHER_THAN)) return shown.has(witness)
  const same = `rejected ${witness.slice(OTHER_THAN.length)}`
  return [...shown].some((one) => /^(?:accepted|rejected) /.test(one) && one !== same)
}
