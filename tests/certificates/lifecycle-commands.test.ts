/** `assay revoke`, `heartbeat`, `renew` and `status`, over a log in a folder and a bundle of which they read the attestation. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { sealed } from '../../certificates/envelope.ts'
import { ATTESTATION, LOG_PROOF } from '../../certificates/files.ts'
import { signingKey } from '../../certificates/keys.ts'
import { PREDICATE_TYPE, STATEMENT_TYPE, SUITES } from '../../certificates/statement.ts'
import { keygen, PRIVATE_KEY, PUBLIC_KEY } from '../../cli/keygen.ts'
import { appendToLog } from '../../cli/lifecycle/log-folder.ts'
import { recordIssue } from '../../cli/lifecycle/record-issue.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { failing, passing } from '../reports/sample-run.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let folder: string
let secret: string
let open: string
let log: string

beforeEach(() => {
  folder = emptyFolder()
  keygen(folder)
  ;[secret, open, log] = [join(folder, PRIVATE_KEY), join(folder, PUBLIC_KEY), join(folder, 'log')]
})

/** A bundle that was certified so many days ago, and what its certificate says. */
function bundleOf(name: string, daysAgo = 0, areas: readonly string[] = []) {
  const bundle = join(folder, name)
  const issued = Date.now() - daysAgo * DAY_MS
  const said = {
    schemaVersion: 1,
    contractVersion: '2025-10-13',
    deployment: passing.deployment,
    areas,
    areasNotClaimed: [],
    notOffered: [name],
    issuedAt: new Date(issued).toISOString(),
    expiresAt: new Date(issued + 90 * DAY_MS).toISOString(),
  }
  const statement = {
    _type: STATEMENT_TYPE,
    subject: [],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: 'PASSED',
      configuration: [{ name: SUITES, digest: { sha256: 'a'.repeat(64) } }],
      passedTests: [],
      warnedTests: [],
      failedTests: [],
      assayCertificate: said,
    },
  }
  mkdirSync(bundle)
  const key = signingKey(readFileSync(secret, 'utf8'))
  writeFileSync(join(bundle, ATTESTATION), sealed(Buffer.from(JSON.stringify(statement)), key))
  writeFileSync(join(bundle, 'conformance.json'), conformanceJson(passing))
  return { bundle, said, key, issued }
}

function logged(name: string, daysAgo = 0): string {
  const { bundle, said, key, issued } = bundleOf(name, daysAgo)
  recordIssue(log, { bundle, said }, key, issued)
  return bundle
}

const status = (bundle: string, ...more: readonly string[]) =>
  assay(['status', bundle, '--status', join(log, 'status.json'), '--key', open, ...more])
const change = (command: string, bundle: string, ...more: readonly string[]) =>
  assay([command, bundle, '--log', log, '--key', secret, ...more])

/** Signs the status list again, as its keeper does each week. */
const signList = (at = Date.now()) =>
  appendToLog(log, [], signingKey(readFileSync(secret, 'utf8')), new Date(at).toISOString())

/** A run of the certified deployment. */
function runOf(conformance: typeof passing): string {
  const run = join(folder, `run-${conformance.verdict}`)
  mkdirSync(run)
  writeFileSync(
    join(run, 'conformance.json'),
    conformanceJson({
      ...conformance,
      deployment: passing.deployment,
      finishedAt: new Date().toISOString(),
    }),
  )
  return run
}

