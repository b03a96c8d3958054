/** `assay init` writes a deployment file that loads, and overwrites nothing unasked. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve, dirname } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse as parseEnvironment } from 'dotenv'
import { init } from '../../cli/init.ts'
import { loadDeployment } from '../../fixtures/config/load-deployment.ts'
import { assay, emptyFolder } from './assay.ts'

/** Every variable of an `.env.example`, with some value. */
const filledIn = (text: string) =>
  Object.fromEntries(
    Object.keys(parseEnvironment(text)).map((name) => [name, 'https://set.example/2025-10-13']),
  )

const written = (folder: string) => {
  const file = join(folder, 'deployment.yaml')
  const example = readFileSync(join(folder, '.env.example'), 'utf8')
  return { text: readFileSync(file, 'utf8'), example, deployment: loadDeployment(file, filledIn(example)) }
}

describe('assay init', () => {
  it('writes a file that loads, .env.example beside it, and names the next two commands', async () => {
    const folder = emptyFolder()
    const flags = ['--base-url', 'https://pay.example/api', '--states-url', 'https://pay.example/_states']

    const { code, stdout, stderr } = await assay(
      ['init', '--name', 'say "hi": #1', ...flags, '--areas', 'external-accounts,agent-operations'],
      {},
      folder,
    )

    assert.equal(code, 0, stderr)
    assert.match(stdout, /Added the version segment: .*https:\/\/pay\.example\/api\/2025-10-13/)
    assert.match(
      stdout,
      /assay doctor --deployment deployment\.yaml\n.*assay run --deployment deployment\.yaml/,
    )
    const { text, example, deployment } = written(folder)
    assert.equal(deployment.name, 'say "hi": #1')
    assert.equal(deployment.baseUrl, 'https://pay.example/api/2025-10-13')
    assert.equal(deployment.states?.url, 'https://pay.example/_states')
    assert.deepEqual(deployment.areas, ['external-accounts', 'agent-operations'])
    assert.deepEqual(deployment.warnings, [])
    assert.match(example, /^PLATFORM_CLIENT_ID=\nPLATFORM_CLIENT_SECRET=\nSTATES_TOKEN=$/m)
    const schema = /^# yaml-language-server: \$schema=(.*)$/m.exec(text)?.[1] ?? ''
    assert.equal(
      resolve(folder, schema),
      join(dirname(fileURLToPath(new URL('./..', import.meta.url))), 'deployments/deployment.schema.json'),
    )
  })

  it('overwrites nothing without --force', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, '.env.example'), 'MINE=1\n')
    const options = {
      file: join(folder, 'deployment.yaml'),
      entered: { name: 'x', baseUrl: 'https://pay.example/2025-10-13' },
      terminal: undefined,
    }

    await assert.rejects(init({ ...options, force: false }), /\.env\.example already there.*--force/s)
    assert.equal(readFileSync(join(folder, '.env.example'), 'utf8'), 'MINE=1\n')

    await init({ ...options, force: true })
    assert.equal(written(folder).deployment.states, undefined)
  })

  it('names the required options when there is no terminal', async () => {
    const { code, stderr } = await assay(['init'], {}, emptyFolder())

    assert.equal(code, 2)
    assert.match(stderr, /--name and --base-url/)
  })

  it('keeps a variable in an address, and lists it', async () => {
    const folder = emptyFolder()
    const entered = { name: 'x', baseUrl: '${PAYMENTS_BASE_URL}' }

    await init({ file: join(folder, 'deployment.yaml'), entered, force: false, terminal: undefined })

    assert.match(written(folder).example, /^PAYMENTS_BASE_URL=$/m)
  })

  const refused = [
    { entered: { baseUrl: 'pay.example' }, says: /--base-url.*not an http/ },
    { entered: { baseUrl: 'https://me:secret-9@pay.example' }, says: /must not contain credentials/ },
    { entered: { baseUrl: 'https://pay.example/?a=b' }, says: /query/ },
    { entered: { statesUrl: 'ftp://pay.example' }, says: /--states-url/ },
    { entered: { areas: 'agent-operation' }, says: /Did you mean agent-operations\?/ },
  ]
  for (const { entered, says } of refused) {
    it(`rejects ${JSON.stringify(entered)} at once`, async () => {
      const file = join(emptyFolder(), 'deployment.yaml')

      const ended = init({ file, entered, force: false, terminal: undefined })

      await assert.rejects(
        ended,
        (error: Error) => says.test(error.message) && !error.message.includes('secret-9'),
      )
    })
  }

  it('prompts at a terminal for missing values, until they are valid', async () => {
    const folder = emptyFolder()
    const input = new PassThrough()
    const output = new PassThrough()
    input.write('\nstaging\nnowhere\nhttps://pay.example\n\nagents\nexternal-accounts\n')

    await init({
      file: join(folder, 'deployment.yaml'),
      entered: {},
      force: false,
      terminal: { input, output },
    })

    const { deployment } = written(folder)
    assert.deepEqual(
      [deployment.name, deployment.baseUrl, deployment.states, deployment.areas],
      ['staging', 'https://pay.example/2025-10-13', undefined, ['external-accounts']],
    )
    const shown = String(output.read())
    for (const said of [/nowhere is not an http/, /Added the version segment/, /agents is not an area/]) {
      assert.match(shown, said)
    }
  })

  it('writes nothing when the terminal ends before all is answered', async () => {
    const folder = emptyFolder()
    const input = new PassThrough()
    input.end('staging\n')

    const ended = init({
      file: join(folder, 'deployment.yaml'),
      entered: {},
      force: false,
      terminal: { input, output: new PassThrough() },
    })

    await assert.rejects(ended, /ended before all questions were answered/)
    assert.throws(() => readFileSync(join(folder, 'deployment.yaml')))
  })
})
