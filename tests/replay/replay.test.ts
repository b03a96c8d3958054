/** A run is a recording: replayed without the deployment, it gives the same verdicts. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import type { Reference } from '../../reference/serve.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import type { Exchange } from '../../spec/index.ts'
import { assay, type Ended } from '../cli/assay.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const CREDENTIALS = { clientId: 'replay-client', clientSecret: 'replay-secret-of-the-tests' }
const STATES_TOKEN = 'replay-states-token'
const VARIABLES = {
  REPLAY_ID: CREDENTIALS.clientId,
  REPLAY_SECRET: CREDENTIALS.clientSecret,
  REPLAY_TOKEN: STATES_TOKEN,
}
/** A wait for an expiry, long pages, money that moves, polling, and something broken. */
const ONLY = ['OWN-01', 'OWN-07', 'OWN-08', 'ACT-03', 'QUO-21', 'APR-11', 'APR-16', 'CNV-02']
const BROKEN = '/faults/approval-fees-on-top'

const folder = temporaryFolder('replay')
const recorded = join(folder, 'recorded')
let reference: Reference

before(async () => {
  reference = await startSelftestServer({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
  const { origin } = new URL(reference.url)
  const file = join(folder, 'deployment.yaml')
  writeFileSync(
    file,
    [
      'name: recorded',
      `baseUrl: ${origin}${BROKEN}/2025-10-13`,
      'credentials: { clientId: "${REPLAY_ID}", clientSecret: "${REPLAY_SECRET}" }',
      `states: { url: "${origin}${BROKEN}/_states", headers: { authorization: "Bearer \${REPLAY_TOKEN}" } }`,
      'limits: { requestsPerSecond: 500, concurrency: 16 }',
    ].join('\n'),
  )
  const ended = await assay(['run', '--deployment', file, '--out', recorded, '--only', ...ONLY], VARIABLES)
  assert.equal(ended.code, 1, ended.stderr)
  await reference.close()
})

after(() => reference.close().catch(() => undefined))

const verdictsIn = (directory: string) =>
  Object.fromEntries(
    (JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Conformance).requirements.map(
      ({ id, verdict, checks }) => [id, [verdict, checks.map((check) => check.verdict)]],
    ),
  )

/** A copy of the recording with the exchanges changed. */
function tampered(name: string, change: (exchange: Exchange) => Exchange): string {
  const directory = join(folder, name)
  cpSync(recorded, directory, { recursive: true })
  const file = join(directory, 'exchanges.jsonl')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  writeFileSync(
    file,
    lines.map((line) => `${JSON.stringify(change(JSON.parse(line) as Exchange))}\n`).join(''),
  )
  return directory
}

const replayed = (directory: string, ...rest: readonly string[]): Promise<Ended> =>
  assay(['replay', directory, '--out', `${directory}-replayed`, ...rest])

describe('the replay of a recorded run', () => {
  it('gives every verdict again, including failures, without the deployment', async () => {
    const { code, stdout } = await replayed(recorded)

    assert.equal(code, 0, stdout)
    assert.deepEqual(verdictsIn(`${recorded}-replayed`), verdictsIn(recorded))
    assert.equal(verdictsIn(recorded)['APR-11']?.[0], 'fail')
    assert.equal(verdictsIn(recorded)['OWN-07']?.[0], 'pass')
    assert.match(stdout, /Every verdict equals that of the recorded run/)
  })

  it('is a recording itself', async () => {
    const { code, stdout } = await replayed(`${recorded}-replayed`)

    assert.equal(code, 0, stdout)
  })

  it('names the verdict that an altered response gives', async () => {
    const directory = tampered('altered', (exchange) =>
      exchange.operation === 'verifyPlatformExternalAccountOwnership' && exchange.response?.status === 200
        ? { ...exchange, response: { ...exchange.response, status: 500 } }
        : exchange,
    )

    const { code, stdout } = await replayed(directory)

    assert.equal(code, 1)
    assert.match(stdout, /OWN-01: pass when recorded, fail in the replay/)
  })

  it('guesses no response to a request that was not recorded', async () => {
    const directory = tampered('differing', (exchange) =>
      exchange.operation === 'verifyPlatformExternalAccountOwnership'
        ? { ...exchange, request: { ...exchange.request, body: '{"signature":"0x00"}' } }
        : exchange,
    )

    const { code, stdout } = await replayed(directory, '--only', 'OWN-01')

    assert.equal(code, 1)
    assert.match(stdout, /A request is not the recorded one: it differs in its body/)
    assert.match(stdout, /OWN-01: pass when recorded, blocked in the replay/)
  })

  it('holds no secret', () => {
    const texts = ['recording.json', 'exchanges.jsonl', 'bodies.jsonl'].map((name) =>
      readFileSync(join(recorded, name), 'utf8'),
    )

    for (const secret of Object.values(VARIABLES).slice(1))
      assert.ok(texts.every((text) => !text.includes(secret)))
  })

  it('is refused where a link leads to the recording that it would write over', async () => {
    const kept = tampered('kept', (exchange) => exchange)
    const link = join(folder, 'link')
    symlinkSync(kept, link)
    const before = readFileSync(join(kept, 'exchanges.jsonl'), 'utf8')

    const { code, stderr } = await assay(['replay', link, '--out', kept])

    assert.equal(code, 2)
    assert.match(stderr, /would overwrite the recording/)
    assert.equal(readFileSync(join(kept, 'exchanges.jsonl'), 'utf8'), before)
  })

  it('does not write over the report of another deployment', async () => {
    const out = join(folder, 'other')
    const other = '{"deployment":{"name":"another"}}'
    mkdirSync(out)
    writeFileSync(join(out, 'conformance.json'), other)

    const { code, stderr } = await assay(['replay', recorded, '--out', out])

    assert.equal(code, 2, stderr)
    assert.match(
      stderr,
      /contains the report of another deployment, another\.\n {2}→ Set another folder with --out\.\s/,
    )
    assert.equal(readFileSync(join(out, 'conformance.json'), 'utf8'), other)
  })

  it('is rejected where there is no recording', async () => {
    const { code, stderr } = await replayed(folder)

    assert.equal(code, 2)
    assert.match(stderr, /Reading the recording in .*: there is no recording\.json/)
  })

  for (const [file, from, to, pattern] of [
    ['recording.json', '"only":', '"only":7,"other":', /recording\.json: \/only must be array/],
    ['recording.json', '"edition": 1,', '"edition": 77,', /judged by edition 77.*\n {2}→ Replay it with/],
    ['recording.json', '{', '', /recording\.json: the recording must be object/],
    ['conformance.json', '"requirements":', '"other":', /conformance\.json/],
  ] as const)
    it(`is rejected where ${file} has ${to || 'nothing'} for ${from}`, async () => {
      const broken = join(folder, `broken-${file}-${to.length}`)
      cpSync(recorded, broken, { recursive: true })
      const text = readFileSync(join(broken, file), 'utf8')
      writeFileSync(join(broken, file), text.replace(from, to))

      const { code, stderr } = await replayed(broken)

      assert.equal(code, 2, stderr)
      assert.match(stderr, pattern)
      assert.doesNotMatch(stderr, /internal error/)
    })
})