describe('assay status', () => {
  it('prints valid, expiring and expired, each with its exit code, also as JSON', async () => {
    const results = []
    for (const days of [61, 91, 0]) {
      log = join(folder, `log-${days}`)
      const bundle = logged(`issued-${days}`, days)
      signList()
      results.push(await status(bundle, '--json'))
    }

    assert.deepEqual(
      results.map(({ code, stdout }) => [code, (JSON.parse(stdout) as { state: string }).state]),
      [
        [20, 'expiring'],
        [11, 'expired'],
        [0, 'valid'],
      ],
    )
    assert.ok(existsSync(join(folder, 'issued-0', LOG_PROOF)))
  })

  it('prints superseded after a renewal, and revoked with the reason after a revocation', async () => {
    const old = logged('old')
    const { bundle, said, key } = bundleOf('new')
    const replaces = (JSON.parse((await status(old, '--json')).stdout) as { certificate: string }).certificate
    recordIssue(log, { bundle, said, replaces }, key, Date.now())

    assert.equal((await status(old)).code, 14)
    assert.equal((await status(bundle)).code, 0)
    assert.equal((await change('revoke', bundle, '--reason', 'The key was lost.')).code, 0)
    const { code, stdout } = await status(bundle)
    assert.equal(code, 13)
    assert.match(stdout, /revoked, at .*: The key was lost\.\n/)
  })

  it('prints degraded after two days of failing heartbeats', async () => {
    const bundle = logged('beating', 5)
    const failed = runOf(failing)
    assert.match((await change('heartbeat', bundle, '--run', failed)).stdout, /failed \(non-conformant\)/)
    assert.equal((await status(bundle)).code, 0)

    log = join(folder, 'old-log')
    const late = logged('late', 5)
    const at = new Date(Date.now() - 3 * DAY_MS).toISOString()
    const { certificate } = JSON.parse((await status(late, '--json')).stdout) as { certificate: string }
    appendToLog(
      log,
      [{ event: 'heartbeat', certificate, at, passed: false }],
      signingKey(readFileSync(secret, 'utf8')),
      at,
    )
    assert.equal((await status(late)).code, 12)
    assert.match((await change('heartbeat', late, '--run', runOf(passing))).stdout, /passed/)
    assert.equal((await status(late)).code, 0)
  })

  it('finds a log that was forked or rewound since an earlier status list', async () => {
    const first = logged('first')
    logged('second')
    const kept = join(folder, 'kept.json')
    copyFileSync(join(log, 'status.json'), kept)

    log = join(folder, 'other-log')
    logged('third')
    const { bundle, said, key } = bundleOf('fourth')
    recordIssue(log, { bundle, said }, key, Date.now())
    assert.equal((await status(bundle, '--since', kept)).code, 15)

    log = join(folder, 'short-log')
    const short = logged('fifth')
    const { code, stdout } = await status(short, '--since', kept)
    assert.equal(code, 16, stdout)
    assert.match(stdout, /rewound, the log had the size 2 before, and has 1 now/)
    assert.equal((await status(first, '--status', kept)).code, 0)
  })

  it('accepts no list that may hide a revocation, and every revocation', async () => {
    const bundle = logged('old', 8)
    assert.match(
      (await status(bundle)).stdout,
      /: status, the status list was issued at .*, more than 7 days ago\n/,
    )
    assert.equal((await status(bundle)).code, 19)

    const kept = join(folder, 'kept.json')
    copyFileSync(join(log, 'status.json'), kept)
    assert.equal((await change('revoke', bundle, '--reason', 'x')).code, 0)
    assert.equal((await status(bundle)).code, 13)
    assert.equal((await status(bundle, '--status', kept)).code, 19)

    log = join(folder, 'log-of-the-future')
    const later = logged('later')
    signList(Date.now() + 400 * DAY_MS)
    assert.match((await status(later)).stdout, /: status, .*, which is in the future\n/)
  })

  it('reads the list by URL, and reports a failure to read it', async () => {
    const bundle = logged('served')
    const text = readFileSync(join(log, 'status.json'))
    const server = createServer((request, response) =>
      request.url === '/status.json' ? response.end(text) : response.writeHead(404).end(),
    ).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      assert.equal((await assay(['status', bundle, '--status', `${url}/status.json`, '--key', open])).code, 0)
      const missing = await assay(['status', bundle, '--status', `${url}/other.json`, '--key', open])
      assert.deepEqual(
        [missing.code, /--status: .* cannot be read \(status 404\)/.test(missing.stderr)],
        [2, true],
      )
    } finally {
      server.close()
    }
  })
})

