/** `assay verify` of a certified bundle: each problem that arises after the issue has its own name and exit code. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { entryIn, lineOf, type Addition, type LogEntry } from '../../certificates/log/log-entry.ts'
import { sealedStatusList } from '../../certificates/log/status-list.ts'
import { signingKey } from '../../certificates/keys.ts'
import { verify } from '../../cli/verify.ts'
import { assay, emptyFolder, silentTerminal, type Ended } from '../cli/assay.ts'
import { certified, startDeployment, VARIABLES, type Certified } from './certified.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NONCE = 'nonce-of-the-verifier-1'
const OTHER = 'b'.repeat(64)

describe('assay verify', () => {
  const folder = emptyFolder()
  const log = join(folder, 'log')
  const [renewed, renewedLog] = [join(folder, 'renewed'), join(folder, 'log-of-renewal')]
  let renewal: Ended
  let made: Certified
  let issued: Addition
  /** The bundle without the proof of its log. */
  let unproven: string
  before(async () => {
    const deployment = await startDeployment()
    made = await certified(deployment, ['contact-verification'], ['--challenge', NONCE, '--log', log])
    cpSync(log, renewedLog, { recursive: true })
    const file = join(made.folder, 'deployment.yaml')
    const options = ['--out', renewed, '--key', made.privateKey, '--log', renewedLog]
    renewal = await assay(['renew', made.bundle, '--deployment', file, ...options], VARIABLES)
    await deployment.close()
    issued = entryIn(readFileSync(join(log, 'entries.jsonl'), 'utf8').trim()) as Addition
    unproven = join(folder, 'unproven')
    cpSync(made.bundle, unproven, { recursive: true })
    rmSync(join(unproven, 'log-proof.json'))
  })
  after(() => {
    for (const each of [made.folder, folder]) rmSync(each, { recursive: true })
  })

  const time = (days: number) => Date.parse(issued.at) + days * DAY_MS
  const at = (days: number) => new Date(time(days)).toISOString()
  const own = (days: number) => ({ certificate: issued.certificate, at: at(days) })

  /** A status list, signed after some days. */
  function list(days: number, ...entries: readonly LogEntry[]): string {
    const file = join(folder, 'status.json')
    const key = signingKey(readFileSync(made.privateKey, 'utf8'))
    writeFileSync(file, sealedStatusList(entries.map(lineOf), at(days), key))
    return file
  }

  interface Asked {
    readonly status?: string
    readonly days?: number
    readonly challenge?: string
    readonly bundle?: string
    readonly key?: string
  }
  async function verified({ days = 1, bundle = made.bundle, key = made.publicKey, ...asked }: Asked) {
    let text = ''
    const terminal = { ...silentTerminal(), stdout: { write: (more: string) => (text += more) !== '' } }
    const code = await verify({ bundle, key, json: true, ...asked }, terminal, () => time(days))
    const { problems } = JSON.parse(text) as { readonly problems: readonly { readonly name: string }[] }
    return [code, problems.map(({ name }) => name)]
  }

  const keySet = (): string => {
    const publicKey = readFileSync(made.publicKey, 'utf8')
    const file = join(folder, 'keys.json')
    const keys = [{ publicKey, validFrom: at(-9), validUntil: at(-1) }]
    writeFileSync(file, JSON.stringify({ schemaVersion: 1, keys }))
    return file
  }
  const revoked = (): LogEntry => ({ event: 'revoked', reason: 'x', ...own(1) })
  const superseded = (): LogEntry => ({ event: 'superseded', by: OTHER, ...own(1) })
  const failed = (): LogEntry => ({ event: 'heartbeat', passed: false, ...own(1) })
  const CASES: readonly (readonly [number, string, () => Asked])[] = [
    [10, 'challenge', () => ({ challenge: 'nonce-of-the-verifier-2' })],
    [11, 'expired', () => ({ days: 91 })],
    [12, 'degraded', () => ({ days: 4, status: list(4, issued, failed()) })],
    [13, 'revoked', () => ({ status: list(1, issued, revoked()) })],
    [14, 'superseded', () => ({ status: list(1, issued, superseded()) })],
    [15, 'forked', () => ({ status: list(1, { ...issued, certificate: OTHER }, issued) })],
    [17, 'backdated', () => ({ bundle: unproven, days: 2, status: list(2, { ...issued, at: at(2) }) })],
    [18, 'key', () => ({ key: keySet(), bundle: unproven })],
    [19, 'status', () => ({ days: 9, status: list(1, issued) })],
  ]

  it('verifies it with its nonce and a log that has grown', async () => {
    const status = list(1, issued, { ...issued, certificate: OTHER })

    assert.deepEqual(await verified({ challenge: NONCE, status }), [0, []])
    assert.deepEqual(await verified({ bundle: unproven }), [0, []])
  })

  for (const [code, name, asked] of CASES)
    it(`exits with ${code}: ${name}`, async () => {
      assert.deepEqual(await verified(asked()), [code, [name]])
    })

  it('verifies a renewal, and exits with 14 for the certificate that it supersedes', async () => {
    assert.equal(renewal.code, 0, renewal.stderr)
    const status = join(renewedLog, 'status.json')

    assert.deepEqual(await verified({ bundle: renewed, status }), [0, []])
    assert.deepEqual(await verified({ status }), [14, ['superseded']])
    const { index } = JSON.parse(readFileSync(join(renewed, 'log-proof.json'), 'utf8')) as { index: number }
    assert.equal(index, 1)
  })

  it('exits with 16: rewound', async () => {
    assert.deepEqual(await verified({ status: list(1) }), [16, ['rewound', 'status']])
  })
})
