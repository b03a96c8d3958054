/** A run as large as they come: every requirement of the contract, ten thousand exchanges, no two bodies alike. */
import type { Conformance, Exchange, Judgement } from '../../reports/conformance.ts'
import { foldRun } from '../../reports/fold-run.ts'
import { areas, operations, requirements } from '../../spec/index.ts'

const EXCHANGES = 10_000
const BASE = 'http://127.0.0.1:41059/2025-10-13'

export function largeRun(): { readonly conformance: Conformance; readonly exchanges: readonly Exchange[] } {
  const random = mulberry32(7)
  const specified = requirements.filter(({ specified: isSpecified }) => isSpecified)
  const each = Math.ceil(EXCHANGES / specified.length)
  const exchanges: Exchange[] = []
  const judgements = specified.map(({ id, title, operations: own }): Judgement => {
    const ids = Array.from({ length: each }, (_, index) => {
      const operation = own[index % Math.max(1, own.length)] ?? Object.keys(operations)[0]!
      exchanges.push(exchange(`${id.toLowerCase()}.0.${index}`, operation, exchanges.length, random))
      return `${id.toLowerCase()}.0.${index}`
    })
    return {
      deployment: 'large',
      check: id.toLowerCase(),
      title,
      requirements: [id],
      verdict: 'pass',
      attempt: 0,
      durationMs: 200,
      expectations: 3,
      exchanges: ids,
      conventions: [],
    }
  })
  const conformance = foldRun({
    catalogue: requirements,
    edition: 1,
    areas,
    claimedAreas: areas.map(({ id }) => id),
    notOffered: [],
    only: [],
    planned: [],
    judgements,
    toolVersion: '0.1.0',
    deployment: { name: 'large', baseUrl: BASE },
    seed: '7',
    startedAt: '2026-11-21T10:00:00.000Z',
    finishedAt: '2026-11-21T10:09:00.000Z',
    complete: true,
    coverage: {
      operations: [],
      errorCodes: { seen: {}, neverSeen: [] },
      enumValues: [],
      schemaProperties: [],
    },
    unserved: new Set<string>(),
  })
  return { conformance, exchanges }
}

function exchange(id: string, operation: string, number: number, random: () => number): Exchange {
  const uuid = () =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(random() * 16).toString(16))
  const date = new Date(Date.UTC(2026, 10, 21, 10) + number * 50)
  const body = JSON.stringify({
    id: `AgentAction:${uuid()}`,
    agentId: `Agent:${uuid()}`,
    customerId: `Customer:${uuid()}`,
    status: ['PENDING_APPROVAL', 'APPROVED', 'REJECTED'][number % 3],
    createdAt: date.toISOString(),
    quote: { id: `Quote:${uuid()}`, totalSendingAmount: Math.floor(random() * 1e7), status: 'PENDING' },
  })
  return {
    id,
    check: id,
    kind: number % 4 === 0 ? 'state' : 'contract',
    operation,
    at: date.toISOString(),
    durationMs: 1 + random() ** 4 * 900,
    request: {
      method: 'POST',
      url: `${BASE}/agents/Agent:${uuid()}/actions`,
      headers: { authorization: 'Bearer «redacted:authorization»', 'x-request-id': uuid() },
      body: JSON.stringify({ lockedCurrencyAmount: Math.floor(random() * 1e6), requestId: uuid() }),
    },
    response: {
      status: number % 3 === 0 ? 201 : 400,
      headers: { 'content-type': 'application/json', date: date.toUTCString() },
      body,
      bytes: body.length,
      truncated: false,
    },
    findings: [],
  }
}

/** Numbers from 0 to 1, the same in every run. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
