/** Where sequences go: one command at a time writes to a folder, and none over those of another deployment. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { UNDER_WAY } from '../../reports/report-files.ts'
import { lockFolder, unlockFolder } from '../../runner/run-lock.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { assay } from '../cli/assay.ts'

const folder = temporaryFolder('exploration-folder')
const SECRET = 'a-client-secret-of-the-tests'
const file = join(folder, 'deployment.yaml')
writeFileSync(
  file,
  `name: "one \\e[31m \${EXPLORED_SECRET}"
baseUrl: http://127.0.0.1:9/2025-10-13
credentials: { clientId: explored, clientSecret: "\${EXPLORED_SECRET}" }
`,
)

const explore = (out: string) =>
  assay(['explore', '--deployment', file, '--minutes', '0.01', '--out', out], { EXPLORED_SECRET: SECRET })

describe('assay explore', () => {
  it('never writes over the exploration of another deployment', async () => {
    const out = join(folder, 'other')
    const other = '{"deployment":{"name":"another"}}'
    mkdirSync(out)
    writeFileSync(join(out, 'exploration.json'), other)

    const { code, stderr } = await explore(out)

    assert.equal(code, 2, stderr)
    assert.match(stderr, /contains the report of another deployment, another\.\n {2}→ Set another folder/)
    assert.equal(readFileSync(join(out, 'exploration.json'), 'utf8'), other)
  })

  it('does not write to a folder to which another run writes', async () => {
    const out = join(folder, 'busy')
    mkdirSync(out)
    lockFolder(out)

    const { code, stderr } = await explore(out)

    unlockFolder(out)
    assert.equal(code, 2, stderr)
    assert.match(stderr, /another run writes to this folder/)
  })

  it('leaves the recording of a run in its folder, and no lock', async () => {
    const out = join(folder, 'again')
    mkdirSync(out)
    writeFileSync(join(out, 'exchanges.jsonl'), 'evidence')

    const { code, stderr } = await explore(out)

    assert.equal(code, 3, stderr)
    assert.equal(readFileSync(join(out, 'exchanges.jsonl'), 'utf8'), 'evidence')
    assert.ok(!existsSync(join(out, UNDER_WAY)))
  })

  it('prints the name of the deployment without its secrets and control characters', async () => {
    const { stderr } = await explore(join(folder, 'named'))

    assert.match(stderr, /Exploring one ‹U\+001B›\[31m «redacted:clientSecret» at /)
    assert.ok(!stderr.includes(SECRET))
  })
})
