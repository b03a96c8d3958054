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
  /** Text of the file; undefined: no file. */
  readonly text: ((origin: string) => string) | undefined
  /** Texts that the message must contain. */
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
    what: 'with a misspelled placeholder in a body',
    text: (origin) =>
      `${conforming(origin)}requests: { createAgent: { policy: { ids: ['{sourceAcountId}'] } } }\n`,
    says: [/requests\.createAgent has \{sourceAcountId\}/, /Did you mean \{sourceAccountId\}\?/],
  },
  {
    what: 'with an unknown key within a key',
    text: (origin) => `${conforming(origin)}limits: { maxWaitSecond: 3 }\n`,
    says: [/limits\.maxWaitSecond is not/, /limits\.maxWaitSeconds/],
  },
  {
    what: 'with an unknown area',
    text: (origin) => `${conforming(origin)}areas: [agents]\n`,
    says: [/areas\[0\]/, /Did you mean agent-management\?/],
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
    says: [
      /2 problems/,
      /:4:\d+: credentials\.clientId .* TEST_GONE/,
      /:4:\d+: credentials\.clientSecret .* TEST_UNSET/,
      /export TEST_GONE=/,
    ],
  },
  {
    what: 'with an operation that is no route',
    text: (origin) => `${conforming(origin)}operations: { getQuote: /quotes }\n`,
    says: [/operations\.getQuote/],
  },
  {
    what: 'with a value that contains itself',
    text: (origin) => `${conforming(origin)}requests: { createAgent: &body { policy: *body } }\n`,
    says: [/it cannot be read as YAML/],
  },
  {
    what: 'with a value that JSON does not have',
    text: (origin) =>
      `%YAML 1.1\n---\n${conforming(origin)}requests: { createAgent: { since: 2001-12-14 } }\n`,
    says: [/it cannot be read as YAML/],
  },
  {
    what: 'with a number that would be null in a request',
    text: (origin) => `${conforming(origin)}requests: { createAgent: { limit: 1e400 } }\n`,
    says: [/it cannot be read as YAML: A number is beyond those of JSON/],
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

it('a required key that is misspelt is one problem', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'misspelt.yaml')
  const credentials = { TEST_ID: 'id', TEST_SECRET: 'a-secret-of-the-test' }
  const messageFor = async (text: string) => {
    writeFileSync(file, text)
    return (await assay(['run', '--deployment', file], credentials)).stderr
  }

  const message = await messageFor(conforming('https://host.example').replace('baseUrl', 'baseURL'))
  assert.match(message, /baseURL is not a key of a deployment file\.[^]*Did you mean baseUrl\?/)
  assert.doesNotMatch(message, /missing/)
  assert.equal(message.split('→').length - 1, 1, message)

  const nested = await messageFor(conforming('https://host.example').replace('clientSecret', 'clientsecret'))
  assert.doesNotMatch(nested, /missing/)

  const another = await messageFor(conforming('https://host.example').replace('baseUrl', 'unrelated'))
  assert.match(another, /baseUrl is missing/)
})

