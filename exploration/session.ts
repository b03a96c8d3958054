import type { Deployment } from '../fixtures/config/deployment.ts'
import type { ExchangeSession } from '../fixtures/http/exchange-client.ts'
import type { Evidence } from '../fixtures/recording/evidence.ts'
import { createRecentRedaction } from '../fixtures/redaction/recent-redaction.ts'
import { learnSecretsOf } from '../fixtures/redaction/redaction.ts'
import { liveSession } from '../fixtures/session/live-session.ts'

export interface ExplorationSession {
  /** For one sequence. */
  of(evidence: Evidence): ExchangeSession
  close(): Promise<void>
}

/** Shared by all sequences against a deployment: its limits, its clock, and whether it responds. */
export function openSession(deployment: Deployment): ExplorationSession {
  const shared = liveSession(deployment)
  const redaction = createRecentRedaction((opened) => learnSecretsOf(deployment, opened))
  return {
    of(evidence) {
      redaction.recover()
      return { ...shared, evidence, redaction, held: undefined }
    },
    close: () => shared.transport.close(),
  }
}
