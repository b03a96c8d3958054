import { actionFaults } from './actions.ts'
import { approvalFaults } from './approvals.ts'
import { conventionFaults } from './conventions.ts'
import type { Fault } from './fault.ts'
import { ownershipFaults } from './ownership.ts'
import { quoteFaults } from './quotes.ts'

export type { Fault } from './fault.ts'

/** Every fault, in the order of the contract. */
export const faults: readonly Fault[] = [
  ...ownershipFaults,
  ...actionFaults,
  ...quoteFaults,
  ...approvalFaults,
  ...conventionFaults,
]
