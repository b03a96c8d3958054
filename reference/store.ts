import type { Answer } from './answer.ts'
import type {
  Agent,
  AgentAction,
  Customer,
  ExternalAccount,
  InternalAccount,
  Quote,
  Transaction,
} from './resources.ts'

/** The first request under an identifier, and what it was answered, or is going to be. */
export interface RememberedRequest {
  readonly fingerprint: string
  readonly answer: Promise<Answer>
  readonly receivedAt: number
  answered: boolean
}

/** What an agent's software redeems for its access token, once. */
export interface DeviceCode {
  readonly agentId: string
  readonly expiresAt: number
  redeemed: boolean
}

/** All that a deployment knows, in memory. */
export interface Store {
  readonly customers: Map<string, Customer>
  readonly externalAccounts: Map<string, ExternalAccount>
  readonly internalAccounts: Map<string, InternalAccount>
  readonly agents: Map<string, Agent>
  readonly quotes: Map<string, Quote>
  readonly transactions: Map<string, Transaction>
  readonly actions: Map<string, AgentAction>
  readonly deviceCodes: Map<string, DeviceCode>
  /** By the scope of their request identifier. */
  readonly requests: Map<string, RememberedRequest>
}

export const emptyStore = (): Store => ({
  customers: new Map(),
  externalAccounts: new Map(),
  internalAccounts: new Map(),
  agents: new Map(),
  quotes: new Map(),
  transactions: new Map(),
  actions: new Map(),
  deviceCodes: new Map(),
  requests: new Map(),
})

/** The resource under the id, which a reference between stored resources guarantees. */
export function stored<Resource>(resources: ReadonlyMap<string, Resource>, id: string): Resource {
  const resource = resources.get(id)
  if (resource === undefined) throw new Error(`nothing is stored under ${id}`)
  return resource
}
