/** Deployments that break, or mean harm: each gets the right verdict and fixIn, in bounded memory and time. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { MAX_EVIDENCE_CHARACTERS } from '../../fixtures/http/exchange-client.ts'
import type { TargetSource } from '../../fixtures/targets.ts'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { assay, assayAsProcess, type Ended } from '../cli/assay.ts'
import { judgeTargets, type CheckResultKept } from '../../selftest/hosted/judge-targets.ts'
import { CREDENTIALS, startHostile, STATES_TOKEN } from './hostile-deployment.ts'
import { peakMemoryDuring } from './memory-of-descendants.ts'
import { oneMalformedResponseAfterAnother, hostileCasesOf, type Broken } from './hostile-cases.ts'

const MEGABYTE = 1024 * 1024
/** Memory of Assay, all its processes together. */
const MEMORY_LIMIT = 500 * MEGABYTE
const TIME_LIMIT_MS = 60_000
/** Characters that control a terminal or reorder text, except line feeds. */
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const STEERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** A server that records all requests to it. */
async function startElsewhere(): Promise<{ server: Server; origin: string; received: string[] }> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, received, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const deploymentFile = (origin: string, way: string) => `name: ${way}
baseUrl: ${origin}/${way}/2025-10-13
credentials: { clientId: "\${HOSTILE_ID}", clientSecret: "\${HOSTILE_SECRET}" }
areas: [external-accounts, agent-operations]
states: { url: "${origin}/${way}/_states", headers: { authorization: "Bearer \${HOSTILE_TOKEN}" } }
limits: { maxWaitSeconds: 4, requestsPerSecond: 1000, concurrency: 8, requestTimeoutSeconds: 2 }
`

const VARIABLES = {
  HOSTILE_ID: CREDENTIALS.clientId,
  HOSTILE_SECRET: CREDENTIALS.clientSecret,
  HOSTILE_TOKEN: STATES_TOKEN,
}

const elsewhere = await startElsewhere()
const ways = hostileCasesOf(elsewhere.origin)
const MONSTROUS = 'one-malformed-response-after-another'

const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
const deployment = await startHostile({ ...ways, [MONSTROUS]: oneMalformedResponseAfterAnother })

function fileOf(way: string): string {
  const file = join(folder, `${way}.yaml`)
  writeFileSync(file, deploymentFile(deployment.origin, way))
  return file
}

after(async () => {
  await deployment.close()
  elsewhere.server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a deployment that', () => {
  let cells: ReadonlyMap<string, readonly CheckResultKept[]> = new Map()
  let milliseconds = 0

  before(async () => {
    const targets = Object.entries(ways).map(([name, { meets = 'ACT-01' }]): TargetSource => ({
      name,
      file: fileOf(name),
      variables: VARIABLES,
      only: [meets],
      waitsFor: [meets],
    }))
    const begun = Date.now()
    cells = await judgeTargets(targets, [])
    milliseconds = Date.now() - begun
  })

  for (const [name, { verdict, fixIn, says = /^/, breaks = [] }] of Object.entries<Broken>(ways)) {
    const words = name.replaceAll('-', ' ')
    it(`has ${words} is judged ${verdict}${fixIn === undefined ? '' : `, by fault of the ${fixIn}`}`, () => {
      const [cell, ...more] = cells.get(name) ?? []

      assert.ok(cell)
      assert.deepEqual(more, [])
      assert.deepEqual({ verdict: cell.verdict, fixIn: cell.fixIn }, { verdict, fixIn }, cell.message)
      assert.match(cell.message ?? '', says)
      const broken = cell.conventions.map(({ requirement }) => requirement)
      for (const requirement of breaks) assert.ok(broken.includes(requirement), broken.join())
      if (breaks.length === 0) assert.deepEqual(broken, [])
    })
  }

  it('redirects to another host gets nothing sent there', () => {
    assert.ok((deployment.asked.get('redirects-elsewhere') ?? 0) > 0)
    assert.deepEqual(elsewhere.received, [])
  })

  it('means harm costs bounded time', () => {
    assert.ok(milliseconds < TIME_LIMIT_MS, `${milliseconds} ms`)
  })
})

describe('a run against one malformed response after another', () => {
  const ONLY = ['QUO-40', 'QUO-41', 'QUO-42', 'QUO-43', 'QUO-44', 'QUO-45', 'QUO-46', 'QUO-47']
  const out = join(folder, 'report')
  let ended: Ended
  let peak = 0

  before(async () => {
    const file = fileOf(MONSTROUS)
    // With the memory that Node gives a process by default.
    const variables = { ...VARIABLES, NODE_OPTIONS: '' }
    const measured = await peakMemoryDuring(() =>
      assayAsProcess(['run', '--deployment', file, '--out', out, '--only', ...ONLY], variables),
    )
    ended = measured.result
    peak = measured.peak
  })

  it('judges it', () => {
    const { verdict, complete, requirements } = JSON.parse(
      readFileSync(join(out, 'conformance.json'), 'utf8'),
    ) as Conformance
    assert.equal(ended.code, 1, ended.stderr)
    assert.equal(verdict, 'non-conformant')
    assert.equal(complete, true)
    assert.ok(requirements.every(({ fixIn }) => fixIn !== 'harness'))
    assert.deepEqual(requirements.find(({ id }) => id === 'CNV-01')?.verdict, 'fail')
  })

  it('stays within 500 MB', { skip: process.platform !== 'linux' && 'measured by /proc' }, () => {
    assert.ok(peak > 0 && peak < MEMORY_LIMIT, `${Math.round(peak / MEGABYTE)} MB`)
  })

  it('ends within a minute', () => {
    assert.ok(ended.milliseconds < TIME_LIMIT_MS, `${ended.milliseconds} ms`)
  })

  it('keeps only as much of a body as needed', () => {
    for (const line of readFileSync(join(out, 'exchanges.jsonl'), 'utf8').trim().split('\n')) {
      const { response } = JSON.parse(line) as Exchange
      assert.ok((response?.body.length ?? 0) <= MAX_EVIDENCE_CHARACTERS)
    }
  })

  it('brings nothing to the terminal that steers it', () => {
    assert.doesNotMatch(ended.stdout, STEERS)
    assert.doesNotMatch(ended.stderr, STEERS)
  })
})

describe('a run against a deployment that sends scripts', () => {
  it('writes no part of them into the report', async () => {
    const out = join(folder, 'scripts')

    await assay(
      ['run', '--deployment', fileOf('script-in-every-string'), '--out', out, '--only', 'ACT-01'],
      VARIABLES,
    )

    const html = readFileSync(join(out, 'index.html'), 'utf8')
    assert.match(html, /&lt;script&gt;document\.title/)
    assert.doesNotMatch(html, /<script>document\.title|<img src=x/)
  })
})

describe('a run against a deployment that sends terminal control characters', () => {
  it('prints them as visible text', async () => {
    const file = fileOf('steers-the-terminal')
    const args = ['run', '--deployment', file, '--out', join(folder, 'steers'), '--only', 'ACT-01']

    const { stdout, stderr } = await assay(args, VARIABLES)

    assert.match(stdout, /‹U\+001B›/)
    assert.doesNotMatch(stdout, STEERS)
    assert.doesNotMatch(stderr, STEERS)
  })
})
