import type { Deployment } from '../fixtures/config/deployment.ts'
import type { ExchangeSession } from '../fixtures/http/exchange-client.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import { createRedaction, learnSecretsOf } from '../fixtures/redaction/redaction.ts'
import { liveSession } from '../fixtures/session/live-session.ts'

export interface ExplorationSession {
  /** For one sequence: its secrets are dropped afterwards. */
  of(evidence: Evidence): ExchangeSession
  close(): Promise<void>
}

/** Shared by all sequences against a deployment: its limits, its clock, and whether it responds. */
export function openSession(deployment: Deployment): ExplorationSession {
  const shared = liveSession(deployment)
  return {
    of(evidence) {
      const redaction = createRedaction()
      learnSecretsOf(deployment, redaction)
      return { ...shared, evidence, redaction, held: undefined }
    },
    close: () => shared.transport.close(),
  }
}