describe('a log in a folder', () => {
  it('is not written where another process writes, or where it lost entries', async () => {
    const bundle = logged('one')
    writeFileSync(join(log, '.lock'), '1\n')
    assert.match((await change('revoke', bundle, '--reason', 'x')).stderr, /another process writes/)

    log = join(folder, 'second')
    const two = logged('two')
    writeFileSync(join(log, 'entries.jsonl'), '')
    assert.match((await change('revoke', two, '--reason', 'x')).stderr, /does not have the certificate/)
    const { bundle: three, said, key } = bundleOf('three')
    assert.throws(
      () => recordIssue(log, { bundle: three, said }, key, Date.now()),
      /not the log that was signed last/,
    )
  })

  it('signs no entry that somebody else wrote, and no log without its status list', async () => {
    const bundle = logged('one')
    const entries = join(log, 'entries.jsonl')
    const own = readFileSync(entries, 'utf8')
    const { certificate } = JSON.parse((await status(bundle, '--json')).stdout) as { certificate: string }
    const at = new Date().toISOString()
    writeFileSync(entries, `${own}${JSON.stringify({ event: 'revoked', certificate, at, reason: 'x' })}\n`)
    assert.throws(() => signList(), /entries\.jsonl has 1 line that status\.json does not have/)

    writeFileSync(entries, own)
    rmSync(join(log, 'status.json'))
    assert.throws(() => signList(), /status\.json is missing/)
  })

  it('takes no entry that is older than its last one', async () => {
    const bundle = logged('one', -2)
    const { code, stderr } = await change('revoke', bundle, '--reason', 'x')

    assert.equal(code, 2)
    assert.match(
      stderr,
      /^--log: the last entry of .* is of .*, and the clock shows .*\n {2}→ Correct the clock\./,
    )
    assert.equal(readFileSync(join(log, 'entries.jsonl'), 'utf8').split('\n').length, 2)
  })

  it('takes no revocation twice, without a reason, or of another key', async () => {
    const bundle = logged('one')
    const rejected = async (...more: readonly string[]) => {
      const { code, stderr } = await change('revoke', bundle, ...more)
      assert.equal(code, 2)
      return stderr
    }
    assert.match(await rejected('--reason', ' '), /--reason: it has 0 characters/)
    await change('revoke', bundle, '--reason', 'x')
    assert.match(await rejected('--reason', 'x'), /is already revoked/)
    keygen(join(folder, 'other'))
    assert.match(
      await rejected('--reason', 'x', '--key', join(folder, 'other', PRIVATE_KEY)),
      /is not a certificate of this key/,
    )
  })

  it('takes no heartbeat of a restricted run or of another deployment', async () => {
    const bundle = logged('one')
    const restricted = runOf({ ...passing, only: ['OWN-01'] })
    assert.match((await change('heartbeat', bundle, '--run', restricted)).stderr, /was restricted to OWN-01/)
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(
      join(elsewhere, 'conformance.json'),
      conformanceJson({ ...passing, deployment: { name: 'x', baseUrl: 'https://x.example/2025-10-13' } }),
    )
    assert.match((await change('heartbeat', bundle, '--run', elsewhere)).stderr, /the run is of https:\/\/x/)
  })

  it('takes a heartbeat only of a recent run that judged everything that is certified', async () => {
    const { bundle, said, key, issued } = bundleOf(
      'one',
      0,
      passing.areas.slice(0, 1).map(({ id }) => id),
    )
    recordIssue(log, { bundle, said }, key, issued)
    const [first, ...others] = passing.areas
    const cases: readonly (readonly [RegExp, Partial<typeof passing>])[] = [
      [/is shard 1 of 2/, { shard: { index: 1, of: 2, complete: true } }],
      [/has a baseline \(known\.yaml\)/, { baseline: { file: 'known.yaml' } }],
      [/allowed blocked requirements/, { allowBlocked: ['all'] }],
      [/ended at 2026-01-01T.*, more than 48 hours ago/, { finishedAt: '2026-01-01T00:00:00.000Z' }],
      [
        new RegExp(`did not judge ${first!.id}, which`),
        { areas: [{ ...first!, claimed: false }, ...others] },
      ],
      [/did not judge wallets\.bitcoin, which/, { notOffered: [{ id: 'wallets.bitcoin', title: 'x' }] }],
    ]
    for (const [index, [message, more]] of cases.entries()) {
      const run = join(folder, `run-${index}`)
      mkdirSync(run)
      const finishedAt = new Date().toISOString()
      writeFileSync(join(run, 'conformance.json'), conformanceJson({ ...passing, finishedAt, ...more }))
      const { code, stderr } = await change('heartbeat', bundle, '--run', run)
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
    assert.equal((await change('heartbeat', bundle, '--run', runOf(passing))).code, 0)
  })

  it('takes no renewal by the file of another deployment', async () => {
    const bundle = logged('one')
    const file = join(folder, 'deployment.yaml')
    writeFileSync(
      file,
      'name: x\nbaseUrl: https://x.example/2025-10-13\ncredentials: { clientId: "${A}", clientSecret: "${B}" }\n',
    )
    const { code, stderr } = await assay(
      ['renew', bundle, '-d', file, '-o', join(folder, 'new'), '--log', log, '--key', secret],
      { A: 'id-of-the-test', B: 'secret-of-the-test' },
    )
    assert.equal(code, 2)
    assert.match(
      stderr,
      /renew: the certificate is of .*, and the deployment file names https:\/\/x\.example/,
    )
  })

  it('is examined before a run that it is to record', async () => {
    const file = join(folder, 'deployment.yaml')
    writeFileSync(
      file,
      'name: x\nbaseUrl: http://127.0.0.1:9/2025-10-13\ncredentials: { clientId: "${A}", clientSecret: "${B}" }\n',
    )
    const out = join(folder, 'new')
    const certify = () =>
      assay(['certify', '-d', file, '-o', out, '--log', log, '--key', secret], {
        A: 'id-of-the-test',
        B: 'secret-of-the-test',
      })
    writeFileSync(log, '')
    const onFile = await certify()
    assert.equal(onFile.code, 2)
    assert.match(onFile.stderr, /^--log: .* cannot be written \(EEXIST\)/)

    rmSync(log)
    logged('one', -2)
    assert.match((await certify()).stderr, /^--log: the last entry of .* is of /)
    assert.equal(existsSync(out), false)
  })
})
