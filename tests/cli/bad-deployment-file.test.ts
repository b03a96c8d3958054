/** A deployment file that cannot be used: one message naming file, key and remedy; exit 2; nothing sent. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { assay, emptyFolder } from './assay.ts'

interface Case {
  readonly what: string
  /** Text of the file; undefined: there is none. */
  readonly text: ((origin: string) => string) | undefined
  /** What the one message must say. */
  readonly says: readonly RegExp[]
}

const conforming = (origin: string) => `
name: under-test
baseUrl: ${origin}/2025-10-13
credentials: { clientId: "\${TEST_ID}", clientSecret: "\${TEST_SECRET}" }
`

const CASES: readonly Case[] = [
  { what: 'that is missing', text: undefined, says: [/no such file/, /--deployment/] },
  {
    what: 'that is neither YAML nor JSON',
    text: () => 'name: [unclosed\nbaseUrl: x',
    says: [/line \d+, column \d+/, /Correct/],
  },
  { what: 'that is empty', text: () => '', says: [/is not a mapping/, /assay init/] },
  {
    what: 'with an unknown key',
    text: (origin) => `${conforming(origin)}operatons: {}\n`,
    says: [/operatons is not a key/, /Did you mean operations\?/],
  },
  {
    what: 'with an unknown key within a key',
    text: (origin) => `${conforming(origin)}limits: { maxWaitSecond: 3 }\n`,
    says: [/limits\.maxWaitSecond is not/, /limits\.maxWaitSeconds/],
  },
  {
    what: 'with an unknown area',
    text: (origin) => `${conforming(origin)}areas: [agents]\n`,
    says: [/areas\.0/, /One of: .*agent-operations/],
  },
  {
    what: 'without a base URL',
    text: () => 'name: x\ncredentials: { clientId: "${TEST_ID}", clientSecret: "${TEST_SECRET}" }',
    says: [/baseUrl is missing/],
  },
  {
    what: 'with a base URL without the version',
    text: (origin) => conforming(origin).replace('/2025-10-13', '/v1'),
    says: [/does not end with the version segment/, /\/v1\/2025-10-13/],
  },
  {
    what: 'with a base URL that is none',
    text: (origin) => conforming(origin).replace(/baseUrl: .*/, 'baseUrl: here'),
    says: [/baseUrl is not an http/],
  },
  {
    what: 'with an unset variable',
    text: (origin) => conforming(origin).replace('TEST_SECRET', 'TEST_UNSET'),
    says: [/credentials\.clientSecret/, /TEST_UNSET/, /export TEST_UNSET=/],
  },
  {
    what: 'with several unset variables',
    text: (origin) => conforming(origin).replace('TEST_ID', 'TEST_GONE').replace('TEST_SECRET', 'TEST_UNSET'),
    says: [/credentials\.clientId.*TEST_GONE/, /credentials\.clientSecret.*TEST_UNSET/, /Set them: export/],
  },
  {
    what: 'with an operation that is no route',
    text: (origin) => `${conforming(origin)}operations: { getQuote: /quotes }\n`,
    says: [/operations\.getQuote/],
  },
  {
    what: 'with a placeholder that does not exist',
    text: (origin) => `${conforming(origin)}operations: { getAgentQuote: "GET /quotes/{id}" }\n`,
    says: [/\{id\}/, /\{quoteId\}/],
  },
]

describe('a deployment file', () => {
  const folder = emptyFolder()
  let server: Server
  let origin = ''
  let requests = 0

  before(async () => {
    server = createServer((_, response) => {
      requests++
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  after(() => server.close())

  for (const { what, text, says } of CASES) {
    it(`${what} is rejected before anything is sent`, async () => {
      const file = join(folder, `${what.replaceAll(' ', '-')}.yaml`)
      if (text) writeFileSync(file, text(origin))
      const out = join(folder, 'out')

      const { code, stdout, stderr } = await assay(['run', '--deployment', file, '--out', out], {
        TEST_ID: 'id',
        TEST_SECRET: 'a-secret-of-the-test',
      })

      assert.equal(code, 2, stderr)
      assert.ok(stderr.includes(file), stderr)
      assert.ok(stderr.includes('→'), stderr)
      for (const pattern of says) assert.match(stderr, pattern)
      assert.equal(stdout, '')
      assert.ok(!stderr.includes('a-secret-of-the-test') && !stderr.includes('    at '), stderr)
      assert.equal(requests, 0)
      assert.ok(!existsSync(out))
    })
  }
})

describe('the command line', () => {
  const refused = [
    { parameters: ['run', '--deploymnt', 'x'], says: /--deployment/ },
    { parameters: ['rnu'], says: /run/ },
    { parameters: ['run', '--reference', '--only', 'OWN-1'], says: /Did you mean OWN-\d+\?/ },
    {
      parameters: ['run', '--reference', '--only', 'agent-operation'],
      says: /Did you mean agent-operations\?/,
    },
    { parameters: ['serve', '--port', 'eighty'], says: /not a port/ },
    { parameters: ['proxy'], says: /forwarding.*--to.*\n {2}→ .*--to https:/ },
  ]
  for (const { parameters, says } of refused) {
    it(`rejects: assay ${parameters.join(' ')}`, async () => {
      const { code, stderr } = await assay(parameters)

      assert.equal(code, 2)
      assert.match(stderr, says)
    })
  }

  it('lists the requirements', async () => {
    const { code, stdout } = await assay(['list', '--only', 'OWN-01', '--json'])

    assert.equal(code, 0)
    assert.deepEqual(
      (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id),
      ['OWN-01'],
    )
  })
})

it('a key that would steer a terminal is shown by its numbers', async () => {
  const file = join(emptyFolder(), 'deployment.yaml')
  writeFileSync(file, 'name: a\n"x\\e[31m\\u202ey": 1\n')

  const { code, stderr } = await assay(['run', '--deployment', file])

  assert.equal(code, 2)
  assert.match(stderr, /x‹U\+001B›\[31m‹U\+202E›y is not a key/)
})
