/** What an exploration found is performed again from its recording, and on a deployment; its files keep secrets. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { explore, type Failure } from '../../exploration/explore.ts'
import { replaySequence } from '../../exploration/replay.ts'
import { curlLine } from '../../exploration/sequence-page.ts'
import { writeSequence } from '../../exploration/sequence.ts'
import { assay } from '../cli/assay.ts'
import { startHosts, type Hosts } from './hosted.ts'

const FAULT = '/faults/request-identifier-ignored'
const folder = mkdtempSync(join(tmpdir(), 'assay-explored-'))
const tool = { name: 'assay', version: '0', node: process.version }

let hosts: Hosts
let failure: Failure

before(async () => {
  hosts = await startHosts()
  const faulty = { ...hosts.at(FAULT), areas: ['agent-operations'] as const }
  const { failures } = await explore(faulty, { seed: 2, durationMs: 60_000, most: 1 })
  failure = failures[0]!
  writeSequence(folder, failure, hosts.at(FAULT), tool)
})
after(async () => {
  await hosts.close()
  rmSync(folder, { recursive: true, force: true })
})

const read = (file: string) => readFileSync(join(folder, file), 'utf8')

describe('a sequence that was found', () => {
  it('shows the same from its recording', async () => {
    const { violation, cut, sequence } = await replaySequence(folder, undefined)

    assert.equal(cut, undefined)
    assert.equal(violation?.requirement, failure.requirement)
    assert.equal(violation.message, failure.message)
    assert.equal(violation.exchange, failure.exchange)
    assert.equal(sequence.steps.length, failure.steps.length)
  })

  it('shows the same on the deployment, and nothing on one without the fault', async () => {
    const again = await replaySequence(folder, hosts.at(FAULT))
    const conforming = await replaySequence(folder, hosts.at(''))

    assert.equal(again.violation?.requirement, failure.requirement)
    assert.equal(conforming.violation, undefined)
    assert.equal(conforming.cut, undefined)
  })

  it('is replayed by the command line, with an exit code', async () => {
    const replayed = await assay(['explore', '--replay', folder])

    assert.equal(replayed.code, 1, replayed.stderr)
    assert.match(replayed.stdout, /^QUO-20 is violated again from the recording, after 3 steps/)
  })

  it('is written as a recording and as a page, without secrets', () => {
    assert.deepEqual(readdirSync(folder).sort(), [
      'bodies.jsonl',
      'exchanges.jsonl',
      'recording.json',
      'sequence.json',
      'sequence.md',
    ])
    const { clientSecret } = hosts.at('').credentials
    const texts = readdirSync(folder).map(read)
    for (const secret of [clientSecret, 'explored-states-token'])
      assert.ok(!texts.some((text) => text.includes(secret)), secret)
    assert.ok(!texts.some((text) => /"accessToken":"(?![«<])/.test(text)))
  })

  it('is written step by step, with lines for curl', () => {
    const page = read('sequence.md')

    assert.match(page, /^# QUO-20: /)
    for (const [index, { kind }] of failure.steps.entries())
      assert.match(page, new RegExp(`^### ${index + 1}\\. ${kind.name}$`, 'm'))
    assert.match(
      page,
      /^ {4}curl -X POST 'http:.*\/agents\/me\/quotes' .*authorization: Bearer <authorization>/m,
    )
    assert.match(page, /Performed once more, it showed the violation again\./)
  })
})

describe('a line for curl', () => {
  it('escapes quotes and line breaks for the shell, and keeps secrets out', () => {
    const line = curlLine({
      id: 'x.1.1',
      check: 'x',
      kind: 'contract',
      at: '2026-01-01T00:00:00.000Z',
      durationMs: 1,
      request: {
        method: 'POST',
        url: "https://example.test/a'b",
        headers: { accept: 'application/json', authorization: 'Bearer «redacted:authorization»' },
        body: '{"a":"it\'s"}',
      },
      findings: [],
    })

    assert.equal(
      line,
      String.raw`curl -X POST 'https://example.test/a'\''b' -H 'authorization: Bearer <authorization>' -d '{"a":"it'\''s"}'`,
    )
  })
})

describe('assay explore', () => {
  it('explores the reference server, and finds nothing', async () => {
    const out = join(folder, '..', `${folder.split('/').at(-1)}-out`)
    const explored = await assay(['explore', '--reference', '--seed', '5', '--minutes', '0.03', '--out', out])

    assert.equal(explored.code, 0, explored.stdout + explored.stderr)
    assert.match(explored.stderr, /with seed 5\./)
    assert.match(explored.stderr, /moves money/)
    assert.match(explored.stdout, /No violation found\./)
    const summary = JSON.parse(readFileSync(join(out, 'exploration.json'), 'utf8')) as {
      readonly seed: number
      readonly steps: number
    }
    assert.equal(summary.seed, 5)
    assert.ok(summary.steps > 0)
    rmSync(out, { recursive: true, force: true })
  })

  it('reports invalid arguments', async () => {
    const [minutes, sequence] = await Promise.all([
      assay(['explore', '--reference', '--minutes', 'soon']),
      assay(['explore', '--replay', join(folder, 'nowhere')]),
    ])

    assert.deepEqual([minutes.code, sequence.code], [2, 2])
    assert.match(minutes.stderr, /--minutes: "soon" .*\n {2}→ /)
    assert.match(sequence.stderr, /Reading the sequence in .*\n {2}→ /)
  })

  it('is inconclusive when the deployment does not respond', async () => {
    const ended = await assay(
      [
        'explore',
        '--minutes',
        '1',
        '--deployment',
        'deployments/prism.yaml',
        '--out',
        join(folder, 'unreachable'),
      ],
      {
        PRISM_URL: 'http://127.0.0.1:9/2025-10-13',
        PRISM_CLIENT_ID: 'nobody',
        PRISM_CLIENT_SECRET: 'nothing-at-all',
      },
    )

    assert.equal(ended.code, 3, ended.stdout + ended.stderr)
  })
})
