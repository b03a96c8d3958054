/** After a mistyped command, the message has what to run, and a command that cannot work ends at once. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assay, emptyFolder } from './assay.ts'

describe('an invalid command shows where its help is', () => {
  const cases: readonly (readonly [parameters: readonly string[], help: RegExp])[] = [
    [
      ['run', '--nope'],
      /^assay run: unknown option '--nope'\.\n {2}→ Run npx assay run --help for its arguments and options\./,
    ],
    [['run', '--only'], /argument missing\.\n {2}→ Run npx assay run --help for/],
    [['explain'], /^assay explain: missing required argument 'id'\.\n {2}→ Run npx assay explain --help for/],
    [['registry', 'build'], /not specified\.\n {2}→ Run npx assay registry build --help for/],
    [
      ['registry', 'biuld'],
      /^assay registry: .*Did you mean build\?.*\n {2}→ Run npx assay registry --help for the commands\./,
    ],
    [['frobnicate'], /^assay: unknown command 'frobnicate'\.\n {2}→ Run npx assay --help for the commands\./],
  ]
  for (const [parameters, help] of cases)
    it(parameters.join(' '), async () => {
      const { code, stderr } = await assay(parameters)
      assert.equal(code, 2)
      assert.match(stderr, help)
    })

  it('and help itself has no next step', async () => {
    const { code, stdout, stderr } = await assay(['run', '--help'])
    assert.deepEqual([code, stderr], [0, ''])
    assert.doesNotMatch(stdout, /→/)
  })
})

describe('a command without a deployment names itself', () => {
  const cases = {
    run: 'run FILE',
    doctor: 'doctor FILE',
    ui: 'ui FILE',
    explore: 'explore --deployment FILE',
  }
  for (const [command, named] of Object.entries(cases)) {
    it(`${command}, where the folder has none`, async () => {
      const { code, stderr } = await assay([command], {}, emptyFolder())
      assert.equal(code, 2)
      assert.ok(stderr.includes(`npx assay ${named} (npx assay init writes one).`), stderr)
      assert.ok(stderr.includes(`npx assay ${command} --reference`), stderr)
    })

    it(`${command}, where the folder has two`, async () => {
      const folder = emptyFolder()
      for (const name of ['deployment.yaml', 'deployment.json']) writeFileSync(join(folder, name), '{}')
      const { code, stderr } = await assay([command], {}, folder)
      assert.equal(code, 2)
      assert.ok(stderr.includes(`Name one: npx assay ${named}`), stderr)
    })
  }
})

describe('a folder that cannot be created ends a command at once', { timeout: 60_000 }, () => {
  const cases: readonly (readonly string[])[] = [
    ['keygen', '--out', '/proc/assay/keys'],
    ['history', '/proc/assay/history', '--add', 'reports'],
    ['run', '--reference', '--only', 'OWN-01', '--out', '/proc/assay/out'],
    ['run', '--reference', '--only', 'OWN-01', '--history', '/proc/assay/history'],
    ['init', '/proc/assay/deployment.yaml', '--yes', '--base-url', 'https://host.example/2025-10-13'],
  ]
  for (const parameters of cases)
    it(parameters.join(' '), { skip: !existsSync('/proc/self') }, async () => {
      const { code, stderr } = await assay(parameters, {}, emptyFolder())
      assert.equal(code, 2, stderr)
      assert.match(stderr, /\n {2}→ /)
      assert.doesNotMatch(stderr, /internal error/)
    })
})

describe('a folder or file that a command reads', () => {
  it('is not created by history', async () => {
    const folder = emptyFolder()
    const { code, stderr } = await assay(['history', 'nope'], {}, folder)
    assert.equal(code, 2)
    assert.match(
      stderr,
      /there is no folder nope\.\n {2}→ Keep the runs .*npx assay history nope --add REPORT/,
    )
    assert.ok(!existsSync(join(folder, 'nope')))
  })

  for (const command of ['build', 'check', 'log'])
    it(`must exist for registry ${command}`, async () => {
      const folder = emptyFolder()
      const out = command === 'build' ? ['--out', 'site'] : []
      const { code, stderr } = await assay(['registry', command, '--registry', 'nope', ...out], {}, folder)
      assert.equal(code, 2, stderr)
      assert.match(stderr, /registry \w+: --registry: there is no nope/)
      assert.ok(!existsSync(join(folder, 'site')) && !existsSync(join(folder, 'nope')))
    })

  it('must be a file for registry check --changed', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'registry'))
    const { code, stderr } = await assay(['registry', 'check', '--changed', 'registry'], {}, folder)
    assert.equal(code, 2)
    assert.match(stderr, /registry check: --changed: registry is not a file\.\n {2}→ /)
  })
})
