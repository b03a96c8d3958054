import { createClock } from '../fixtures/clock.ts'
import type { Deployment } from '../fixtures/deployment/deployment.ts'
import type { DoorSetting } from '../fixtures/door.ts'
import type { Evidence } from '../fixtures/evidence.ts'
import { createFreshValues } from '../fixtures/fresh-values.ts'
import { createLatency } from '../fixtures/latency.ts'
import { createProvisioningMemory } from '../fixtures/provisioning/memory.ts'
import { openIdentity, withIdentity } from '../fixtures/identity.ts'
import { liveTransport } from '../fixtures/live-transport.ts'
import { livePace } from '../fixtures/live-setting.ts'
import { createRedaction, learnSecretsOf } from '../fixtures/redaction.ts'
import { withStateFunctions } from '../fixtures/state-functions-transport.ts'
import { systemTime } from '../fixtures/time.ts'
import { livePost } from '../fixtures/webhooks/live-post.ts'

export interface LiveSetting {
  /** What a sequence stands on: its secrets are forgotten with it. */
  of(evidence: Evidence): DoorSetting
  close(): Promise<void>
}

/** What sequences against a deployment share: its limits, its clock, and whether it answers. */
export function liveSetting(deployment: Deployment): LiveSetting {
  const { concurrency, maxWaitSeconds, requestTimeoutSeconds } = deployment.limits
  const transport = withStateFunctions(
    withIdentity(liveTransport(concurrency, deployment), openIdentity),
    deployment.stateFunctions,
  )
  const shared = {
    transport,
    pace: livePace(deployment.limits),
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
