/** `assay init` writes a deployment file that loads, and overwrites nothing unasked. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve, dirname } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse as parseEnvironment } from 'dotenv'
import { init } from '../../cli/init.ts'
import { schemaReference } from '../../init/write-deployment-file.ts'
import { loadDeployment } from '../../fixtures/config/load-deployment.ts'
import { assay, emptyFolder } from './assay.ts'

/** Every variable of an `.env.example`, with some value. */
const filledIn = (text: string) =>
  Object.fromEntries(
    Object.keys(parseEnvironment(text)).map((name) => [name, 'https://set.example/2025-10-13']),
  )

const written = async (folder: string) => {
  const file = join(folder, 'deployment.yaml')
  const example = readFileSync(join(folder, '.env.example'), 'utf8')
  return {
    text: readFileSync(file, 'utf8'),
    example,
    deployment: await loadDeployment(file, filledIn(example)),
  }
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
    const { text, example, deployment } = await written(folder)
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

  it('overwrites no deployment file without --force, and never a line of .env.example', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, '.env.example'), 'MINE=1\nPLATFORM_CLIENT_ID=mine\n')
    const options = {
      file: join(folder, 'deployment.yaml'),
      entered: { name: 'x', baseUrl: 'https://pay.example/2025-10-13' },
      terminal: undefined,
    }

    await init({ ...options, force: false })
    const { example, deployment } = await written(folder)
    assert.equal(example, 'MINE=1\nPLATFORM_CLIENT_ID=mine\nPLATFORM_CLIENT_SECRET=\n')
    assert.equal(deployment.states, undefined)

    await assert.rejects(
      init({ ...options, force: false }),
      /deployment\.yaml already exists\.\n.*deployment-2\.yaml.*--force/,
    )
    await init({ ...options, force: true })
    assert.equal((await written(folder)).example, example)
  })

  it('works a second time in a folder, for another file, and reports the shared variables', async () => {
    const folder = emptyFolder()
    const entered = ['--name', 'x', '--base-url', 'https://pay.example/2025-10-13']
    assert.equal((await assay(['init', ...entered], {}, folder)).code, 0)

    const { code, stdout } = await assay(['init', "second file's.yaml", ...entered], {}, folder)

    assert.equal(code, 0)
    assert.match(stdout, /\.env\.example had its variables already/)
    assert.ok(stdout.includes(String.raw`npx assay run --deployment 'second file'\''s.yaml'`), stdout)
    assert.ok(existsSync(join(folder, "second file's.yaml")))
  })

  it('quotes the path of the schema', () => {
    assert.equal(schemaReference('/app/my api', '/app/my api/schema.json'), './schema.json')
    assert.equal(schemaReference('/app', '/my tools/schema.json'), '../my%20tools/schema.json')
  })

  for (const [name, begins] of [
    ['deployment.json', /^\{\n {2}"\$schema": "\S+deployment\.schema\.json",\n/],
    ['deployment.mjs', /^\/\/ A deployment file[^]*\nexport default \{\n {2}name: "x",\n/],
    ['deployment.ts', /^\/\/ A deployment file[^]*\nexport default \{\n {2}name: "x",\n/],
    ['deployment.yml', /^# yaml-language-server: [^]*\nname: x\n/],
  ] as const)
    it(`writes ${name} in its format, and it loads`, async () => {
      const folder = emptyFolder()
      const entered = { name: 'x', baseUrl: 'https://pay.example/2025-10-13', areas: 'cards' }

      await init({ file: join(folder, name), entered, force: false, terminal: undefined })

      assert.match(readFileSync(join(folder, name), 'utf8'), begins)
      const example = readFileSync(join(folder, '.env.example'), 'utf8')
      const deployment = await loadDeployment(join(folder, name), filledIn(example))
      assert.deepEqual([deployment.name, deployment.areas], ['x', ['cards']])
    })

  it('comments only the operations of the claimed areas', async () => {
    const commented = async (areas?: string) => {
      const folder = emptyFolder()
      const entered = { name: 'x', baseUrl: 'https://pay.example/2025-10-13', areas }
      await init({ file: join(folder, 'deployment.yaml'), entered, force: false, terminal: undefined })
      const { text } = await written(folder)
      return [...text.matchAll(/^# {3}(\w+): (?:GET|POST|PATCH|PUT|DELETE) /gm)].map(([, name]) => name)
    }
    const cards = await commented('cards')
    assert.ok(cards.includes('createCard'))
    assert.ok(!cards.includes('createAgentQuote') && !cards.includes('requestStablecoinEnablement'))
    assert.ok((await commented()).includes('createAgentQuote'))
  })

  it('takes areas by their numbers and ranges', async () => {
    const areasFor = async (areas: string) => {
      const folder = emptyFolder()
      const entered = { name: 'x', baseUrl: 'https://pay.example/2025-10-13', areas }
      await init({ file: join(folder, 'deployment.yaml'), entered, force: false, terminal: undefined })
      return (await written(folder)).deployment.areas
    }
    assert.deepEqual(await areasFor('1-2, cards 1'), ['platform-configuration', 'customers', 'cards'])
    await assert.rejects(areasFor('99'), /99 is not in the list\.\n.*numbers from 1 to \d+/)
    await assert.rejects(areasFor('3-2'), /not in the list/)
  })

  it('names the required options when there is no terminal', async () => {
    const { code, stderr } = await assay(['init'], {}, emptyFolder())

    assert.equal(code, 2)
    assert.match(stderr, /--name or --base-url is missing/)
  })

  it('keeps a variable in an address, and lists it', async () => {
    const folder = emptyFolder()
    const entered = { name: 'x', baseUrl: '${PAYMENTS_BASE_URL}' }

    await init({ file: join(folder, 'deployment.yaml'), entered, force: false, terminal: undefined })

    assert.match((await written(folder)).example, /^PAYMENTS_BASE_URL=$/m)
  })

  const refused = [
    {
      entered: {},
      file: 'deployment.toml',
      says: /does not have the extension of a deployment file\.\n.*deployment\.yaml/,
    },
    { entered: { baseUrl: 'pay.example' }, says: /--base-url.*not an http/ },
    { entered: { baseUrl: 'https://me:secret-9@pay.example' }, says: /the address contains credentials/ },
    { entered: { baseUrl: 'https://pay.example/?a=b' }, says: /query/ },
    { entered: { statesUrl: 'ftp://pay.example' }, says: /--states-url/ },
    { entered: { areas: 'agent-operation' }, says: /Did you mean agent-operations\?/ },
  ]
  for (const { entered, says, file: name = 'deployment.yaml' } of refused) {
    it(`rejects ${JSON.stringify(entered)} in ${name} at once`, async () => {
      const file = join(emptyFolder(), name)

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

    const { deployment } = await written(folder)
    assert.deepEqual(
      [deployment.name, deployment.baseUrl, deployment.states, deployment.areas],
      ['staging', 'https://pay.example/2025-10-13', undefined, ['external-accounts']],
    )
    const shown = String(output.read())
    assert.match(shown, /Areas of the contract:\n {3}1 {2}platform-configuration +Platform Configuration\n/)
    for (const said of [
      /"nowhere" is not an http/,
      /Added the version segment/,
      /agents is not an area[^]*Did you mean agent-management\?/,
    ]) {
      assert.match(shown, said)
    }
  })

  it('writes nothing if the terminal ends before the last response', async () => {
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
