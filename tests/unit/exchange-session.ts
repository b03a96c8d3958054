import { createClock } from '../../fixtures/clock.ts'
import { createFreshValues } from '../../fixtures/fresh-values.ts'
import type { ExchangeSession } from '../../fixtures/http/exchange-client.ts'
import { createLatency } from '../../fixtures/http/latency.ts'
import { unlimited } from '../../fixtures/http/rate-limiter.ts'
import type { Transport } from '../../fixtures/http/transport.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import type { Time } from '../../fixtures/time.ts'
import type { Exchange } from '../../spec/index.ts'
import { createTurns } from '../../fixtures/webhooks/turns.ts'

/** A session without a deployment, and the exchanges that it records. */
export function exchangeSession(
  time: Time,
  send: Transport['send'],
): { readonly session: ExchangeSession; readonly kept: readonly Exchange[] } {
  const kept: Exchange[] = []
  const session: ExchangeSession = {
    transport: { send, close: async () => undefined },
    rateLimiter: unlimited,
    post: {
      turns: createTurns(),
      hasReplaced: () => false,
      open: () => Promise.reject(new Error('no webhooks here')),
    },
    evidence: { keep: (exchange) => void kept.push(exchange) },
    redaction: createRedaction(),
    clock: createClock(time, 10),
    latency: createLatency(),
    freshValues: createFreshValues(),
    provisioning: createProvisioningMemory(),
    health: {},
    time,
    requestTimeoutMs: 1_000,
  }
  return { session, kept }
}
