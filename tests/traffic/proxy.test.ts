/** `assay proxy` with third-party tests: it judges their traffic, and writes the report when it ends. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Reference } from '../../reference/serve.ts'
import { assay } from '../cli/assay.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { AUTHORIZATION, CALLS } from './calls.ts'
import { CREDENTIALS, startTrafficReference, VARIABLES, writeDeploymentFile } from './deployment-file.ts'
import { startProxy } from './started-proxy.ts'
import { conventionsIn, failedIn, reportIn } from './verdicts-in.ts'

const CHECKED = ['OWN-01', 'ACT-01', 'ACT-06', 'QUO-01', 'QUO-20', 'ERR-01']
/** Only a run knows every request. */
const NEED_EVERY_REQUEST = ['CNV-35', 'CNV-36']

const folder = temporaryFolder('proxy')
let reference: Reference
before(async () => {
  reference = await startTrafficReference()
})
after(() => reference.close())

it('assay proxy is inconclusive where its report cannot be written', async () => {
  const out = join(folder, 'removed')
  const { base, end } = await startProxy(['--to', reference.url, '--out', out])
  rmSync(out, { recursive: true })
  writeFileSync(out, 'a file in place of the folder')
  await (await fetch(`${base}/agents/me`)).text()

  const { code, stderr } = await end('SIGTERM')

  assert.equal(code, 3, stderr)
  assert.match(stderr, /^Writing the report to .*, so the run is inconclusive\.$/m)
})

/** Sends calls through the proxy, and returns its output after the signal. */
async function throughProxy(below: string, signal: 'SIGINT' | 'SIGTERM') {
  const out = join(folder, `report${below.replaceAll('/', '-')}`)
  const { origin } = new URL(reference.url)
  const { base, end } = await startProxy([
    '--to',
    `${origin}${below}/2025-10-13`,
    '--out',
    out,
    '--allow-blocked',
  ])
  const statuses: number[] = []
  for (const { method, path, body, authorization } of CALLS) {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    await response.text()
    statuses.push(response.status)
  }
  return { ...(await end(signal)), out, statuses }
}

describe('assay proxy', () => {
  it('judges the exchanges that it forwards, and writes the report when it is interrupted', async () => {
    const { code, stdout, stderr, out, statuses } = await throughProxy('', 'SIGINT')

    assert.equal(code, 0, stdout)
    assert.deepEqual(statuses.slice(0, 6), [200, 200, 200, 200, 200, 404])
    assert.match(stderr, /\nJudging the remaining exchanges and writing the report\. /)
    assert.match(stdout, /10 exchanges: 9 judged, of 8 operations/)
    assert.deepEqual(failedIn(out), [])
    assert.equal(conventionsIn(out).get('CNV-01')?.verdict, 'pass')
    for (const name of readdirSync(out)) {
      const text = readFileSync(join(out, name), 'utf8')
      assert.ok(!text.includes(CREDENTIALS.clientSecret) && !text.includes(AUTHORIZATION.slice(6)), name)
    }
  })

  it('fails with a fault of the deployment by name, also when it is terminated', async () => {
    const { code, out } = await throughProxy('/faults/convention-error-without-reason', 'SIGTERM')

    assert.equal(code, 1)
    assert.deepEqual(failedIn(out), ['CNV-06'])
  })

  it('leaves exchanges that are judged again with the same verdicts', async () => {
    const out = join(folder, 'report-faults-convention-error-without-reason')
    const again = `${out}-again`

    const { origin } = new URL(reference.url)
    const base = `${origin}/faults/convention-error-without-reason/2025-10-13`
    const { code } = await assay(['judge', join(out, 'exchanges.har'), '--base-url', base, '--out', again])

    assert.equal(code, 1)
    assert.deepEqual(failedIn(again), ['CNV-06'])
  })

  for (const [below, broken] of [
    ['', []],
    ['/faults/convention-amount-as-text', ['CNV-05']],
  ] as const)
    it(`gives the verdicts of the recording of a run that goes through it${below}`, async () => {
      const { origin } = new URL(reference.url)
      const name = `run${below.replaceAll('/', '-')}`
      const [run, judged, proxied] = [name, `${name}-judged`, `${name}-proxied`].map((each) =>
        join(folder, each),
      ) as [string, string, string]
      const { base, end } = await startProxy(['--to', `${origin}${below}/2025-10-13`, '--out', proxied])
      const file = writeDeploymentFile(folder, origin, below, new URL(base).origin)

      await assay(['run', '--deployment', file, '--out', run, '--only', ...CHECKED], VARIABLES)
      const { code, stdout } = await end('SIGINT')
      const again = await assay(['judge', run, '--out', judged])

      assert.equal(code, again.code, stdout)
      assert.deepEqual(failedIn(proxied), broken)
      const verdicts = new Map(reportIn(proxied).requirements.map(({ id, verdict }) => [id, verdict]))
      const others = reportIn(judged)
        .requirements.map(({ id, verdict }) => [id, verdict, verdicts.get(id)] as const)
        .filter(([id, verdict, other]) => verdict !== other && !NEED_EVERY_REQUEST.includes(id))
      // Of a run its controls are not judged; to the proxy they are requests like all others.
      assert.deepEqual(
        others.filter(([, verdict, other]) => verdict !== 'blocked' || other !== 'pass'),
        [],
      )
      const ofConventions = [...conventionsIn(proxied).values()].filter(({ verdict }) => verdict === 'pass')
      assert.ok(ofConventions.length > 10)
    })

  it('does not start where it cannot', async () => {
    const out = join(folder, 'nothing')
    for (const [options, message] of [
      [['--to', 'host'], /--to: "host" is not an http or https address/],
      [['--to', 'https://host'], /does not end with the version segment/],
      [['--to', 'https://host/2025-10-13', '--port', 'x'], /--port: "x" is not a port/],
      [[], /proxy: --to, --deployment and --base-url are all missing/],
    ] as const) {
      const { code, stderr } = await assay(['proxy', ...options, '--out', out])
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
    }
    assert.ok(!existsSync(out))
  })
})
