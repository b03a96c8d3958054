/** Text of a deployment in an error that nobody expected begins no command of a CI system, on neither output. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { main } from '../../cli/main.ts'
import { assayAsProcess, emptyFolder, silentTerminal } from './assay.ts'
import { CREDENTIALS, startSmallDeployment } from './small-deployment.ts'

/** As GitHub Actions and Azure Pipelines read a log. */
const IS_COMMAND = /(?:^|[\r\n])\s*::|##[a-z]*\[/i
const TEXT = 'planted\n::error::planted\r::warning::planted ##[error]planted ##vso[task.complete]planted'

/** A module of which something throws when nobody waits for it. */
function moduleThat(states: string, atOnce = '', origin = 'http://127.0.0.1:9'): string {
  const file = join(emptyFolder(), 'deployment.mjs')
  writeFileSync(
    file,
    `const later = () => void setTimeout(() => { throw new Error(${JSON.stringify(TEXT)}) }, 50)
${atOnce}
export default {
  name: 'throws later',
  baseUrl: '${origin}/2025-10-13',
  credentials: { clientId: '\${THROWS_ID}', clientSecret: '\${THROWS_SECRET}' },
  states: { ${states} },
}`,
  )
  return file
}

const VARIABLES = { THROWS_ID: CREDENTIALS.clientId, THROWS_SECRET: CREDENTIALS.clientSecret }

describe('text of a deployment in an internal error', () => {
  it('begins no command where the command ends with it', async () => {
    let shown = ''
    const write = (text: string) => {
      shown += text
      return true
    }
    const environment = new Proxy<Record<string, string>>(
      {},
      {
        get() {
          throw new TypeError(TEXT)
        },
      },
    )

    const code = await main(['run', '--deployment', 'none.yaml'], {
      ...silentTerminal(),
      stdout: { write },
      stderr: { write },
      environment,
    })

    assert.equal(code, 2)
    assert.match(shown, /^assay: internal error: planted/)
    assert.doesNotMatch(shown, IS_COMMAND)
  })

  it('begins no command in the report of a run that ends with it', async () => {
    const out = emptyFolder()
    const small = await startSmallDeployment()
    const file = moduleThat('agent: () => { later(); return new Promise(() => undefined) }', '', small.origin)

    const { code, stdout, stderr } = await assayAsProcess(
      ['run', file, '--only', 'ACT-01', '--out', out],
      VARIABLES,
    )

    await small.close()
    assert.equal(code, 3, stderr)
    assert.match(stdout, /planted/)
    assert.doesNotMatch(stdout, IS_COMMAND)
    assert.doesNotMatch(stderr, IS_COMMAND)
  })

  it('begins no command where nothing of the command catches it', async () => {
    const { code, stdout, stderr } = await assayAsProcess(
      ['doctor', moduleThat('', 'later(); await new Promise((done) => setTimeout(done, 5_000))')],
      VARIABLES,
    )

    assert.equal(code, 3, stderr)
    assert.match(stderr, /internal error: planted/)
    assert.doesNotMatch(stdout, IS_COMMAND)
    assert.doesNotMatch(stderr, IS_COMMAND)
  })
})
