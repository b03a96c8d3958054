/** The baseline file: valid and invalid content, and its effect on a run. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { baselineEntries } from '../../cli/baseline/load-baseline.ts'
import { baselineText } from '../../cli/baseline/baseline-text.ts'
import type { Conformance } from '../../reports/conformance.ts'
import type { Reference } from '../../reference/serve.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { withBaseline } from '../../reports/waiver.ts'
import { failing, passing } from '../reports/sample-run.ts'
import { assay, emptyFolder } from './assay.ts'

const entry = 'id: QUO-20\n    reason: known\n    expires: 2026-12-31'

describe('a baseline file', () => {
  it('has failing and flaky requirements, each with a reason and a date', () => {
    const text = `failing:\n  - ${entry}\n    owner: payments\nflaky:\n  - id: ACT-01\n    reason: slow\n    expires: "2026-12-31"\n    issue: "#7"\n`
    assert.deepEqual(baselineEntries(text, 'b.yaml'), [
      { kind: 'failing', id: 'QUO-20', reason: 'known', expires: '2026-12-31', owner: 'payments' },
      { kind: 'flaky', id: 'ACT-01', reason: 'slow', expires: '2026-12-31', issue: '#7' },
    ])
    assert.deepEqual(baselineEntries('', 'b.yaml'), [])
    assert.deepEqual(baselineEntries('failing: []\n', 'b.yaml'), [])
  })

  const mistakes: readonly (readonly [string, string, RegExp])[] = [
    [
      'a mistyped id',
      `failing:\n  - id: QUX-20\n    reason: known\n    expires: 2026-12-31`,
      /line 2: there is no requirement QUX-20\.\n.*Did you mean \w{3}-20\?/,
    ],
    [
      'an id in small letters',
      `failing:\n  - id: quo-20\n    reason: known\n    expires: 2026-12-31`,
      /line 2: there is no requirement quo-20\.\n.*Did you mean QUO-20\?/,
    ],
    [
      'no reason',
      `failing:\n  - id: QUO-20\n    expires: 2026-12-31`,
      /line 2: QUO-20: reason is missing\.\n.*Explain why/,
    ],
    [
      'an empty reason',
      `failing:\n  - id: QUO-20\n    reason: ""\n    expires: 2026-12-31`,
      /line 3: QUO-20: reason is empty/,
    ],
    [
      'no date',
      `flaky:\n  - id: QUO-20\n    reason: known`,
      /line 2: QUO-20: expires is missing\.\n.*YYYY-MM-DD/,
    ],
    [
      'a day that is none',
      `failing:\n  - ${entry.replace('12-31', '02-30')}`,
      /line 4: QUO-20: expires is not a date: 2026-02-30/,
    ],
    [
      'a mistyped key',
      `failing:\n  - ${entry}\n    isue: "7"`,
      /line 5: QUO-20: isue is not a key of an entry\.\n.*Did you mean issue\?/,
    ],
    [
      'a mistyped list',
      `failling:\n  - ${entry}`,
      /failling is not a key of a baseline\.\n.*Did you mean failing\?/,
    ],
    [
      'an entry twice',
      `failing:\n  - ${entry}\nflaky:\n  - ${entry}`,
      /line 6: QUO-20 is listed twice, first in line 2/,
    ],
    ['no list', `failing: QUO-20`, /line 1: failing must be array/],
    [
      'what is left open',
      `failing:\n  - ${entry.replace('QUO-20', 'OWN-43')}`,
      /OWN-43 cannot fail: the contract leaves it open/,
    ],
    ['no YAML', `failing:\n  - id: [`, /line 2: it is not YAML/],
  ]
  for (const [title, text, said] of mistakes) {
    it(`with ${title} is rejected by line and remedy`, () => {
      assert.throws(
        () => baselineEntries(text, 'b.yaml'),
        (error: Error) => {
          assert.equal(error.name, 'AssayError')
          assert.match(error.message, said)
          return true
        },
      )
    })
  }
})

describe('the baseline written from a run', () => {
  it('names the cause of exit code 1, and keeps the known entries', () => {
    const text = baselineText(failing, '2026-12-31')
    const entries = baselineEntries(text, 'b.yaml')
    assert.deepEqual(
      entries.map(({ kind, id }) => `${kind} ${id}`),
      ['failing CNV-03', 'failing OWN-07', 'failing QUO-20', 'flaky QUO-11'],
    )
    assert.match(entries[1]!.reason, /^seen on 2026-11-21: expected an error 400, found 200/)
    const known = { file: 'b.yaml', entries: [{ ...entries[1]!, reason: 'ours', owner: 'me' }] }
    const again = baselineEntries(baselineText(withBaseline(failing, known), '2027-01-31'), 'b.yaml')
    assert.deepEqual(
      again.find(({ id }) => id === 'OWN-07'),
      {
        kind: 'failing',
        id: 'OWN-07',
        reason: 'ours',
        owner: 'me',
        expires: '2027-01-31',
      },
    )
    assert.deepEqual(baselineEntries(baselineText(passing, '2026-12-31'), 'b.yaml'), [])
  })
})

describe('assay run --baseline, of a deployment that fails', () => {
  const folder = emptyFolder()
  const out = join(folder, 'out')
  const file = join(folder, 'baseline.yaml')
  const kept = join(folder, 'history')
  const variables = {
    BASELINE_CLIENT: 'client',
    BASELINE_SECRET: 'secret-9f2c',
    BASELINE_TOKEN: 'token-77aa',
  }
  const deployment = join(folder, 'deployment.yaml')
  let reference: Reference
  const run = (...options: readonly string[]) =>
    assay(['run', '-d', deployment, '--only', 'ACT-01', 'ACT-02', '-o', out, ...options], variables)
  const conformance = () => JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance

  before(async () => {
    reference = await startSelftestServer({
      credentials: { clientId: variables.BASELINE_CLIENT, clientSecret: variables.BASELINE_SECRET },
      statesToken: variables.BASELINE_TOKEN,
    })
    const base = `${new URL(reference.url).origin}/faults/actions-page-one-over`
    writeFileSync(
      deployment,
      `name: faulty\nbaseUrl: ${base}/2025-10-13\ncredentials: { clientId: "\${BASELINE_CLIENT}", clientSecret: "\${BASELINE_SECRET}" }\nstates: { url: "${base}/_states", headers: { authorization: "Bearer \${BASELINE_TOKEN}" } }\n`,
    )
  })
  after(() => reference.close())

  it('ends with 1 without, with 0 once the failure is known, and with 1 past its date', async () => {
    assert.equal((await run()).code, 1)

    const written = await assay(['baseline', '--from', out, '--out', file])
    assert.equal(written.code, 0, written.stderr)
    assert.match(written.stdout, /1 known failure,/)
    assert.match((await assay(['baseline', '--from', out, '--out', file])).stderr, /already exists/)
    const { code, stdout } = await run('--baseline', file, '--history', kept)
    assert.equal(code, 0, stdout)
    assert.match(stdout, /Not conformant: faulty[^]*1 known and not counted\. Exit code 0\./)
    assert.equal(conformance().requirements.find(({ id }) => id === 'ACT-02')?.verdict, 'fail')
    assert.equal(conformance().requirements.find(({ id }) => id === 'ACT-02')?.waiver?.state, 'waived')

    assert.equal(
      (await assay(['baseline', '--from', out, '--out', file, '--force', '--expires', '2020-01-01'])).code,
      0,
    )
    assert.equal((await run('--baseline', file, '--history', kept)).code, 1)
    const past = conformance().requirements.find(({ id }) => id === 'ACT-02')?.history
    assert.deepEqual(
      past?.map(({ verdict }) => verdict),
      ['fail'],
    )
    assert.equal(readFileSync(join(kept, 'runs.jsonl'), 'utf8').trim().split('\n').length, 2)
    assert.match(readFileSync(join(kept, 'index.html'), 'utf8'), /ACT-02/)
  })

  it('does not start with a baseline that cannot be used', async () => {
    writeFileSync(file, `failing:\n  - ${entry.replace('QUO', 'QUA')}\n`)
    const { code, stderr } = await run('--baseline', file)
    assert.equal(code, 2)
    assert.match(stderr, /line 2: there is no requirement QUA-20/)
    assert.equal((await run('--baseline', join(folder, 'none.yaml'))).code, 2)
  })
})

it('a report of somebody else does not steer the terminal in which a baseline is made', async () => {
  const given = emptyFolder()
  const commands = { run: 'npx assay run \u001b[2J\u202e', doctor: 'npx assay doctor' }
  writeFileSync(join(given, 'conformance.json'), conformanceJson({ ...failing, commands }))

  const { code, stdout, stderr } = await assay([
    'baseline',
    '--from',
    given,
    '--out',
    join(given, 'baseline.yaml'),
  ])

  assert.equal(code, 0, stderr)
  assert.match(stdout, /npx assay run ‹U\+001B›\[2J‹U\+202E›/)
})
