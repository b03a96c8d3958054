/** The handler that docs/deployment.md shows does what the page states. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { blocksOf, documentOf } from './documents.ts'
import { freePort } from './free-port.ts'

const VARIABLES = {
  PLATFORM_CLIENT_ID: 'me',
  PLATFORM_CLIENT_SECRET: 'my-secret',
  STATES_TOKEN: 'my-token',
}

/** The block that begins with a comment naming the file, with a free port in place of the one on the page. */
function shown(file: string, port: number): string {
  const block = blocksOf(documentOf('docs/deployment.md')).find(
    ({ code }) => /^(?:\/\/|#) (.*)\n/.exec(code)?.[1] === file,
  )
  assert.ok(block, `docs/deployment.md shows no ${file}`)
  return block.code.replaceAll('4010', String(port))
}

async function responses(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

describe('the handler of docs/deployment.md', () => {
  let handler: ChildProcess | undefined
  let port: number
  const folder = emptyFolder()

  before(async () => {
    port = await freePort()
    writeFileSync(join(folder, 'handler.mjs'), shown('handler.mjs', port))
    writeFileSync(join(folder, 'handler.yaml'), shown('handler.yaml', port))
    handler = spawn(process.execPath, [join(folder, 'handler.mjs')], { env: VARIABLES, stdio: 'inherit' })
    for (let tries = 0; tries < 100 && !(await responses(`http://127.0.0.1:${port}/`)); tries++)
      await sleep(50)
  })
  after(() => {
    handler?.kill()
  })

  it('serves the state that the checks of a requirement need', async () => {
    const out = join(folder, 'report')
    const parameters = ['run', '--deployment', join(folder, 'handler.yaml'), '--only', 'ACT-21', '--out', out]
    const { code, stdout, stderr } = await assay(parameters, VARIABLES)

    assert.equal(code, 0, `${stdout}${stderr}`)
    const { requirements, states } = JSON.parse(
      readFileSync(join(out, 'conformance.json'), 'utf8'),
    ) as Conformance
    assert.deepEqual(
      states?.map(({ state, notTornDown }) => [state, notTornDown]),
      [['agent', []]],
    )
    assert.equal(requirements.find(({ id }) => id === 'ACT-21')?.verdict, 'pass')
  })

  it('gets the findings that docs/doctor.md shows, and the lines in its file', async () => {
    const file = join(folder, 'handler.yaml')
    const options = ['doctor', '--deployment', file]
    const { code, stdout } = await assay(options, VARIABLES)
    await assay([...options, '--write'], VARIABLES)
    const blocks = blocksOf(documentOf('docs/doctor.md')).map(({ code: block }) => block)

    const asShown = (text: string) =>
      text
        .replaceAll(file, 'handler.yaml')
        .replaceAll(String(port), '4010')
        .replace(/seen in \d+ responses/, 'seen')
        .replaceAll(/\s+/g, ' ')
    assert.equal(code, 0, stdout)
    assert.equal(asShown(stdout).trim(), asShown(blocks[1] ?? '').trim())
    const [beginning] = blocksOf(documentOf('docs/judge-a-deployment.md')).filter(({ code: block }) =>
      block.includes('can be reached: up to'),
    )
    assert.ok(beginning && asShown(stdout).startsWith(asShown(beginning.code).trim()), beginning?.code)
    assert.ok(
      readFileSync(file, 'utf8').endsWith(`    authorization: Bearer \${STATES_TOKEN}\n${blocks.at(-1)}`),
    )
  })
})
