import { createClock } from '../fixtures/clock.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'
import type { ExchangeSession } from '../fixtures/http/exchange-client.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import { createFreshValues } from '../fixtures/fresh-values.ts'
import { createLatency } from '../fixtures/http/latency.ts'
import { createProvisioningMemory } from '../fixtures/provisioning/memory.ts'
import { openIdentity, withIdentity } from '../fixtures/http/identity.ts'
import { liveTransport } from '../fixtures/http/live-transport.ts'
import { liveRateLimiter } from '../fixtures/session/live-session.ts'
import { createRedaction, learnSecretsOf } from '../fixtures/redaction/redaction.ts'
import { withStateFunctions } from '../fixtures/state-functions-transport.ts'
import { systemTime } from '../fixtures/time.ts'
import { livePost } from '../fixtures/webhooks/live-post.ts'

export interface LiveSession {
  /** The context of a sequence: its secrets are dropped with it. */
  of(evidence: Evidence): ExchangeSession
  close(): Promise<void>
}

/** What sequences against a deployment share: its limits, its clock, and whether it answers. */
export function liveSession(deployment: Deployment): LiveSession {
  const { concurrency, maxWaitSeconds, requestTimeoutSeconds } = deployment.limits
  const transport = withStateFunctions(
    withIdentity(liveTransport(concurrency, deployment), openIdentity),
    deployment.stateFunctions,
  )
  const shared = {
    transport,
    rateLimiter: liveRateLimiter(deployment.limits),
    post: livePost(deployment.baseUrl, {}),
    clock: createClock(systemTime, maxWaitSeconds),
    latency: createLatency(),
    freshValues: createFreshValues(),
    provisioning: createProvisioningMemory(),
    health: {},
    throttling: {},
    outward: deployment,
    time: systemTime,
    requestTimeoutMs: requestTimeoutSeconds * 1000,
  }
  return {
    of(evidence) {
      const redaction = createRedaction()
      learnSecretsOf(deployment, redaction)
      return { ...shared, evidence, redaction }
    },
    close: () => transport.close(),
  }
}
