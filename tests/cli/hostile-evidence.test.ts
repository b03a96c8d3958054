/** What a deployment sends cannot take the evidence, the report, or the memory of the run away. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { reportInto } from '../../cli/report-folder.ts'
import { createViolationRoom } from '../../fixtures/http/violation-room.ts'
import { evidenceIn } from '../../fixtures/recording/evidence.ts'
import { readRecording } from '../../fixtures/recording/recording.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { exchangesIn } from '../../reports/exchange-lines.ts'
import type { Exchange } from '../../spec/index.ts'
import { assay, emptyFolder } from './assay.ts'
import { startSmallDeployment } from './small-deployment.ts'

/** Judges a deployment that sends such a body when it is asked to verify an account. */
async function judged(body: () => object) {
  const deployment = await startSmallDeployment({
    operation: (route) => (route.endsWith('/verify') ? { status: 200, body: body() } : undefined),
  })
  const folder = emptyFolder()
  const file = join(folder, 'deployment.yaml')
  writeFileSync(file, deployment.text)
  const out = join(folder, 'out')
  const ended = await assay(
    ['run', '--deployment', file, '--out', out, '--only', 'OWN-01', 'OWN-02'],
    deployment.variables,
  )
  await deployment.close()
  return { ...ended, out }
}

const conformanceIn = (out: string) =>
  JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance

describe('a deployment that is judged', () => {
  it('keeps an exchange with a character that some readers treat as the end of a line', async () => {
    const { code, stderr, out } = await judged(() => ({ zz: 'a\u2028b\u2029c\u0085d' }))

    assert.equal(code, 1, stderr)
    const { requirements } = conformanceIn(out)
    assert.ok(requirements.every(({ reason = '' }) => !reason.includes('evidence is missing')))
    const lines = readFileSync(join(out, 'exchanges.jsonl'), 'utf8').split('\n').length - 1
    assert.equal((await exchangesIn(join(out, 'exchanges.jsonl'))).length, lines)
    assert.ok(existsSync(join(out, 'exchanges.har')))
  })

  it('fails all the same when it sends more secrets than can be redacted', async () => {
    let sent = 0
    const secrets = () =>
      Array.from({ length: 22_000 }, () => ({ clientSecret: `s3cret-${sent++}-of-nobody` }))
    const { code, stderr, out } = await judged(() => ({ secrets: secrets() }))

    const { complete, incompleteReason = '' } = conformanceIn(out)
    assert.equal(code, 1, stderr)
    assert.equal(complete, false)
    assert.match(incompleteReason, /the deployment sent more secrets than Assay can redact/)
    for (const name of ['exchanges.jsonl', 'conformance.json', 'index.html'])
      assert.doesNotMatch(readFileSync(join(out, name), 'utf8'), /s3cret-\d/)
  })
})

it('evidence stays small however long the bodies and headers of a deployment are', async () => {
  const out = emptyFolder()
  const evidence = evidenceIn(out, 1_000_000)
  const long = 'x'.repeat(60_000)
  const exchange = (id: string) =>
    ({
      id,
      request: { method: 'GET', url: 'http://a.example', headers: {} },
      response: { status: 200, headers: { 'x-a': long }, body: long, bytes: 60_000, truncated: false },
    }) as unknown as Exchange
  for (let number = 1; number <= 500; number++) evidence.keep(exchange(`a.1.${number}`))

  const file = join(out, 'exchanges.jsonl')
  assert.ok(statSync(file).size < 3_000_000, `${statSync(file).size} bytes`)
  const kept = await exchangesIn(file)
  assert.equal(kept.length, 500)
  assert.equal(kept[0]!.response!.body, long)
  assert.deepEqual([kept[499]!.response!.status, kept[499]!.response!.truncated], [200, true])
})

/** An exchange of the check `a`. */
const exchangeOf = (
  number: number,
  { findings = [], ...parts }: Partial<Exchange> & Pick<Exchange, 'request' | 'response'>,
): Exchange => ({
  id: `a.1.${number}`,
  check: 'a',
  kind: 'contract',
  at: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  findings,
  ...parts,
})

it('a run with much evidence is replayed from it', () => {
  const out = emptyFolder()
  const evidence = evidenceIn(out, 1)
  const [body, sent] = ['x '.repeat(3_000), 'y '.repeat(3_000)]
  for (const number of [1, 2])
    evidence.keep(
      exchangeOf(number, {
        request: { method: 'POST', url: 'http://a.example/', headers: {}, body: sent },
        response: { status: 200, headers: {}, body, bytes: body.length, truncated: false },
      }),
    )
  writeFileSync(join(out, 'recording.json'), '{}')

  const [, later] = readRecording(out).of('a', 1)

  assert.deepEqual([later?.response?.body, later?.response?.truncated], [body, false])
  assert.equal(later?.request.body, sent)
})

it('evidence stays small however many exchanges a deployment causes', async () => {
  const out = emptyFolder()
  const evidence = evidenceIn(out, 1_000_000, 1_000_000)
  const headers = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, 'x'.repeat(600)]))
  const findings = Array.from({ length: 20 }, (_, at) => ({
    requirement: `CNV-0${1 + (at % 2)}`,
    at: `/${'\u0001'.repeat(490)}`,
    message: 'm'.repeat(490),
  }))
  for (let number = 1; number <= 2_000; number++)
    evidence.keep(
      exchangeOf(number, {
        request: { method: 'GET', url: `http://a.example/${'x'.repeat(8_000)}`, headers },
        response: { status: 200, headers, body: 'x'.repeat(60_000), bytes: 60_000, truncated: false },
        findings,
      }),
    )

  const file = join(out, 'exchanges.jsonl')
  assert.ok(statSync(file).size < 4_000_000, `${statSync(file).size} bytes`)
  const kept = await exchangesIn(file)
  assert.equal(kept.length, 2_000)
  const { request, response, findings: found } = kept[1_999]!
  assert.equal(request.url, 'http://a.example/…')
  assert.deepEqual([response!.status, response!.truncated], [200, true])
  assert.deepEqual(found.map(({ requirement }) => requirement).toSorted(), ['CNV-01', 'CNV-02'])
})

it('violations stay few however many a deployment causes, and none of their rules is lost', () => {
  const room = createViolationRoom(10_000)
  const violations = Array.from({ length: 20 }, (_, at) => ({
    requirement: `CNV-0${1 + (at % 2)}`,
    at: `/${at}`,
    message: 'm '.repeat(200),
  }))

  assert.equal(room.fit(violations), violations)
  room.fit(violations)
  const fitted = room.fit(violations)

  assert.deepEqual(fitted.map(({ requirement, at }) => `${requirement} ${at}`).toSorted(), [
    'CNV-01 /0',
    'CNV-02 /1',
  ])
  assert.ok(fitted.every(({ message }) => message.length <= 80))
})

it('a report that cannot be made for another reason than its files is inconclusive', async () => {
  let shown = ''
  const stderr = {
    write(text: string) {
      shown += text
      return true
    },
  }

  const code = await reportInto('out', { stderr }, () =>
    Promise.reject(new Error('Cannot create a string longer than 0x1fffffe8 characters')),
  )

  assert.equal(code, 3)
  assert.match(shown, /^assay: internal error: Cannot create a string/)
})
