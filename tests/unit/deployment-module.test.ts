/** Deployment files that are modules, and provider states that are functions of them. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { DeploymentFileError } from '../../fixtures/config/deployment-file-error.ts'
import { loadDeployment } from '../../fixtures/config/load-deployment.ts'
import type { StateFunctions } from '../../fixtures/config/state-functions.ts'
import { stateAddress, withStateFunctions } from '../../fixtures/state-functions-transport.ts'
import { TransportError, type Transport } from '../../fixtures/http/transport.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

const folder = temporaryFolder('module')
const ENVIRONMENT = { ID: 'the-id', SECRET: 'the-secret' }

/** Each file has its own name, since a process loads a module once. */
let files = 0
function load(source: string, extension = 'ts') {
  const file = join(folder, `deployment-${++files}.${extension}`)
  writeFileSync(file, source)
  return loadDeployment(file, ENVIRONMENT)
}

const described = (rest: string) => `
  const name: string = 'module'
  export default {
    name,
    baseUrl: 'https://host.example/2025-10-13',
    credentials: { clientId: '\${ID}', clientSecret: '\${SECRET}' },
    ${rest}
  }`

const refusal = async (source: string, extension?: string) => {
  try {
    await load(source, extension)
  } catch (error) {
    if (error instanceof DeploymentFileError) return { message: error.message, ...error.problems[0]! }
    throw error
  }
  throw new Error('it was not refused')
}

describe('a deployment file that is a module', () => {
  it('has the shape of one in YAML, and takes variables in the same way', async () => {
    const deployment = await load(described(`states: { url: 'https://host.example/_states' }`))

    assert.equal(deployment.name, 'module')
    assert.equal(deployment.credentials.clientSecret, 'the-secret')
    assert.deepEqual(deployment.states, { url: 'https://host.example/_states', headers: {} })
    assert.equal(deployment.stateFunctions, undefined)
    assert.deepEqual(deployment.warnings, [])
  })

  it('may be JavaScript', async () => {
    assert.equal((await load(described('').replace(': string', ''), 'mjs')).name, 'module')
  })

  it('may have functions for provider states', async () => {
    const deployment = await load(
      described(`states: { 'drain-source': async () => ({}), teardown: async () => {} }`),
    )

    assert.deepEqual(Object.keys(deployment.stateFunctions?.setUps ?? {}), ['drain-source'])
    assert.equal(typeof deployment.stateFunctions?.tearDown, 'function')
    assert.equal(deployment.states, undefined)
  })

  it('warns of a literal secret, and not of one from the environment', async () => {
    const written = described('').replace(`clientSecret: '\${SECRET}'`, `clientSecret: 'literal'`)
    assert.match((await load(written)).warnings.join(), /credentials\.clientSecret is written into the file/)

    const elsewhere = described('').replace(
      `clientSecret: '\${SECRET}'`,
      `clientSecret: ['a', 'b'].join('x')`,
    )
    assert.deepEqual((await load(elsewhere)).warnings, [])
  })

  it('is rejected with a name that is no provider state', async () => {
    const error = await refusal(described(`states: { 'drain-sauce': async () => ({}) }`))

    assert.equal(error.code, 'key-unknown')
    assert.match(error.message, /states\.drain-sauce is not a provider state[\s\S]*Did you mean drain-source/)
  })

  it('is rejected where a state is not a function', async () => {
    const error = await refusal(described(`states: { agent: async () => ({}), 'drain-source': 3 }`))

    assert.match(error.message, /states\.drain-source is not a function/)
  })

  it('is rejected when it cannot be loaded, with the place, or without a default export', async () => {
    const broken = await refusal('const name = 1\nexport default {')
    assert.equal(broken.code, 'file-unparsable')
    assert.match(
      (await refusal('const name = 1\nthrow new Error("no")\n', 'mjs')).message,
      /\.mjs, line 2, column 7: /,
    )
    assert.match((await refusal('export const name = 1')).message, /no default export/)
    assert.match((await refusal("import './gone.mjs'\n", 'mjs')).message, /Write imports with their endings/)
  })

  it('is loaded as Node loads it: top-level await, import.meta and relative files', async () => {
    writeFileSync(join(folder, 'beside.txt'), 'from a file')
    writeFileSync(
      join(folder, 'imported.mjs'),
      `export const url = await Promise.resolve('https://host.example/2025-10-13')`,
    )
    const source = `
      import { readFile } from 'node:fs/promises'
      import { url } from './imported.mjs'
      const name = await readFile(new URL('beside.txt', import.meta.url), 'utf8')
      export default {
        name: name + ' in ' + (import.meta.dirname === ${JSON.stringify(folder)}),
        baseUrl: url,
        credentials: { clientId: '\${ID}', clientSecret: '\${SECRET}' },
      }`
    for (const extension of ['mjs', 'ts']) {
      const { name, baseUrl } = await load(source, extension)
      assert.equal(name, 'from a file in true')
      assert.equal(baseUrl, 'https://host.example/2025-10-13')
    }
  })

  it('is validated as a deployment file, and names every problem by its path', async () => {
    const { message } = await refusal(
      described(`limit: {}, limits: { concurrency: 'x' }, states: { url: 'here', headers: { a: 1 } }`),
    )
    assert.match(message, /: 4 problems\.\n/)
    assert.match(message, /limit is not a key[\s\S]*limits/)
    for (const path of ['limits.concurrency', 'states.url', 'states.headers.a'])
      assert.ok(message.includes(path), path)
  })
})

