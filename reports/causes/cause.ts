import type { FixIn, Verdict } from '../../spec/judgement.ts'

/** The one correction that would resolve failures and blocks. */
export interface Cause {
  /** The same in every run. */
  readonly id: string
  /** States the violation. */
  readonly title: string
  /** The worst of its verdicts. */
  readonly verdict: Verdict
  readonly fixIn: FixIn
  /** The next step for the person. */
  readonly next: string
  /** Ids of the requirements that it fails or blocks, in the order of the contract. */
  readonly requirements: readonly string[]
  /** How many of them have no other cause: its correction frees them. */
  readonly frees: number
  /** Ids of exchanges that show it: the first ones. */
  readonly exchanges: readonly string[]
}
