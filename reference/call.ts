import type { OperationName } from '../spec/index.ts'
import type { ReferenceResponse } from './reference-response.ts'
import type { Agent } from './resources/payments.ts'
import type { PlatformCredentials } from './rules/http.ts'
import type { Rules } from './rules/index.ts'
import type { ServedVersion } from './served-version.ts'
import type { Store } from './store.ts'

/** The context of an operation: rules, stored resources and clock. */
export interface ServerContext {
  readonly rules: Rules
  readonly store: Store
  readonly credentials: PlatformCredentials
  readonly now: () => number
  /** The later version of the contract that it serves; default: the one that Assay was made for. */
  readonly version?: ServedVersion | undefined
}

/** A request whose credentials have been accepted. */
export interface Call {
  readonly operation: OperationName
  /** Path with the query. */
  readonly url: string
  readonly parameter: (name: string) => string
  readonly query: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly header: (name: string) => string | undefined
  /** The body as received. */
  readonly text: string
  /** The body as a JSON object; rejects every other body. */
  readonly body: () => Readonly<Record<string, unknown>>
  /** The body as a JSON object, or an empty object if there is no body. */
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
