/**
 * Walks through a list with the given number of actions through the exchange client, which records and judges each
 * page. Prints the cost: `{ "ms": …, "bytes": … }`, the maximum memory of this process.
 *
 * node bench/walk.ts <number of actions>
 */
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createClock } from '../fixtures/clock.ts'
import { openExchangeClient, type ExchangeSession } from '../fixtures/http/exchange-client.ts'
import { createFreshValues } from '../fixtures/fresh-values.ts'
import { createLatency } from '../fixtures/http/latency.ts'
import { createProvisioningMemory } from '../fixtures/provisioning/memory.ts'
import { liveTransport } from '../fixtures/http/live-transport.ts'
import { createRateLimiter } from '../fixtures/http/rate-limiter.ts'
import { createRedaction } from '../fixtures/redaction/redaction.ts'
import { systemTime } from '../fixtures/time.ts'
import { livePost } from '../fixtures/webhooks/live-post.ts'

const PAGE = 100

const action = (number: number) => {
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const created = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString()
  return {
    id: `AgentAction:${uuid}`,
    agentId: `Agent:${uuid}`,
    status: 'APPROVED',
    type: 'EXECUTE_QUOTE',
    createdAt: created,
    updatedAt: created,
  }
}

function serve(actions: number): void {
  const server = createServer((request, response) => {
    const from = Number(new URL(request.url ?? '/', 'http://page').searchParams.get('cursor') ?? 0)
    const data = Array.from({ length: Math.min(PAGE, actions - from) }, (_, index) => action(from + index))
    const hasMore = from + PAGE < actions
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data, hasMore, ...(hasMore ? { nextCursor: String(from + PAGE) } : {}) }))
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

async function walk(actions: number): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), [String(actions), 'serve'])
  const port = await new Promise<number>((listening) => server.once('message', listening))
  const transport = liveTransport(1)
  const session: ExchangeSession = {
    transport,
    rateLimiter: createRateLimiter(1_000_000, 1, systemTime),
    post: livePost(`http://127.0.0.1:${port}`, {}),
    evidence: { keep: () => undefined },
    redaction: createRedaction(() => undefined),
    clock: createClock(systemTime, 60),
    latency: createLatency(),
    freshValues: createFreshValues(),
    provisioning: createProvisioningMemory(),
    health: {},
    time: systemTime,
    requestTimeoutMs: 10_000,
  }
  const exchangeClient = openExchangeClient('walk', 1, session, 'walk')
  const begun = performance.now()
  let peak = 0
  let cursor: string | undefined = '0'
  while (cursor !== undefined) {
    const { json } = await exchangeClient.pass({
      kind: 'contract',
      operation: 'listAgentActions',
      method: 'GET',
      url: `http://127.0.0.1:${port}/2025-10-13/agents/me/actions?limit=${PAGE}&cursor=${cursor}`,
      headers: {},
      body: undefined,
      secretsIn: () => [],
    })
    cursor = (json as { readonly nextCursor?: string }).nextCursor
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  console.log(JSON.stringify({ ms: Math.round(performance.now() - begun), bytes: peak }))
  await transport.close()
  server.kill()
}

const [, , actions, role] = process.argv
if (role === 'serve') serve(Number(actions))
else await walk(Number(actions))
