/** What a run keeps of a response does not keep the whole response in memory. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Incoming } from '../../fixtures/http/exchange-client.ts'
import { ownText } from '../../fixtures/own-text.ts'
import { cutBetweenWords } from '../../fixtures/redaction/excerpt.ts'
import { waitUntilKnown } from '../../fixtures/wait-until-known.ts'
import { keepJudgement } from '../../runner/perform-run.ts'
import type { Judgement } from '../../spec/index.ts'

const MEGABYTE = 1024 * 1024
const RESPONSES = 64

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Memory of reachable objects, bytes. The memory of a text is freed a moment after the text. */
async function reachable(): Promise<number> {
  for (let time = 0; time < 4; time++) {
    collectGarbage()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A response of a megabyte, as read from the network. */
const longText = (id: string) =>
  Buffer.from(`{"id":"${id}","note":"${'x '.repeat(MEGABYTE / 2)}"}`).toString()
const idOf = (number: number) => `Agent:00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Bytes needed to keep a value of each response. */
async function keeping(keep: (text: string, number: number) => unknown): Promise<number> {
  const before = await reachable()
  const kept: unknown[] = []
  for (let number = 0; number < RESPONSES; number++) kept.push(await keep(longText(idOf(number)), number))
  const after = await reachable()
  assert.equal(kept.length, RESPONSES)
  return after - before
}

const isSmall = (bytes: number) =>
  assert.ok(bytes < (RESPONSES / 4) * MEGABYTE, `${Math.round(bytes / MEGABYTE)} MB`)

describe('the stored part of a long response', () => {
  it('is a separate text', () => {
    for (const text of ['', 'short', 'ä longer text than thirteen characters', '\ud800 "quoted"\n'])
      assert.equal(ownText(text), text)
  })

  it('is the identifiers alone', async () => {
    let text = ''
    const known = waitUntilKnown(
      () =>
        Promise.resolve<Incoming>({
          exchange: 'a.1.1',
          sentAt: 0,
          endedAt: 0,
          response: { status: 201, headers: {}, body: Buffer.alloc(0), receivedAt: 0 },
          text,
          json: {},
          shown: '',
        }),
      { now: () => 0, sleep: () => Promise.resolve() },
    )

    const bytes = await keeping(async (long) => {
      text = long
      await known.pass(
        {
          kind: 'contract',
          operation: undefined,
          method: 'POST',
          url: 'https://host.example/2025-10-13/agents',
          headers: {},
          body: undefined,
          secretsIn: () => [],
        },
        true,
      )
    })

    assert.equal(known.newSince(idOf(RESPONSES - 1), 'arranged'), 0)
    isSmall(bytes)
  })

  it('is an excerpt alone', async () => {
    isSmall(await keeping((text) => cutBetweenWords(text, 1_000)))
  })

  it('is the quotation in a judgement alone', async () => {
    const out = mkdtempSync(join(tmpdir(), 'assay-kept-'))
    try {
      const bytes = await keeping((text) =>
        keepJudgement(out, { check: 'a', message: text.slice(0, 1_000) } as Judgement),
      )
      isSmall(bytes)
    } finally {
      rmSync(out, { recursive: true })
    }
  })
})
