/**
 * Witnesses that a verdict needs (docs/outcomes.md, No pass without evidence). A rejection is meaningful only if the same
 * operation was accepted, and "nothing happened" only if the same observation has detected a change.
 */
import type { OperationName } from './generated/catalogue.ts'

export type Witness =
  /** The deployment accepted a request of this operation with valid credentials for it. */
  | `accepted ${OperationName}`
  /** It accepted a request of this shape. */
  | `accepted ${OperationName} ${string}`
  /** It rejected a request with valid credentials for the operation, for a reason other than these. */
  | 'request rejected'
  /** It rejected a request of any operation with this status and code. */
  | `rejected ${number} ${string}`
  /** The only needed witness: a response to some request with another status or code. */
  | `other than ${number} ${string}`
  /** A list of this operation had an item. */
  | `listed ${OperationName}`
  /** Two reads of one URL by the same caller differed, with an accepted write between them. */
  | `changed ${OperationName}`
  /** A balance changed between two reads. */
  | 'money moved'
  /** An event was delivered to an endpoint of Assay. */
  | 'event delivered'

/** Witnesses that one attempt at a check produced, and those that its verdict needs. */
export interface Witnesses {
  readonly shows: readonly Witness[]
  /** A pass needs each of them, from anywhere in the run. */
  readonly needs: readonly Witness[]
  /**
   * The deployment rejected requests that the contract does not show. A failure needs each of these witnesses, since
   * otherwise Assay's request may be invalid.
   */
  readonly presumes: readonly Presumption[]
  /** The POST requests that were accepted, most of which create something; absent: none. */
  readonly accepted?: Readonly<Partial<Record<OperationName, AcceptedPosts>>>
}

/** Statuses of a maximum that is reached: the contract shows none, but for its own limits. */
export const WHERE_FULL: readonly number[] = [400, 403, 409]

/** Accepted POST requests of one operation. */
export interface AcceptedPosts {
  readonly count: number
  /** When the last of them was sent, ms since the epoch. */
  readonly lastAt: number
}

/** A rejected request that uses a default, and the witness without which the rejection is not a failure. */
export interface Presumption {
  readonly witness: Witness
  readonly operation: OperationName
  readonly status: number
  readonly exchange: string
  /** When the rejection was received, ms since the epoch, if the check expected a success; absent: it did not. */
  readonly unexpectedAt?: number
  /** Fields that the rejection names; absent: none. */
  readonly fields?: readonly string[]
  /** Whether the request had no body, and the rejection says that it needs one; absent: no. */
  readonly needsBody?: true
  /** Choices of Assay for the resource of the request. */
  readonly choice?: Choice
}

/** A choice of Assay that the contract leaves to the deployment, such as the account type of a Bitcoin wallet. */
export interface Choice {
  /** For example `an account of type LIGHTNING for a Bitcoin wallet`. */
  readonly what: string
  /** The next step for the person. */
  readonly next: string
}

/** Operations with a complete request in the contract (Endpoints 1 and 2). */
export const FULLY_SHOWN: ReadonlySet<OperationName> = new Set<OperationName>([
  'verifyPlatformExternalAccountOwnership',
  'listAgentActions',
])

export const OTHER_THAN = 'other than '

/** Whether a run with these witnesses has the needed one. */
export function isShown(witness: Witness, shown: ReadonlySet<Witness>): boolean {
  if (!witness.startsWith(OTHER_THAN)) return shown.has(witness)
  const same = `rejected ${witness.slice(OTHER_THAN.length)}`
  return [...shown].some((one) => /^(?:accepted|rejected) /.test(one) && one !== same)
}

/** The accepted POST requests of several attempts, by operation. */
export function acceptedIn(all: readonly Pick<Witnesses, 'accepted'>[]): NonNullable<Witnesses['accepted']> {
  const sums = new Map<OperationName, AcceptedPosts>()
  for (const { accepted = {} } of all)
    for (const [name, { count, lastAt }] of Object.entries(accepted)) {
      const operation = name as OperationName
      const before = sums.get(operation) ?? { count: 0, lastAt: -Infinity }
      sums.set(operation, { count: before.count + count, lastAt: Math.max(before.lastAt, lastAt) })
    }
  return Object.fromEntries(sums)
}
