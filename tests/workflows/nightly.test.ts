/** The steps of the nightly workflow, run as GitHub runs them; `gh` is a program that records its arguments. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { assay } from '../cli/assay.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { root } from './workflow-files.ts'

const CREDENTIALS = { clientId: 'nightly-client', clientSecret: 'secret-of-the-night' }
const STATES_TOKEN = 'states-token-of-the-night'

describe('the steps of the nightly workflow', () => {
  const workspace = temporaryFolder('nightly')
  const at = (...path: string[]) => join(workspace, ...path)
  const read = (...path: string[]) => (existsSync(at(...path)) ? readFileSync(at(...path), 'utf8') : '')
  let server: Awaited<ReturnType<typeof startSelftestServer>>

  /** Judges both shards of a run, as the job `judge` does. */
  async function judgeShards(prefix: string): Promise<void> {
    const { origin } = new URL(server.url)
    const variables = {
      ASSAY_SEED: 'nightly',
      ASSAY_REFERENCE_URL: `${origin}${prefix}/2025-10-13`,
      ASSAY_REFERENCE_STATES_URL: `${origin}${prefix}/_states`,
      ASSAY_REFERENCE_STATES_TOKEN: STATES_TOKEN,
      ASSAY_REFERENCE_CLIENT_ID: CREDENTIALS.clientId,
      ASSAY_REFERENCE_CLIENT_SECRET: CREDENTIALS.clientSecret,
    }
    for (const index of [1, 2]) {
      const parameters = ['--only', 'CON-03', 'DIS-01', '--shard', `${index}/2`]
      const out = at('reports/shards', `shard-${index}`)
      const deployment = join(root, 'deployments/reference.yaml')
      const { code, stderr } = await assay(
        ['run', '--deployment', deployment, ...parameters, '--out', out],
        variables,
      )
      assert.ok(code === 0 || code === 1, stderr)
    }
  }

  function step(script: string) {
    const { status, stderr } = spawnSync(at('.github/nightly', script), {
      cwd: workspace,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${at('bin')}:${process.env.PATH}`,
        GITHUB_OUTPUT: at('outputs'),
        GITHUB_STEP_SUMMARY: at('job-summary'),
        GITHUB_REF_NAME: 'main',
        GH_CALLS: at('gh-calls'),
      },
    })
    assert.equal(status, 0, stderr)
  }

  before(async () => {
    for (const folder of ['bin', '.github', 'reports']) mkdirSync(at(folder), { recursive: true })
    cpSync(join(root, '.github/nightly'), at('.github/nightly'), { recursive: true })
    symlinkSync(join(root, 'cli'), at('cli'))
    writeFileSync(at('bin/gh'), '#!/bin/sh\nprintf "%s\\n" "$*" >>"$GH_CALLS"\n')
    chmodSync(at('bin/gh'), 0o755)
    server = await startSelftestServer({ credentials: CREDENTIALS, statesToken: STATES_TOKEN })
  })
  after(() => server.close())

  it('make one report of the shards, and keep it in the history', async () => {
    await judgeShards('')

    step('merge.sh')

    assert.match(read('outputs'), /^exit-code=0$/m)
    assert.match(read('job-summary'), /Conformant \(restricted\): reference/)
    assert.ok(existsSync(at('reports/latest/index.html')))
    assert.ok(existsSync(at('reports/history/index.html')))
  })

  it('report that there is no earlier run, and request the last green night', () => {
    step('last-green.sh')
    step('compare.sh')

    assert.match(read('gh-calls'), /^run list --workflow nightly\.yml --branch main --status success/)
    assert.match(read('job-summary'), /No green night to compare with/)
    assert.doesNotMatch(read('outputs'), /regressed/)
  })

  it('report regressions since then', async () => {
    cpSync(at('reports/latest'), at('reports/last-green'), { recursive: true })
    await judgeShards('/faults/contact-confirmation-breaks')

    step('merge.sh')
    step('compare.sh')
    step('tell-regression.sh')

    assert.match(read('outputs'), /^exit-code=1$/m)
    assert.match(read('outputs'), /^regressed=true$/m)
    assert.match(read('reports/comparison.md'), /### Regressed[\s\S]*\*\*CON-03\*\*/)
    assert.match(read('gh-calls'), /^issue create --title .* --body-file reports\/comparison\.md$/m)
  })
})
