/** `assay doctor --write` adds its findings to the deployment file, and keeps everything else in it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import type { Examined } from '../../doctor/examine-deployment.ts'
import { NotWritable, withFindings } from '../../doctor/findings-written.ts'
import { assay, emptyFolder } from './assay.ts'
import {
  ACCESS_TOKEN,
  CREDENTIALS,
  STATES_TOKEN,
  startSmallDeployment,
  type Oddities,
} from './small-deployment.ts'

const LIMITS = { maxWaitSeconds: 1, requestsPerSecond: 20, concurrency: 1, requestTimeoutSeconds: 1 }

const NOTHING: Examined = {
  diagnoses: [],
  operations: [],
  states: [],
  outlook: undefined,
  leftBehind: [],
  judged: 0,
}

const absent = (operation: 'createAgent' | 'executeQuote' | 'getAgentQuote', certain: boolean) =>
  ({
    operation,
    route: 'POST /somewhere',
    state: 'not found',
    detail: '404, like a random path',
    blocks: [],
    certain,
  }) as const

const FILE = `# ours
name: small   # the small one
baseUrl: https://host/2025-10-13

operations:
  # since 2024
  createQuote: POST /quotes/new
`

describe('the findings in a deployment file', () => {
  it('keep the entries of the file and their comments', () => {
    const { text } = withFindings(FILE, { ...NOTHING, operations: [absent('createAgent', true)] }, LIMITS)

    assert.equal(
      text,
      `${FILE.replace('small   #', 'small #')}  createAgent: null # not found: 404, like a random path\n`,
    )
  })

  it('are comments where a person must decide', () => {
    const examined: Examined = {
      ...NOTHING,
      // The contract shows executeQuote.
      operations: [absent('createAgent', false), absent('executeQuote', true)],
      outlook: {
        of: 2,
        judged: 1,
        open: 0,
        withoutOperation: 0,
        additions: [{ state: 'agent', requirements: ['QUO-01'] }],
      },
    }

    const { text, added } = withFindings(FILE, examined, LIMITS)

    assert.deepEqual(added, [])
    assert.equal(
      text,
      `${FILE}
# Found by assay doctor, to review:
#   operations.createAgent: null  (not found: 404, like a random path)
#   operations.executeQuote: null  (not found: 404, like a random path)
#   state agent is missing; with it, 1 more MUST requirements can be judged
# End of the findings of assay doctor.
`,
    )
    assert.equal(withFindings(text, examined, LIMITS).text, text, 'written once more')
    assert.equal(withFindings(text, NOTHING, LIMITS).text, FILE, 'found no more')
  })

  it('never change a line that is there', () => {
    const file = `${FILE}limits: { requestsPerSecond: 40 }\n`
    const throttled = { what: 'rate limits', state: 'wrong', detail: '3 of 9 got 429', blocks: [] } as const

    const { text } = withFindings(
      file,
      { ...NOTHING, diagnoses: [throttled] },
      { ...LIMITS, requestsPerSecond: 40 },
    )
    const { text: withNone } = withFindings(FILE, { ...NOTHING, diagnoses: [throttled] }, LIMITS)

    assert.deepEqual(parse(text), parse(file))
    assert.match(text, /# {3}limits\.requestsPerSecond: 20 {2}\(3 of 9 got 429\)/)
    assert.deepEqual(parse(withNone), { ...(parse(FILE) as object), limits: { requestsPerSecond: 10 } })
  })

  it('are added to JSON, which has no comments', () => {
    const file = JSON.stringify({ name: 'small', operations: { createQuote: 'POST /quotes' } })
    const examined = { ...NOTHING, operations: [absent('createAgent', true), absent('getAgentQuote', false)] }

    const { text, added } = withFindings(file, examined, LIMITS)

    assert.deepEqual(JSON.parse(text), {
      name: 'small',
      operations: { createQuote: 'POST /quotes', createAgent: null },
    })
    assert.equal(added.length, 1)
  })

  it('add no line to the file that the deployment could choose', () => {
    const end = '# End of what assay doctor found.proxy: http://elsewhere.example #'
    const hostile = { ...absent('executeQuote', true), detail: `405, allowed there: ${end}` }
    const first = withFindings(FILE, { ...NOTHING, operations: [hostile] }, LIMITS)

    const again = withFindings(first.text, { ...NOTHING, operations: [hostile] }, LIMITS)

    assert.equal(again.text, first.text)
    assert.equal(withFindings(first.text, NOTHING, LIMITS).text, FILE)
  })

  it('are not written where the place is an alias', () => {
    const file = 'x: &all { createQuote: POST /quotes }\noperations: *all\n'

    assert.throws(
      () => withFindings(file, { ...NOTHING, operations: [absent('createAgent', true)] }, LIMITS),
      NotWritable,
    )
  })
})

describe('assay doctor --write', () => {
  const small = async (oddities: Oddities) => {
    const deployment = await startSmallDeployment(oddities)
    const file = join(emptyFolder(), 'small.yaml')
    writeFileSync(file, deployment.text)
    return { deployment, file }
  }

  it('writes only certain findings, and a run accepts the file', async () => {
    const secrets = [CREDENTIALS.clientSecret, STATES_TOKEN, ACCESS_TOKEN]
    const hostile = { message: `\u001b[2J\n${secrets.join('\n')}` }
    const { deployment, file } = await small({
      operation: (route) =>
        route === 'POST /agents' ? { status: 404, body: { message: 'no such route' } } : undefined,
      state: (name) => (name === 'device-code' ? { status: 422, body: hostile } : undefined),
    })

    const first = await assay(['doctor', '--deployment', file, '--write'], deployment.variables)
    const text = readFileSync(file, 'utf8')
    const second = await assay(['doctor', '--deployment', file, '--write'], deployment.variables)
    await deployment.close()

    assert.match(first.stdout, /Written to .*small\.yaml\n operations\.createAgent: null/)
    assert.deepEqual((parse(text) as { operations: unknown }).operations, { createAgent: null })
    assert.match(text, /# {3}state device-code is missing/)
    assert.deepEqual(
      secrets.filter((secret) => (text + first.stdout + second.stdout).includes(secret)),
      [],
    )
    assert.ok(!text.includes('\u001b'))
    assert.equal(readFileSync(file, 'utf8'), text)
    assert.match(second.stdout, /comments at the end/)
  })

  it('leaves the file unchanged if the deployment is unreachable', async () => {
    const { deployment, file } = await small({})
    await deployment.close()

    const { code } = await assay(['doctor', '--deployment', file, '--write'], deployment.variables)

    assert.equal(code, 3)
    assert.equal(readFileSync(file, 'utf8'), deployment.text)
  })

  for (const [name, options, says] of [
    ['without a file', ['--reference'], /--write: the reference server has no deployment file/],
    ['with a module', ['--deployment', 'deployment.ts'], /deployment\.ts is a module/],
  ] as const) {
    it(`is rejected ${name}`, async () => {
      const { code, stderr } = await assay(['doctor', '--write', ...options])

      assert.equal(code, 2)
      assert.match(stderr, says)
    })
  }
})
