/** The deployment for a sequence of steps: the check context and the response rules. */
import { createArrangements, type Arrange } from '../fixtures/preconditions.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import {
  openExchangeClient,
  type ExchangeClient,
  type ExchangeSession,
  type Outgoing,
} from '../fixtures/http/exchange-client.ts'
import { createConcurrently } from '../fixtures/concurrently.ts'
import { createLifetimes } from '../fixtures/lifetime.ts'
import { fillCustomers } from '../fixtures/customer-in-path.ts'
import { sendWithRetry, type SendExchange } from '../fixtures/http/retry-policy.ts'
import { CONSISTENCY_MS } from '../fixtures/patience.ts'
import { checkContextOf, type CheckContext } from '../fixtures/context.ts'
import { createWebhooks, type Webhooks } from '../fixtures/webhooks/webhooks.ts'
import { checkInvariants, requestFindings, type RequirementId } from '../spec/index.ts'
import { Violation, isMust, without, type Problem } from './violation.ts'

export interface World {
  readonly context: CheckContext
  readonly exchangeClient: ExchangeClient
  readonly deployment: Deployment
  /** Runs a function that sends invalid requests on purpose. */
  wrongOnPurpose<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Repeats a request until its result has no violation, for as long as a change may take to become visible.
   *
   * @throws Violation for the remaining one
   */
  settled<Seen>(
    ask: () => Promise<Seen>,
    problemsOf: (seen: Seen) => readonly Problem[],
    exchangeOf: (seen: Seen) => string | undefined,
    withinMs?: number,
  ): Promise<Seen>
  /** The violations of response rules and invariants so far. */
  lawsBroken(): readonly Violation[]
  /** Tears down the arranged states. */
  close(): Promise<void>
}

/** A request of Assay that does not conform to the contract: an error of Assay, not a violation. */
export class UnsoundRequest extends Error {
  override readonly name = 'UnsoundRequest'
}

/**
 * @param key prefix of the exchange ids of the sequence
 * @param seed of its wallets and request identifiers
 */
export function openWorld(
  deployment: Deployment,
  session: ExchangeSession,
  key: string,
  seed: string,
): World {
  const { time } = session
  const exchangeClient = openExchangeClient(key, 1, session, seed)
  let wrong = 0
  const pass = fillCustomers(deployment).send((outgoing, mayRepeat) => {
    if (wrong === 0) soundOnly(outgoing)
    return sendWithRetry(exchangeClient, outgoing, mayRepeat, {
      maxWaitMs: deployment.limits.maxWaitSeconds * 1000,
      time,
      hold: (ms) => session.rateLimiter.hold(ms),
    })
  })
  const arrangements = createArrangements(
    deployment,
    session.freshValues,
    pass,
    time,
    (text) => exchangeClient.redact(text),
    { seed: `${seed}/provisioning`, memory: session.provisioning },
  )
  const webhooks = createWebhooks(deployment, exchangeClient, session.post, time, false)
  const context = openContext(deployment, session, seed, {
    place: exchangeClient.place,
    pass,
    arrange: arrangements.arrange,
    webhooks,
  })
  return {
    context,
    exchangeClient,
    deployment,
    async wrongOnPurpose(work) {
      wrong++
      try {
        return await work()
      } finally {
        wrong--
      }
    },
    async settled(ask, problemsOf, exchangeOf, withinMs = CONSISTENCY_MS) {
      const seen = await context.poll(ask, (one) => !problemsOf(one).some(isMust), withinMs)
      without(problemsOf(seen), exchangeOf(seen))
      return seen
    },
    lawsBroken: () => violationsIn(exchangeClient, deployment),
    async close() {
      webhooks.close()
      await arrangements.tearDown()
    },
  }
}

/** A check context whose work is shared with nothing. */
function openContext(
  deployment: Deployment,
  { time, clock, latency, rateLimiter }: ExchangeSession,
  seed: string,
  {
    place,
    pass,
    arrange,
    webhooks,
  }: {
    readonly place: number
    readonly pass: SendExchange
    readonly arrange: Arrange
    readonly webhooks: Webhooks
  },
): CheckContext {
  const { lifetime } = createLifetimes(clock, latency, 1, deployment.limits.maxWaitSeconds)
  const context: CheckContext = checkContextOf(
    deployment,
    pass,
    arrange,
    webhooks,
    {
      ...time,
      clock,
      lifetime,
      concurrently: createConcurrently((size) => rateLimiter.gather(place, size)),
      jointly: (_, work) => work(context),
      readOnce: (_, __, read) => read(context),
    },
    seed,
  )
  return context
}

/** The violations of response rules and invariants so far. */
const violationsIn = (exchangeClient: ExchangeClient, { names }: Deployment): readonly Violation[] =>
  [...exchangeClient.conventions(), ...checkInvariants(exchangeClient.history(), names)].flatMap(
    ({ violations }) =>
      violations.map(
        ({ exchange, finding: { requirement, at, message } }) =>
          new Violation(requirement as RequirementId, `${at}: ${message}`, exchange),
      ),
  )

/** @throws UnsoundRequest when a body of Assay does not conform to the contract */
function soundOnly({ operation, body }: Outgoing): void {
  if (operation === undefined || body === undefined) return
  const findings = requestFindings(operation, JSON.parse(body))
  if (findings.length > 0) throw new UnsoundRequest(`${operation}: ${findings.join('; ')}`)
}
