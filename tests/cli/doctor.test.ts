/** `assay doctor` reports what blocks a run, and a run stops for the same reasons with the same messages. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { exitCodeOf, type Diagnosis } from '../../doctor/diagnosis.ts'
import { examineDeployment, type Examined } from '../../doctor/examine-deployment.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { requirementsInEdition, unclaimedArea, type OperationName, type StateName } from '../../spec/index.ts'
import { assay, emptyFolder } from './assay.ts'
import {
  ACCESS_TOKEN,
  CLAIMED,
  CREDENTIALS,
  STATES_TOKEN,
  startSmallDeployment,
  type Answer,
  type Oddities,
  type SmallDeployment,
} from './small-deployment.ts'

/** Runs with a small deployment that is odd in the way given. */
async function withSmall<T>(oddities: Oddities, use: (small: SmallDeployment) => Promise<T>): Promise<T> {
  const small = await startSmallDeployment(oddities)
  try {
    return await use(small)
  } finally {
    await small.close()
  }
}

const QUIETLY = { progress: () => undefined }

const described = ({ text, variables }: SmallDeployment, changes: object = {}) =>
  deploymentFrom({ ...(parse(text) as object), ...changes }, 'small.yaml', variables)

const examined = (oddities: Oddities, changes: object = {}): Promise<Examined> =>
  withSmall(oddities, (small) => examineDeployment(described(small, changes), QUIETLY))

interface Finding {
  readonly what: string
  readonly state: string
  readonly detail: string
  readonly blocks: readonly string[]
  readonly fix?: string
}

const allOf = ({ diagnoses, operations, states }: Examined): readonly Finding[] => [
  ...diagnoses,
  ...operations.map((operation) => ({ ...operation, what: operation.operation })),
  ...states.map(({ state, source, ...rest }) => ({ ...rest, what: `state ${state}`, state: source })),
]
const AS_IT_SHOULD_BE = ['fine', 'found', 'served']
const notFine = (found: Examined) => allOf(found).filter(({ state }) => !AS_IT_SHOULD_BE.includes(state))
const brief = ({ what, state }: Pick<Diagnosis, 'what'> & { readonly state: string }) => `${what}: ${state}`
const named = (examined: Examined, name: string): Finding => {
  const found = allOf(examined).find(({ what }) => what === name)
  assert.ok(
    found,
    `${name} is not among ${allOf(examined)
      .map(({ what }) => what)
      .join(', ')}`,
  )
  return found
}
/** What is judged in the areas that the small deployment claims. */
const judged = requirementsInEdition().filter(
  (requirement) => requirement.specified && unclaimedArea(requirement, CLAIMED) === undefined,
)
const must = judged.filter(({ level }) => level === 'MUST')
const calling = (operation: OperationName) =>
  must
    .filter(({ operations, anyOf = [] }) => [...operations, ...anyOf].includes(operation))
    .map(({ id }) => id)
const needing = (state: StateName) => must.filter(({ states }) => states.includes(state)).map(({ id }) => id)

const MADE_UP_START = `Basic ${Buffer.from('assay-doctor').toString('base64')}`

const on = (wanted: string, response: Answer) => (route: string) => (route === wanted ? response : undefined)