describe('the command line', () => {
  const refused = [
    { parameters: ['run', '--deploymnt', 'x'], says: /--deployment/ },
    { parameters: ['rnu'], says: /run/ },
    { parameters: ['run', '--reference', '--only', 'OWN-1'], says: /Did you mean OWN-\d+\?/ },
    { parameters: ['run', '--reference', '--only', 'QUOO'], says: /Did you mean QUO\?/ },
    { parameters: ['run', '--dryrun'], says: /Did you mean --dry-run\?/ },
    { parameters: ['run', '--max-failure', '3'], says: /Did you mean --max-failures\?/ },
    {
      parameters: ['run', '--dry-run', '--deployments', 'x.yaml'],
      says: /--dry-run: it is not available with --deployments/,
    },
    {
      parameters: ['run', '--reference', '--only', 'agent-operation'],
      says: /Did you mean agent-operations\?/,
    },
    { parameters: ['serve', '--port', 'eighty'], says: /not a port/ },
    { parameters: ['proxy'], says: /--to.* all missing.*\n {2}→ .*--to https:/ },
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

const MANY = `name: under-test
baseUrl: https://host.example/v1
credentials: { clientId: "\${TEST_UNSET}", clientSecret: canary-1 other, pasword: canary-2 }
areas: [cards, agent-operatoins]
operations:
  getAgentQuote: GET /quotes/{id}
headers: { x-token: canary-3, host: canary-4 }
limits: { concurrency: 0 }
states: { url: 'ftp://host.example/?token=canary-5' }
tls: { ca: gone.pem }
`

describe('every problem of a deployment file', () => {
  it('is reported at once, with line, column, excerpt and fix', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'many.yaml'), MANY)

    const { code, stderr } = await assay(['run', 'many.yaml'], {}, folder)

    assert.equal(code, 2)
    const [first = '', ...blocks] = stderr.split('\n\n')
    assert.equal(first, 'Reading the deployment file many.yaml: 9 problems.')
    assert.deepEqual(
      blocks.map((block) => /^many\.yaml:(\d+:\d+): (\S+)/.exec(block)?.slice(1).join(' ')),
      [
        '2:10 baseUrl',
        '3:26 credentials.clientId',
        '3:73 credentials.pasword',
        '4:16 areas[1]',
        '6:18 operations.getAgentQuote',
        '7:31 headers.host',
        '8:24 limits.concurrency',
        '9:16 states.url',
        '10:12 tls.ca',
      ],
    )
    for (const block of blocks)
      assert.match(block, /\n {3,4}\d+ \| .*\n(?: {5} \| +\^+\n)? {2}→ .+ {2}\[[a-z-]+\]/)
    assert.ok(
      stderr.includes('    4 | areas: [cards, agent-operatoins]\n      |                ^^^^^^^^^^^^^^^^\n'),
    )
    assert.doesNotMatch(stderr, /canary/)
  })

  it('is reported for the syntax too, without a secret in the excerpt or the message', async () => {
    const folder = emptyFolder()
    const broken = [
      '- a\nclientSecret: canary-1\n',
      'name: x\nclientSecret canary-1\n',
      'credentials: {\n  "clientSecret": "canary-1" "clientId": "canary-2" }\nbaseUrl: [\n',
      'name: x\n\ttoken: canary-1\n',
      'given:\n  agent:\n    accessToken: >-\n    canary-1\nname: x\n',
      'requests:  createAgent: { policy: { pin: canary-1 } }\n',
      'credentials:\n  clientSecret:canary-1\n  clientId: a\n',
      'credentials:\n  clientSecret: >canary-1:\n  clientId: a\n',
      'credentials: {\n  clientSecret: >canary-1:a}\nname: x\n',
      'credentials:\n  clientSecret: !canary-1!\n  clientId: a\n',
      'credentials:\n  clientSecret: "\\Ucanary-1"\n  clientId: a\n',
    ]
    for (const text of broken) {
      writeFileSync(join(folder, 'broken.yaml'), text)

      const { code, stderr } = await assay(['run', 'broken.yaml'], {}, folder)

      assert.equal(code, 2)
      assert.match(stderr, /broken\.yaml(?:, line |:)\d/)
      assert.match(stderr, /it is neither YAML nor JSON: .+\.\n +\d \| .*\n/)
      assert.doesNotMatch(stderr, /canary/)
    }
  })

  it('is reported without a value that a slip makes part of a key, a tag or an anchor', async () => {
    const folder = emptyFolder()
    const mistaken = [
      'credentials: { clientId: a, clientSecret:canary-1 }\n',
      'headers: { "authorization: Bearer canary-1" }\n',
      'operations:\n  createAgent: { policy: { pin: canary-1 } }\n',
      'credentials:\n  clientSecrt: !canary-1\n  clientIdd: &canary-1 a\n',
      'states:\n  headers:\n    ? { authorization: canary-1 }\n',
      'credentials: { clientId: a, clientSecret: b,canary-1 }\n',
      'given: { agent: { accessToken: b,canary-1 } }\n',
    ]
    for (const text of mistaken) {
      writeFileSync(join(folder, 'mistaken.yaml'), `name: x\n${text}`)

      const { code, stdout, stderr } = await assay(['run', 'mistaken.yaml'], {}, folder)

      assert.equal(code, 2)
      assert.match(stderr, /mistaken\.yaml:\d/)
      assert.doesNotMatch(stdout + stderr, /canary/, text)
    }
  })

  it('is reported for JSON in the same way', async () => {
    const folder = emptyFolder()
    const text = JSON.stringify(
      { name: 'x', baseUrl: 3, credentials: { clientId: '${TEST_ID}' }, limit: {} },
      null,
      2,
    )
    writeFileSync(join(folder, 'd.json'), text)

    const { stderr } = await assay(['run', 'd.json'], { TEST_ID: 'id' }, folder)

    assert.match(stderr, /d\.json:3:14: baseUrl is not of the type string\.\n {4}3 \| {3}"baseUrl": 3,\n/)
    assert.match(stderr, /d\.json:4:3: credentials\.clientSecret is missing\./)
    assert.match(stderr, /d\.json:7:3: limit is not a key .*\n.*\n.*\n {2}→ Did you mean limits\?/)
  })

  it('is reported by assay doctor too', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'many.yaml'), MANY)

    const { code, stdout } = await assay(['doctor', 'many.yaml', '--json'], {}, folder)

    assert.equal(code, 2)
    const { diagnoses } = JSON.parse(stdout) as { readonly diagnoses: readonly { readonly detail: string }[] }
    assert.equal(diagnoses.length, 9)
    assert.match(diagnoses[0]!.detail, /^many\.yaml, line 2, column 10: baseUrl/)
  })

  it('names the files that were searched for a variable without a value, and reads .env beside the file', async () => {
    const folder = emptyFolder()
    const elsewhere = emptyFolder()
    const file = join(folder, 'deployment.yaml')
    writeFileSync(file, conforming('https://host.example'))
    writeFileSync(join(folder, '.env'), 'TEST_ID=from-beside\n')

    const { code, stderr } = await assay(['run', file], {}, elsewhere)

    assert.equal(code, 2)
    assert.match(stderr, /^Reading the deployment file .*, line 4, column \d+: credentials\.clientSecret /)
    assert.ok(
      stderr.includes(
        `Looked in the environment, ${join(folder, '.env')} and ${join(elsewhere, '.env')} (no such file).`,
      ),
      stderr,
    )
  })
})
