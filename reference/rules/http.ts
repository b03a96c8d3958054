import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { operations, type OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../reference-response.ts'
import { digest } from '../digest.ts'
import { refusal, type Refusal } from '../errors.ts'
import type { Agent, ResourceType } from '../resources/payments.ts'
import type { Store } from '../store.ts'

export interface PlatformCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** A request as received, before its credentials are verified. */
export interface ReceivedRequest {
  readonly method: string
  /** Path with the query. */
  readonly url: string
  readonly authorization: string | undefined
  /** The media types that the client accepts. */
  readonly accept: string | undefined
}

const isSecret = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))

/** Why requests are rejected. */
const refusals = {
  unparsableBody: refusal(400, 'INVALID_REQUEST_FORMAT', 'The request body is not JSON.'),
  malformedBody: refusal(400, 'INVALID_REQUEST_FORMAT', 'The request body is not a JSON object.'),
  bodyTooLarge: refusal(400, 'INVALID_REQUEST_FORMAT', 'The request body is larger than 1 MB.'),
  unknownRoute: refusal(404, 'NOT_FOUND', 'There is no such resource.'),
}

/** Contract: Conventions, Authentication, Errors. */
export const httpRules = {
  ...refusals,

  /** Platform endpoints take the client identifier and secret in Basic (Authentication, row 1). */
  mayCallAsPlatform(
    _operation: OperationName,
    authorization: string | undefined,
    { clientId, clientSecret }: PlatformCredentials,
    _agents: Iterable<Agent>,
  ): boolean {
    const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1]
    if (encoded === undefined) return false
    return isSecret(Buffer.from(encoded, 'base64').toString('utf8'), `${clientId}:${clientSecret}`)
  },

  /** Agent endpoints take the agent's access token as bearer (Authentication, row 2). */
  callingAgent(
    _operation: OperationName,
    authorization: string | undefined,
    agents: Iterable<Agent>,
    _platform: PlatformCredentials,
  ): Agent | undefined {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return undefined
    const given = digest(token)
    for (const agent of agents) {
      const known = agent.accessTokenDigest
      // The start of a digest reveals nothing about the token, and excludes most agents.
      if (given[0] === known[0] && timingSafeEqual(given, known)) return agent
    }
    return undefined
  },

  /** 401 UNAUTHORIZED: an issue with the API credentials (Errors, 401 codes; Endpoints 2). */
  unauthorized: (_operation: OperationName): Refusal => ({
    status: 401,
    code: 'UNAUTHORIZED',
    reason: 'The credentials are missing or not valid for this operation.',
  }),

  /** The list of agent actions has its own error shape; all other operations use that of the platform (Errors). */
  errorShape: (operation: OperationName | undefined): 'PLATFORM' | 'AGENT_LIST' =>
    operation !== undefined && operations[operation].errors === 'AGENT_LIST' ? 'AGENT_LIST' : 'PLATFORM',

  /** Each code has the status of its catalogue entry (Errors). */
  refusalAsAnswered: (refusal: Refusal): Refusal => refusal,

  /** `{ code, reason, details? }` (Errors, body shape). */
  platformErrorBody: ({ code, reason, fieldErrors }: Refusal): unknown => ({
    code,
    reason,
    ...(fieldErrors && { details: { errors: fieldErrors } }),
  }),

  /** `{ status, code, message, details }` (Endpoints 2, error responses). */
  agentListErrorBody: ({ status, code, reason, fieldErrors }: Refusal): unknown => ({
    status,
    code,
    message: reason,
    details: fieldErrors ? { errors: fieldErrors } : {},
  }),

  /** The action list returns SERVICE_SWITCH_ERROR, all other operations INTERNAL_ERROR (Errors, 500 codes). */
  internalError: (operation: OperationName | undefined): Refusal => ({
    status: 500,
    code: operation === 'listAgentActions' ? 'SERVICE_SWITCH_ERROR' : 'INTERNAL_ERROR',
    reason: 'The request could not be completed.',
  }),

  /** The JSON value of a request body (Conventions). @throws SyntaxError when it has none */
  parseBody: (_operation: OperationName, text: string): unknown => JSON.parse(text),

  /** Bodies are JSON, with the JSON content type (Conventions). */
  contentType: (_operation: OperationName | undefined, _status: number): string => 'application/json',

  /** ISO 8601 in UTC (Conventions). */
  serialiseTimestamp: (instant: number): unknown => new Date(instant).toISOString(),

  /** An integer in the smallest unit (Conventions). */
  serialiseAmount: (amount: bigint): unknown => Number(amount),

  /**
   * Whether the operation requires a request identifier that the request lacks; only quote creation does (Endpoints 3).
   */
  requestIdIsMissing: (_operation: OperationName, _requestId: string | undefined): boolean => false,

  /** The bearer token of an agent; its form is specific to the deployment. */
  newAccessToken: (): string => randomBytes(32).toString('base64url'),

  /** `<ResourceType>:<uuid>` (Conventions). */
  newId: (type: ResourceType): string => `${type}:${randomUUID()}`,

  /** A stream is sent in chunks, without its length. */
  serialiseBody: (body: unknown): string | ReadableStream<Uint8Array> => JSON.stringify(body),

  /** The deployment's clock, in ms since the epoch; its Date header has the same time. */
  currentTime: (): number => Date.now(),

  /** Whether the server that receives the request knows the resources in its address. */
  knowsResourcesOf: (_url: string): boolean => true,

  /** The view of stored resources that reading operations use. */
  storeToRead: (store: Store): Store => store,

  /** The last change of every response of every operation. */
  respond: (
    _operation: OperationName | undefined,
    response: ReferenceResponse,
    _request: ReceivedRequest,
  ): ReferenceResponse | Promise<ReferenceResponse> => response,
}