describe('examining a deployment', () => {
  it('finds nothing wrong with one that is as it should be, and leaves nothing behind', async () => {
    const mightCreate: string[] = []
    const operation: Oddities['operation'] = (route, { headers }) => {
      if (/^POST [^*]*$/.test(route) && headers.authorization !== undefined) mightCreate.push(route)
      return undefined
    }
    await withSmall({ operation }, async (small) => {
      const found = await examineDeployment(described(small), QUIETLY)

      assert.deepEqual(notFine(found).map(brief), [])
      const states = (word: string) =>
        small.asked.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
      const left = states('setup').filter((state) => !states('teardown').includes(state))
      // The one is a state that does not exist; the other is a question and sets nothing up.
      assert.deepEqual(left, ['assay-nonexistent-state', 'account-balance'])
      assert.deepEqual(mightCreate, [])
    })
  })

  it('finds rejected credentials, and what they block', async () => {
    const found = await examined({
      operation: (route) =>
        route.includes('/agents/me/')
          ? undefined
          : { status: 401, body: { code: 'UNAUTHORIZED', reason: '' } },
    })

    const credentials = named(found, 'platform credentials')
    assert.equal(credentials.state, 'wrong')
    assert.deepEqual(
      calling('approveTransaction').filter((id) => !credentials.blocks.includes(id)),
      [],
    )
    assert.match(credentials.fix ?? '', /credentials\.clientId/)
  })

  it('does not conclude from one operation that rejects', async () => {
    const route = 'GET /platform/external-accounts/*'
    const found = await examined({ operation: on(route, { status: 401, body: { code: 'UNAUTHORIZED' } }) })

    assert.equal(named(found, 'platform credentials').state, 'fine')
    const refusing = named(found, 'getPlatformExternalAccount')
    assert.deepEqual([refusing.state, refusing.detail], ['found', '401 UNAUTHORIZED'])
  })

  it('concludes nothing about credentials from a response that every path gets', async () => {
    const found = await examined({
      operation: (route) =>
        route === 'GET /agents/me/actions' ? undefined : { status: 404, body: { code: 'NOT_FOUND' } },
    })

    const credentials = named(found, 'platform credentials')
    assert.equal(credentials.state, 'not tested')
    assert.match(credentials.detail, /^no operation can verify them: .*404 NOT_FOUND, like a random path$/)
    assert.ok(!found.diagnoses.some(({ what }) => what === 'made-up credentials'))
  })

  it('finds that credentials are accepted where made-up ones get another response', async () => {
    const found = await examined({
      operation: (_, { headers }) =>
        headers.authorization?.startsWith('Basic') && !headers.authorization.startsWith(MADE_UP_START)
          ? { status: 404, body: { code: 'NOT_FOUND' } }
          : undefined,
    })

    assert.equal(named(found, 'platform credentials').state, 'fine')
    assert.equal(named(found, 'made-up credentials').state, 'fine')
  })

  it('finds that requests without valid credentials are accepted', async () => {
    const found = await examined({
      operation: on('GET /platform/external-accounts/*', {
        status: 404,
        body: { code: 'NOT_FOUND', reason: '' },
      }),
    })

    assert.deepEqual(notFine(found).map(brief), ['made-up credentials: wrong'])
  })

  it('calls nothing a fault where there are no provider states', async () => {
    const found = await examined({}, { states: undefined })

    assert.equal(named(found, 'states.url').state, 'not tested')
    const agent = named(found, 'state agent')
    assert.equal(agent.state, 'missing')
    assert.match(agent.detail, /^createCustomer returned 400 INVALID_INPUT$/)
    assert.deepEqual(agent.blocks, needing('agent'))
    assert.equal(named(found, 'approveTransaction').state, 'found')
    assert.equal(exitCodeOf(found.diagnoses, found.states), 0)
  })

  it('tries no state whose operations are missing', async () => {
    const notThere = { status: 404, body: { message: 'no such route' } }
    await withSmall({ operation: on('POST /customers', notThere) }, async (small) => {
      const found = await examineDeployment(described(small, { states: undefined }), QUIETLY)

      assert.equal(named(found, 'state agent').detail, 'not found: createCustomer')
      // The two harmless requests that show it.
      assert.equal(small.asked.filter((line) => line === 'POST /customers').length, 2)
    })
  })

  it('sets nothing up with mayCreate: false, and claims nothing about it', async () => {
    await withSmall({}, async (small) => {
      const found = await examineDeployment(described(small), { ...QUIETLY, mayCreate: false })

      assert.deepEqual([...new Set(found.states.map(({ source }) => source))], ['not tested'])
      assert.deepEqual(
        small.asked.filter((line) => line.startsWith('setup')),
        ['setup assay-nonexistent-state'],
      )
      assert.deepEqual(found.leftBehind, [])
    })
  })

  it('sends nothing with credentials that could create with mayCreate: false, where states are not served either', async () => {
    const withCredentials: string[] = []
    const operation: Oddities['operation'] = (route, { headers }) => {
      if (!route.startsWith('GET') && !route.includes('*') && headers.authorization !== undefined)
        withCredentials.push(route)
      // The same response like a random path would need the second request, with credentials.
      return route.startsWith('POST') && !route.includes('*')
        ? { status: 404, body: { message: 'no such route' } }
        : undefined
    }
    await withSmall({ operation }, async (small) => {
      const description = described(small, { states: undefined })

      const found = await examineDeployment(description, { ...QUIETLY, mayCreate: false })
      assert.deepEqual(withCredentials, [])
      assert.ok(found.states.every(({ source }) => source === 'not tested' || source === 'missing'))
      await examineDeployment(description, QUIETLY)
      assert.ok(withCredentials.length > 0)
    })
  })

  it('names the entries of the deployment file', async () => {
    const given = { 'device-code': { code: 'a-device-code', agentId: 'Agent:1' } }
    const found = await examined({}, { states: undefined, given })

    const state = named(found, 'state device-code')
    assert.deepEqual([state.state, state.detail], ['given', '1 entry in small.yaml'])
  })

  it('finds that the provider states refuse the token', async () => {
    await withSmall({}, async (small) => {
      const seen = await examineDeployment(
        described(small, { states: { url: `${small.origin}/_states` } }),
        QUIETLY,
      )

      assert.equal(named(seen, 'states.url').state, 'wrong')
      assert.match(named(seen, 'states.url').detail, /401/)
    })
  })

  const states: readonly {
    readonly response: Answer
    readonly isWrong: boolean
    readonly says: RegExp
  }[] = [
    { response: { status: 404, body: {} }, isWrong: false, says: /^not served \(404\); createPlatform/ },
    {
      response: { status: 422, body: { message: 'no such thing here' } },
      isWrong: false,
      says: /no such thing here/,
    },
    { response: { status: 500, body: {} }, isWrong: true, says: /500/ },
    { response: { status: 200, body: {} }, isWrong: true, says: /externalAccountId/ },
    {
      response: { status: 502, html: '<h1>\u001b[2JBad gateway</h1>' },
      isWrong: true,
      says: /; it sent 502, text\/html: "<h1>‹U\+001B›\[2JBad gateway<\/h1>"$/,
    },
    { response: { status: 200, body: [] }, isWrong: true, says: /; it sent 200, application\/json: "\[\]"$/ },
  ]
  for (const { response, isWrong, says } of states) {
    it(`finds a state that returns ${response.status} ${response.html ?? JSON.stringify(response.body)}, and what to serve`, async () => {
      const found = await examined({ state: (name) => (name === 'wallet-challenge' ? response : undefined) })

      assert.deepEqual(notFine(found).map(brief), ['state wallet-challenge: missing'])
      const seen = named(found, 'state wallet-challenge')
      assert.match(seen.detail, says)
      assert.deepEqual(seen.blocks, needing('wallet-challenge'))
      assert.match(seen.fix ?? '', /"state":"wallet-challenge".*"messageToSign"/)
      assert.equal(exitCodeOf(found.diagnoses, found.states), isWrong ? 3 : 0)
    })
  }

  it('sends no request that needs a missing state', async () => {
    const found = await examined({
      state: (name) => (name === 'agent' ? { status: 404, body: {} } : undefined),
    })

    assert.equal(named(found, 'state sibling-agent').state, 'not tested')
    assert.equal(named(found, 'state wallet-challenge').state, 'served')
  })

  const unserved: readonly Answer[] = [
    { status: 405, body: {}, headers: { allow: 'GET' } },
    { status: 501, body: {} },
    { status: 404, body: { message: 'no such route' } },
    { status: 404, html: '<pre>Cannot POST</pre>' },
  ]
  for (const response of unserved) {
    it(`finds an operation that returns ${response.status} ${response.html ?? JSON.stringify(response.body)}`, async () => {
      const found = await examined({ operation: on('POST /agents/me/quotes/*/execute', response) })

      assert.deepEqual(notFine(found).map(brief), ['executeAgentQuote: not found'])
      assert.deepEqual(named(found, 'executeAgentQuote').blocks, calling('executeAgentQuote'))
      assert.equal(found.outlook?.withoutOperation, calling('executeAgentQuote').length)
    })
  }

  it('sends no request to an operation that is not offered', async () => {
    const found = await examined(
      { operation: on('POST /transactions/*/reject', { status: 405, body: {} }) },
      { operations: { rejectTransaction: null } },
    )

    assert.deepEqual(notFine(found).map(brief), [])
  })

  it('finds a web page in place of the API, and asks no further', async () => {
    await withSmall({ operation: () => ({ status: 200, html: '<h1>Welcome</h1>' }) }, async (small) => {
      const found = await examineDeployment(described(small), QUIETLY)

      assert.deepEqual(notFine(found).map(brief), ['base address: wrong'])
      assert.match(named(found, 'base address').detail, /web page/)
      assert.equal(small.asked.length, 1)
    })
  })

  it('finds a base address with another path', async () => {
    const found = await examined({ operation: () => ({ status: 404, body: { error: 'Not Found' } }) })

    assert.equal(named(found, 'base address').state, 'wrong')
    assert.match(named(found, 'base address').detail, /path of baseUrl/)
  })

  it('finds an unreachable deployment', async () => {
    const small = await startSmallDeployment()
    await small.close()

    const found = await examineDeployment(described(small), QUIETLY)

    assert.deepEqual(notFine(found).map(brief), ['base address: missing'])
    assert.equal(named(found, 'base address').blocks.length, found.judged)
  })

  it('finds a host without an address', async () => {
    const found = await examined({}, { baseUrl: 'http://nowhere.invalid/2025-10-13' })

    assert.equal(named(found, 'DNS of baseUrl').state, 'missing')
    assert.match(named(found, 'base address').detail, /nowhere\.invalid/)
  })

  it('finds an unreachable proxy, and names the keys that change it', async () => {
    const gone = await startSmallDeployment()
    await gone.close()

    const found = await examined({}, { baseUrl: 'http://nowhere.invalid/2025-10-13', proxy: gone.origin })

    assert.equal(named(found, 'base address').state, 'missing')
    assert.match(named(found, 'base address').fix ?? '', /^Check the proxy: `proxy` in small\.yaml/)
  })

  it('does not report a missing operation if the parent resource is looked up first', async () => {
    const missing = { status: 404, body: { code: 'QUOTE_NOT_FOUND', reason: 'no such quote' } }
    const found = await examined({
      operation: (route, { headers }) => {
        if (headers.authorization === undefined) return { status: 401, body: { code: 'UNAUTHORIZED' } }
        return route.startsWith('POST /agents/me/quotes/*/') ? missing : undefined
      },
    })

    assert.equal(named(found, 'executeAgentQuote').state, 'not tested')
    assert.equal(named(found, 'getAgentQuote').state, 'found')
  })

  for (const seconds of [-120, 120]) {
    it(`has a word on a clock that is ${seconds} s off`, async () => {
      const found = await examined({
        operation: (route) => ({
          ...(route === 'GET /agents/me/actions'
            ? { status: 200, body: { data: [], hasMore: false } }
            : { status: 404, body: { code: 'NOT_FOUND', reason: '' } }),
          headers: { date: new Date(Date.now() + seconds * 1000).toUTCString() },
        }),
      })

      const clock = named(found, 'clock')
      assert.equal(clock.state, 'warn')
      assert.match(clock.detail, seconds > 0 ? /1(?:19|20|21) s ahead/ : /1(?:19|20|21) s behind/)
    })
  }

  it('reports a rate limit of the deployment', async () => {
    const found = await examined({
      operation: on('GET /agents/me/quotes/*', {
        status: 429,
        body: {},
        headers: { 'retry-after': '7', 'ratelimit-limit': '5' },
      }),
    })

    assert.equal(named(found, 'getAgentQuote').state, 'not tested')
    assert.match(named(found, 'rate limits').detail, /429.*retry-after: 7, ratelimit-limit: 5/)
    assert.match(named(found, 'rate limits').fix ?? '', /requestsPerSecond: 500/)
  })
})

