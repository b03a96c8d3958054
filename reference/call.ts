import type { OperationName } from '../spec/index.ts'
import type { ReferenceResponse } from './reference-response.ts'
import type { Agent } from './resources/payments.ts'
import type { PlatformCredentials } from './rules/http.ts'
import type { Rules } from './rules/index.ts'
import type { Store } from './store.ts'

/** What an operation works on: the rules it keeps, what is stored, and the clock. */
export interface ServerContext {
  readonly rules: Rules
  readonly store: Store
  readonly credentials: PlatformCredentials
  readonly now: () => number
}

/** A request whose credentials have been accepted. */
export interface Call {
  readonly operation: OperationName
  /** Address with the query. */
  readonly url: string
  readonly parameter: (name: string) => string
  readonly query: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly header: (name: string) => string | undefined
  /** The body as it came in. */
  readonly text: string
  /** The body as a JSON object; rejects anything else. */
  readonly body: () => Readonly<Record<string, unknown>>
  /** The body as a JSON object, or an empty one where there is none. */
  readonly optionalBody: () => Readonly<Record<string, unknown>>
}

/** A call with an agent's token. */
export interface AgentCall extends Call {
  readonly agent: Agent
}

export type PlatformOperation = (
  server: ServerContext,
  call: Call,
) => ReferenceResponse | Promise<ReferenceResponse>
export type AgentOperation = (
  server: ServerContext,
  call: AgentCall,
) => ReferenceResponse | Promise<ReferenceResponse>
