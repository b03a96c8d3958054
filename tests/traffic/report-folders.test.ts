/** Where reports of traffic go: one command at a time writes to a folder, and none over the report of another deployment. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { UNDER_WAY } from '../../reports/report-files.ts'
import { lockFolder, unlockFolder } from '../../runner/run-lock.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { assay } from '../cli/assay.ts'
import { startProxy } from './started-proxy.ts'

const folder = temporaryFolder('report-folders')
const BASE = 'https://api.example.com/2025-10-13'
const har = join(folder, 'empty.har')
writeFileSync(har, JSON.stringify({ log: { version: '1.2', creator: {}, entries: [] } }))

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  judge: ['judge', har, '--base-url', BASE],
  proxy: ['proxy', '--to', BASE],
}

for (const [name, command] of Object.entries(COMMANDS)) {
  describe(`assay ${name}`, () => {
    it('never writes over the report of another deployment', async () => {
      const out = join(folder, `${name}-other`)
      const other = '{"deployment":{"name":"another"}}'
      mkdirSync(out)
      writeFileSync(join(out, 'conformance.json'), other)

      const { code, stderr } = await assay([...command, '--out', out])

      assert.equal(code, 2, stderr)
      assert.match(stderr, /contains the report of another deployment, another\.\n {2}→ Set another folder/)
      assert.equal(readFileSync(join(out, 'conformance.json'), 'utf8'), other)
    })

    it('does not write to a folder to which another run writes', async () => {
      const out = join(folder, `${name}-busy`)
      mkdirSync(out)
      lockFolder(out)

      const { code, stderr } = await assay([...command, '--out', out])

      unlockFolder(out)
      assert.equal(code, 2, stderr)
      assert.match(stderr, /another run writes to this folder/)
    })
  })
}

it('assay judge writes again for the same deployment', async () => {
  const out = join(folder, 'again')
  for (let time = 1; time <= 2; time++) {
    const { code, stderr } = await assay([...COMMANDS.judge!, '--out', out])
    assert.equal(code, 3, stderr)
  }
  assert.ok(!existsSync(join(out, UNDER_WAY)))
})

it('assay proxy locks its folder until its report is written', async () => {
  const out = join(folder, 'held')
  const { end } = await startProxy(['--to', BASE, '--out', out])

  const meanwhile = await assay([...COMMANDS.judge!, '--out', out])
  const { code, stderr } = await end('SIGTERM')

  assert.equal(meanwhile.code, 2)
  assert.match(meanwhile.stderr, /another run writes to this folder/)
  assert.equal(code, 3, stderr)
  assert.ok(existsSync(join(out, 'conformance.json')) && !existsSync(join(out, UNDER_WAY)))
})