describe('assay doctor', () => {
  it('finds nothing wrong with the embedded reference', async () => {
    const { code, stdout, stderr } = await assay(['doctor', '--reference'])

    assert.equal(code, 0, `${stdout}${stderr}`)
    assert.match(
      stdout,
      /^(\d+) of \1 operations found; (\d+) of \2 states can be reached: up to (\d+) of \3 MUST\s+requirements\s+can\s+be\s+judged\./,
    )
    assert.match(stderr, /Examining state agent/)
  })

  it('reports an unreachable deployment in three parts', async () => {
    const small = await startSmallDeployment()
    await small.close()
    const file = join(emptyFolder(), 'small.yaml')
    writeFileSync(file, small.text)

    const { code, stdout } = await assay(['doctor', '--deployment', file], small.variables)

    assert.equal(code, 3)
    assert.match(
      stdout.replaceAll(/\s+/g, ' '),
      /^base address: GET http:\S+ without credentials got no complete response: the connection was refused \(ECONNREFUSED\)\. → Check that the deployment runs/,
    )
  })

  it('lists every variable that is not set, and sends nothing', async () => {
    await withSmall({}, async (small) => {
      const file = join(emptyFolder(), 'small.yaml')
      writeFileSync(file, small.text)

      const { code, stdout } = await assay(['doctor', '--deployment', file, '--json'])

      const { diagnoses } = JSON.parse(stdout) as { diagnoses: readonly Diagnosis[] }
      assert.equal(code, 2)
      assert.deepEqual(diagnoses.map(brief), [
        'file: fine',
        'variable SMALL_ID: missing',
        'variable SMALL_SECRET: missing',
        'variable SMALL_TOKEN: missing',
      ])
      assert.deepEqual(small.asked, [])
    })
  })

  it('never prints a secret, also where the deployment echoes it', async () => {
    const secrets = [CREDENTIALS.clientSecret, STATES_TOKEN, ACCESS_TOKEN]
    const echo = { code: secrets.join(' '), message: `\u001b[2J${secrets.join(' ')}`, reason: '' }
    const oddities: Oddities = {
      operation: (route, { headers }) =>
        route === 'GET /agents/me/actions' && headers.authorization === undefined
          ? undefined
          : { status: 404, body: echo, headers: { 'x-ratelimit-note': secrets.join(' ') } },
      state: (name) => (name === 'agent' ? undefined : { status: 422, body: echo }),
    }
    await withSmall(oddities, async (small) => {
      const file = join(emptyFolder(), 'small.yaml')
      writeFileSync(file, small.text)

      const table = await assay(['doctor', '--deployment', file], small.variables)
      const asJson = await assay(['doctor', '--deployment', file, '--json'], small.variables)

      const printed = [table, asJson].map(({ stdout, stderr }) => stdout + stderr).join('')
      assert.deepEqual([table.code, asJson.code], [0, 0])
      assert.match(printed, /«redacted:clientSecret»/)
      assert.deepEqual(
        secrets.filter((secret) => printed.includes(secret)),
        [],
      )
      assert.ok(!printed.includes('\u001b'))
    })
  })
})

