import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import type { Finding } from '../../spec/index.ts'
import { evidenceKeeper } from '../../traffic/evidence-keeper.ts'
import type { RecordedExchange, RecordedResponse } from '../../traffic/recorded-exchange.ts'

const VIOLATION: Finding = { requirement: 'CNV-05', at: '/amount', message: 'is a text' }
const BODY = Buffer.from(JSON.stringify({ data: 'x'.repeat(1_000) }))

/** @param characters room for evidence */
function keeping(characters: number) {
  let written = 0
  let number = 0
  const keep = evidenceKeeper(
    {
      redaction: createRedaction(),
      evidence: { keep: (exchange) => (written += JSON.stringify(exchange).length) },
    },
    characters,
  )
  const exchangeOf = (status: number, findings: readonly Finding[]) => {
    const response: RecordedResponse = { status, headers: {}, body: BODY, bytes: BODY.length, isExact: true }
    const exchange: RecordedExchange = {
      id: `proxy.0.${++number}`,
      recording: 'proxy',
      check: 'proxy',
      method: 'GET',
      url: 'https://h.example/2025-10-13/tokens',
      requestHeaders: {},
      requestBody: 'none',
      sentAt: 0,
      durationMs: 1,
      response,
      secrets: [],
    }
    const before = written
    keep(exchange, response, 'listTokens', findings)
    return written > before
  }
  return { keep: exchangeOf, written: () => written }
}

describe('the evidence of traffic', () => {
  it('is kept while there is room, and then where it shows a violation or a status for the first times', () => {
    const { keep } = keeping(50_000)

    const kept = Array.from({ length: 200 }, () => keep(200, []))

    assert.ok(kept[0])
    assert.ok(!kept.at(-1))
    assert.ok(keep(200, [VIOLATION]))
    assert.ok(keep(404, []))
  })

  it('is bounded for any deployment', () => {
    const { keep, written } = keeping(50_000)

    for (let at = 0; at < 500; at++) keep(100 + at, [VIOLATION])

    assert.ok(written() < 2 * 50_000 + 10_000, String(written()))
  })
})
