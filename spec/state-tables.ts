/** The tables of states and moves of the contract (States and transitions), as data. */
import type { AreaId } from './generated/catalogue.ts'

export interface StateTransition {
  /** Default: creation. `*`: any state. */
  readonly from?: string
  readonly to: string
  readonly trigger: string
}

export interface StateTable {
  readonly name: string
  readonly area: AreaId
  /** Prefix of the ids of the resource (Conventions, identifiers). */
  readonly resource: string
  /** Where a representation says its state; for cards and stablecoins a default that the contract does not show. */
  readonly property: string
  readonly states: readonly string[]
  readonly transitions: readonly StateTransition[]
}

export const stateTables: readonly StateTable[] = [
  {
    name: 'External account',
    area: 'external-accounts',
    resource: 'ExternalAccount',
    property: 'status',
    states: ['PENDING', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'ACTIVE', 'INACTIVE'],
    transitions: [
      { from: '*', to: 'ACTIVE', trigger: 'a valid signature over an outstanding challenge, in time' },
      { from: '*', to: 'UNVERIFIED', trigger: 'a signature that is not valid, or too late' },
    ],
  },
  {
    name: 'Agent action',
    area: 'agent-operations',
    resource: 'AgentAction',
    property: 'status',
    states: ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED'],
    transitions: [
      { to: 'PENDING_APPROVAL', trigger: 'the agent submits what its policy wants approved' },
      { from: 'PENDING_APPROVAL', to: 'APPROVED', trigger: 'the platform approves' },
      { from: 'PENDING_APPROVAL', to: 'REJECTED', trigger: 'the platform rejects' },
      { from: 'APPROVED', to: 'FAILED', trigger: 'the execution fails' },
    ],
  },
  {
    name: 'Quote',
    area: 'cross-currency-transfers',
    resource: 'Quote',
    property: 'status',
    states: ['PENDING_AUTHORIZATION', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
    transitions: [
      {
        to: 'PENDING_AUTHORIZATION',
        trigger: 'created for a realtime-funding source in a region with strong authentication',
      },
    ],
  },
  {
    name: 'Card',
    area: 'cards',
    resource: 'Card',
    property: 'state',
    states: ['ACTIVE', 'FROZEN', 'CLOSED'],
    transitions: [
      { from: 'ACTIVE', to: 'FROZEN', trigger: 'the platform requests it' },
      { from: 'FROZEN', to: 'ACTIVE', trigger: 'the platform requests it' },
      { from: 'ACTIVE', to: 'CLOSED', trigger: 'the platform requests it' },
      { from: 'FROZEN', to: 'CLOSED', trigger: 'the platform requests it' },
    ],
  },
  {
    name: 'Stablecoin enablement',
    area: 'stablecoins',
    resource: 'Stablecoin',
    property: 'enablementStatus',
    states: ['NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED'],
    transitions: [
      { from: 'NOT_ENABLED', to: 'PENDING_APPROVAL', trigger: 'enablement is requested' },
      { from: 'PENDING_APPROVAL', to: 'PENDING_APPROVAL', trigger: 'enablement is requested again' },
    ],
  },
]