describe('provider states as functions', () => {
  const live: Transport = {
    send: () => Promise.reject(new Error('nothing is sent')),
    close: () => Promise.resolve(),
  }
  const ask = async (functions: Partial<StateFunctions>, body: object, timeoutMs = 1000) => {
    const transport = withStateFunctions(live, { setUps: {}, tearDown: undefined, ...functions })
    const response = await transport.send({
      method: 'CALL',
      url: stateAddress('agent'),
      headers: {},
      body: JSON.stringify({ state: 'agent', params: { balance: 7 }, ...body }),
      timeoutMs,
      maxBytes: 1000,
    })
    return { status: response.status, body: JSON.parse(Buffer.from(response.body).toString()) as unknown }
  }
  const setUp = (agent: (params: object) => unknown) => ask({ setUps: { agent } }, { action: 'setup' })

  it('return the values of the state', async () => {
    assert.deepEqual(await setUp(async (params) => ({ ...params, agentId: 'a' })), {
      status: 200,
      body: { balance: 7, agentId: 'a' },
    })
    assert.deepEqual(await setUp(() => undefined), { status: 200, body: {} })
  })

  it('are not known where there is no function', async () => {
    assert.equal((await ask({}, { action: 'setup' })).status, 404)
  })

  it('reject by throwing an error with a status, and fail by any other error', async () => {
    const thrown = (error: unknown) =>
      setUp(() => {
        throw error
      })

    assert.deepEqual(await thrown(Object.assign(new Error('not that'), { status: 422 })), {
      status: 422,
      body: { message: 'not that' },
    })
    assert.equal((await thrown({ status: 404 })).status, 404)
    assert.deepEqual(await thrown(new Error('broke')), { status: 500, body: { message: 'broke' } })
    assert.equal((await thrown({ status: 200 })).status, 500)
    assert.equal((await setUp(() => ({ amount: 1n }))).status, 500)
  })

  it('are given up when they take too long', async () => {
    await assert.rejects(
      ask({ setUps: { agent: () => new Promise(() => undefined) } }, { action: 'setup' }, 20),
      (error) => error instanceof TransportError && error.kind === 'timeout',
    )
  })

  it('are torn down with the parameters and values of the state', async () => {
    const seen: unknown[] = []
    const tearDown = (...all: readonly unknown[]) => void seen.push(...all)

    assert.equal((await ask({ tearDown }, { action: 'teardown', values: { agentId: 'a' } })).status, 200)
    assert.deepEqual(seen, ['agent', { balance: 7 }, { agentId: 'a' }])
    assert.equal((await ask({}, { action: 'teardown' })).status, 404)
  })

  it('show that a tear-down is not needed, whatever else they return', async () => {
    const bodyOf = async (result: unknown) =>
      (await ask({ tearDown: () => result }, { action: 'teardown' })).body

    assert.deepEqual(await bodyOf(Promise.resolve({ needed: false })), { needed: false })
    assert.deepEqual(await bodyOf({ deleted: 1n }), {})
  })
})
