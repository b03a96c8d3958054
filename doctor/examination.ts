import { randomUUID } from 'node:crypto'
import { createArrangements, type Arrangements } from '../fixtures/preconditions.ts'
import type { CheckedResponse } from '../fixtures/http/checked-response.ts'
import { Blocked } from '../fixtures/errors.ts'
import { basic, bearer } from '../fixtures/http/authorization.ts'
import { createCaller, type Call } from '../fixtures/caller.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { fillCustomers } from '../fixtures/customer-in-path.ts'
import {
  openExchangeClient,
  toCheckedResponse,
  type ExchangeClient,
  type Outgoing,
} from '../fixtures/http/exchange-client.ts'
import type { RateLimiter } from '../fixtures/http/rate-limiter.ts'
import type { Redaction } from '../fixtures/redaction/redaction.ts'
import { localNow, systemTime } from '../fixtures/time.ts'
import { TransportError, type Transport, type WireResponse } from '../fixtures/http/transport.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import type { Identity } from '../fixtures/http/identity.ts'
import { givenFor } from '../fixtures/given/given-pool.ts'
import { liveSession } from '../fixtures/session/live-session.ts'
import { holdingNothing } from '../fixtures/semaphore.ts'
import { stakesOf, type Stakes } from './stakes.ts'

/** A request and its response. */
export interface Noted {
  readonly url: string
  readonly sentAt: number
  /** undefined: no complete response. */
  readonly response: WireResponse | undefined
  readonly problem: TransportError | undefined
}

/** A request without an operation. */
export interface NowhereRequest {
  readonly method: string
  /** Path below the base address. */
  readonly path: string
  readonly authorization: string | undefined
  readonly text: string | undefined
}

/** Shared by all examinations: the deployment, and one exchange client with the limits and redaction of a run. */
export interface Examination {
  readonly deployment: Deployment
  readonly stakes: Stakes
  readonly exchangeClient: ExchangeClient
  readonly arrangements: Arrangements
  readonly redaction: Redaction
  /** Everything sent so far, in order. */
  readonly noted: readonly Noted[]
  /** Value of the Authorization header of the platform. */
  readonly platform: string
  agent(accessToken: string): string
  /** The response to a request; throws `Blocked` when none arrives. */
  ask(call: Call): Promise<CheckedResponse | Blocked>
  /** The response to a request without an operation below the base address; throws `Blocked` when none arrives. */
  askNowhere(request?: NowhereRequest): Promise<CheckedResponse | Blocked>
  close(): Promise<void>
}

export interface ExaminationOptions {
  /** Areas and requirement ids of the run; default: all claimed areas. */
  readonly only?: readonly string[]
  /** Keeps the exchanges; default: they are not kept. */
  readonly evidence?: Evidence
  /** How requests identify Assay; default: openly. */
  readonly identity?: Identity
  /** Time limit of one response; default: from the deployment file. */
  readonly requestTimeoutMs?: () => number
  /** The rate limiter; default: a separate one for this examination. */
  readonly rateLimiter?: RateLimiter
}

export function beginExamination(
  deployment: Deployment,
  { only = [], evidence, identity, requestTimeoutMs, rateLimiter }: ExaminationOptions = {},
): Examination {
  const shared = liveSession(deployment, {
    ...(evidence && { evidence }),
    ...(identity && { identity }),
    ...(rateLimiter && { rateLimiter }),
  })
  const noted: Noted[] = []
  const setting = {
    ...shared,
    // One client sends everything, so nothing would release what it holds.
    held: undefined,
    transport: notingTransport(shared.transport, requestTimeoutMs, (exchange) => noted.push(exchange)),
  }
  const exchangeClient = probing(openExchangeClient('probe', 1, setting, randomUUID()))
  const pass = fillCustomers(deployment).send((outgoing) => exchangeClient.pass(outgoing))
  const call = createCaller(deployment, pass)
  const { clientId, clientSecret } = deployment.credentials
  return {
    deployment,
    stakes: stakesOf(deployment, only),
    exchangeClient,
    arrangements: createArrangements(
      deployment,
      shared.freshValues,
      pass,
      systemTime,
      (text) => exchangeClient.redact(text),
      {
        seed: randomUUID(),
        memory: shared.provisioning,
        given:
          shared.given && givenFor(shared.given, { lessee: 'probe/1', check: 'probe', rest: holdingNothing }),
      },
    ),
    redaction: shared.redaction,
    noted,
    platform: basic(clientId, clientSecret),
    agent: bearer,
    ask: (asked) => call(asked).catch(blockedOrThrow),
    askNowhere: (request = randomRead()) =>
      exchangeClient
        .pass(nowhere(deployment, request))
        .then((incoming) => toCheckedResponse(undefined, incoming, true))
        .catch(blockedOrThrow),
    close: () => shared.transport.close(),
  }
}

const randomRead = (): NowhereRequest => ({
  method: 'GET',
  path: `/${randomUUID()}`,
  authorization: undefined,
  text: undefined,
})

const nowhere = (
  { baseUrl }: Deployment,
  { method, path, authorization, text }: NowhereRequest,
): Outgoing => ({
  kind: 'contract',
  operation: undefined,
  method,
  url: `${baseUrl}${path}`,
  headers: {
    accept: 'application/json',
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...(authorization !== undefined && { authorization }),
  },
  body: text,
  secretsIn: () => [],
})

/** Exchanges of an examination are not evidence for any verdict. */
const probing = (exchangeClient: ExchangeClient): ExchangeClient => ({
  ...exchangeClient,
  pass: (outgoing) =>
    exchangeClient.pass(outgoing.kind === 'contract' ? { ...outgoing, kind: 'probe' } : outgoing),
})

function notingTransport(
  transport: Transport,
  timeoutMs: (() => number) | undefined,
  note: (exchange: Noted) => void,
): Transport {
  return {
    async send(request) {
      const { url } = request
      const sentAt = localNow()
      try {
        const response = await transport.send(
          timeoutMs === undefined ? request : { ...request, timeoutMs: Math.max(1, timeoutMs()) },
        )
        note({ url, sentAt, response, problem: undefined })
        return response
      } catch (error) {
        if (error instanceof TransportError) note({ url, sentAt, response: undefined, problem: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** For `catch`: returns a `Blocked` as a value and rethrows other errors. */
export function blockedOrThrow(error: unknown): Blocked {
  if (error instanceof Blocked) return error
  throw error
}