describe('a run', () => {
  const run = async (small: SmallDeployment, text = small.text, options: readonly string[] = []) => {
    const folder = emptyFolder()
    const file = join(folder, 'small.yaml')
    writeFileSync(file, text)
    const out = join(folder, 'out')
    const ended = await assay(['run', '--deployment', file, '--out', out, ...options], small.variables)
    const conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    return { ...ended, conformance }
  }

  it('stops if the platform credentials are rejected, with the place to fix', async () => {
    const refused = { status: 401, body: { code: 'UNAUTHORIZED', reason: '' } }
    await withSmall({ operation: () => refused }, async (small) => {
      const { code, stderr, conformance } = await run(small)

      assert.equal(code, 3, stderr)
      assert.match(stderr, /the deployment rejects the platform credentials/)
      assert.match(stderr, /→ Correct credentials\.clientId/)
      assert.equal(conformance.complete, false)
      assert.equal(conformance.totals.fail, 0)
      const fixIns = conformance.requirements.flatMap(({ verdict, fixIn }) =>
        verdict === 'blocked' ? [fixIn] : [],
      )
      assert.deepEqual([...new Set(fixIns)], ['deployment-file'])
      assert.ok(small.asked.length <= 5, small.asked.join('\n'))
    })
  })

  it('stops so where it is restricted to a requirement that needs no platform credentials', async () => {
    const refused = { status: 401, body: { code: 'UNAUTHORIZED', reason: '' } }
    await withSmall({ operation: () => refused }, async (small) => {
      const { code, stderr } = await run(small, small.text, ['--only', 'ACT-20'])

      assert.equal(code, 3, stderr)
      assert.match(stderr, /the deployment rejects the platform credentials/)
    })
  })

  it('stops where every path gets the same response', async () => {
    const same = { status: 404, body: { code: 'NOT_FOUND', reason: 'Nothing is there.' } }
    await withSmall({ operation: () => same }, async (small) => {
      const { code, stderr, stdout } = await run(
        small,
        small.text.replace('2025-10-13', 'elsewhere/2025-10-13'),
      )

      assert.equal(code, 3, stderr)
      assert.match(stderr, /nothing is served at .*: a random path gets the same response/)
      assert.match(stderr, /→ Correct baseUrl/)
      assert.match(stdout, /fix in: the deployment file/)
    })
  })

  it('stops where every path gets a server error, and points to the log', async () => {
    const same = { status: 503, body: { code: 'UNAVAILABLE', reason: 'Try again.' } }
    await withSmall({ operation: () => same }, async (small) => {
      const { code, stderr, stdout } = await run(
        small,
        small.text.replace('2025-10-13', 'elsewhere/2025-10-13'),
      )

      assert.equal(code, 3, stderr)
      assert.match(stderr, /returns a server error for every path: a random path gets the same response/)
      assert.match(stderr, /→ See the log of the deployment/)
      assert.match(stdout, /fix in: the environment/)
    })
  })

  it('stops where the provider states refuse the token', async () => {
    await withSmall({}, async (small) => {
      const { code, stderr } = await run(small, small.text.replace('Bearer', 'Basic'))

      assert.equal(code, 3)
      assert.match(stderr, /_states responds 401/)
      assert.ok(small.asked.length <= 5, small.asked.join('\n'))
    })
  })
})
