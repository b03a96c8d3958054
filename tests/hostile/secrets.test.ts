/**
 * A deployment that discloses all its secrets, in every response and spelling: no file of a run and no terminal output
 * has one.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { assay, type Ended } from '../cli/assay.ts'
import { answer, startHostile, type Scene, type HostileCase } from './hostile-deployment.ts'
import { halvesOf, spellingsOf, tracesOf } from './spellings.ts'

/** With characters that encodings spell in their own ways. */
const CLIENT_ID = 'canary-client'
const SECRETS = {
  clientSecret: 'Cän4ry/client+secret "quoted" <b>&é€ 100%',
  statesToken: 'canary.states+token/7Zq=="x"',
  accessToken: 'canary~access.token_Bf91/+=',
  scaCode: 'CANARY-77319046',
} as const
const CANARIES: readonly string[] = [
  ...Object.values(SECRETS),
  Buffer.from(`${CLIENT_ID}:${SECRETS.clientSecret}`).toString('base64'),
]

/** Secrets that Assay knows before the first request. */
const CONFIGURED = CANARIES.filter((secret) => secret !== SECRETS.accessToken && secret !== SECRETS.scaCode)

const ALL_SPELLINGS = CANARIES.flatMap(spellingsOf)
const CONFIGURED_SPELLINGS = CONFIGURED.flatMap(spellingsOf).join(' | ')
const EVERYTHING = ALL_SPELLINGS.join(' | ')
const asJson = (text: string) =>
  JSON.stringify({ status: 400, code: 'INVALID_INPUT', message: text, reason: text, details: {} })
/** Header values have no characters beyond Latin-1, and no lines. */
const IN_HEADERS = ALL_SPELLINGS.filter((text) => /^[ -~]*$/.test(text))

/** A secret that starts shortly before a boundary and crosses it. */
const across = (place: number, secret: string) =>
  `${'- '.repeat(place).slice(0, place - Math.ceil(secret.length / 2))} ${secret}`

const echoes: readonly ((scene: Scene) => void)[] = [
  ({ response }) => answer(response, 400, asJson(EVERYTHING)),
  ({ response }) => answer(response, 200, asJson(EVERYTHING)),
  ({ response }) => {
    for (const [index, text] of IN_HEADERS.entries()) response.setHeader(`x-echo-${index}`, text)
    answer(response, 400, asJson('see the headers'))
  },
  ({ response }) =>
    answer(
      response,
      400,
      `{"${CANARIES.map((text) => JSON.stringify(text).slice(1, -1)).join('":1,"')}":2,"accessToken":"${SECRETS.accessToken}","accessToken":""}`,
    ),
  ({ response }) => answer(response, 400, `{"message":"${EVERYTHING}`),
  ({ response }) => answer(response, 500, `<h1>${EVERYTHING}</h1>`, { 'content-type': 'text/html' }),
  ({ response }) =>
    answer(response, 400, JSON.stringify({ status: 400, code: EVERYTHING, message: 'no', reason: 'no' })),
  ({ response }) =>
    answer(response, 400, asJson('typed'), { 'content-type': `text/x-${IN_HEADERS.join('-')}` }),
  ({ response }) => answer(response, 400, '{}', { 'content-encoding': SECRETS.accessToken }),
  ({ response }) => answer(response, 200, across(200, SECRETS.accessToken)),
  ({ response }) => answer(response, 200, `"${across(4_000, SECRETS.accessToken)}"`),
  ({ response }) => answer(response, 200, `"${across(64 * 1024, SECRETS.accessToken)}${'-'.repeat(90_000)}"`),
  ({ response }) => answer(response, 200, `"${across(80 * 1024, SECRETS.accessToken)}${'-'.repeat(90_000)}"`),
  ({ response }) =>
    answer(response, 302, '', {
      location: `http://localhost/${encodeURIComponent(SECRETS.clientSecret)}?${SECRETS.accessToken}`,
    }),
  ({ socket }) =>
    void socket.end(
      `HTTP/1.1 200 ${SECRETS.accessToken}\r\ncontent-length: 900\r\n\r\n${SECRETS.accessToken}`,
    ),
  ({ socket }) => void socket.end(`${SECRETS.accessToken} is no HTTP\r\n\r\n`),
]

const id = (type: string) => `${type}:${randomUUID()}`
/** Another one each time: a set-up that gives an agent twice is blocked. */
const agent = () =>
  JSON.stringify({
    agentId: id('Agent'),
    accessToken: SECRETS.accessToken,
    scaCode: SECRETS.scaCode,
    customerId: id('Customer'),
    platformCustomerId: `${EVERYTHING} ${randomUUID()}`,
    sourceAccountId: id('InternalAccount'),
    destinationAccountId: id('ExternalAccount'),
    foreignAccountId: id('InternalAccount'),
    sendingCurrency: 'USD',
    receivingCurrency: 'EUR',
  })

/** Whatever is asked before anything is judged gets in; after that every echo in turn. */
function telling(letsIn: number): HostileCase {
  let setUps = 0
  return {
    states: ({ response }) => {
      setUps++
      // The first state is whether states are served at all, the second that of the agent: its token is known from there.
      if (setUps % 5 === 3)
        answer(response, 422, JSON.stringify({ message: across(300, SECRETS.accessToken) }))
      else if (setUps % 5 === 4)
        answer(response, 500, `<h1>${EVERYTHING}</h1>`, { 'content-type': 'text/html' })
      else answer(response, 200, agent())
    },
    api: (scene) => {
      if (scene.count > letsIn) return echoes[scene.count % echoes.length]!(scene)
      const asPlatform = scene.request.headers.authorization?.startsWith('Basic ') === true
      const code = asPlatform ? 'NOT_FOUND' : 'UNAUTHORIZED'
      const body = {
        status: asPlatform ? 404 : 401,
        code,
        message: EVERYTHING,
        reason: EVERYTHING,
        details: {},
      }
      return answer(scene.response, body.status, JSON.stringify(body))
    },
  }
}

/** Fails every check, and uses a word of the report as its token. */
const issuing = (accessToken: string): HostileCase => ({
  states: ({ response }) =>
    answer(response, 200, JSON.stringify({ ...(JSON.parse(agent()) as object), accessToken })),
  api: ({ request, response, count }) => {
    if (count > 8) return answer(response, 500, JSON.stringify({ accessToken, oops: 'x' }))
    const asPlatform = request.headers.authorization?.startsWith('Basic ') === true
    const status = asPlatform ? 404 : 401
    const code = asPlatform ? 'NOT_FOUND' : 'UNAUTHORIZED'
    return answer(response, status, JSON.stringify({ status, code, message: 'no', reason: 'no' }))
  },
})
const OWN_WORDS = ['verdict', 'fail', 'conventions', 'requirements', 'non-conformant', 'accessToken']

const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
const deployment = await startHostile({
  telling: telling(8),
  refusing: {
    api: ({ response }) => {
      const [code, message] = [`UNAUTHORIZED ${CONFIGURED_SPELLINGS}`, CONFIGURED_SPELLINGS]
      answer(response, 401, JSON.stringify({ status: 401, code, message, reason: message }))
    },
  },
  redirecting: {
    api: ({ response }) =>
      answer(response, 302, '', {
        location: `http://localhost/${CONFIGURED.map(encodeURIComponent).join('/')}`,
      }),
  },
  paging: {
    api: ({ response }) =>
      answer(response, 200, CONFIGURED_SPELLINGS, { 'content-type': `text/html;x=${SECRETS.statesToken}` }),
  },
  conforming: {},
  ...Object.fromEntries(OWN_WORDS.map((word) => [`issuing-${word}`, issuing(word)])),
  'told-to-doctor': telling(0),
  'told-to-doctor-json': telling(0),
})

after(async () => {
  await deployment.close()
  rmSync(folder, { recursive: true, force: true })
})

const VARIABLES = {
  CANARY_ID: CLIENT_ID,
  CANARY_SECRET: SECRETS.clientSecret,
  CANARY_STATES: SECRETS.statesToken,
}

function fileOf(way: string): string {
  const file = join(folder, `${way}.yaml`)
  writeFileSync(
    file,
    `name: ${way}
baseUrl: ${deployment.origin}/${way}/2025-10-13
credentials: { clientId: "\${CANARY_ID}", clientSecret: "\${CANARY_SECRET}" }
areas: [external-accounts, agent-operations]
states: { url: "${deployment.origin}/${way}/_states", headers: { authorization: "Bearer \${CANARY_STATES}" } }
limits: { maxWaitSeconds: 2, requestsPerSecond: 1000, concurrency: 8, requestTimeoutSeconds: 5 }
`,
  )
  return file
}

const runOf = (way: string, only: readonly string[]) =>
  assay(
    ['run', '--deployment', fileOf(way), '--out', join(folder, `out-${way}`), '--only', ...only],
    VARIABLES,
  )

const TRACES = CANARIES.flatMap(tracesOf)
const HALVES = CANARIES.flatMap(halvesOf)

function assertTellsNothing(what: string, text: string): void {
  const told = [...TRACES, ...HALVES].filter((trace) => text.includes(trace))
  assert.deepEqual(told, [], `in ${what}`)
}

function assertKeepsSecrets(way: string, { stdout, stderr }: Ended): readonly string[] {
  assertTellsNothing('stdout', stdout)
  assertTellsNothing('stderr', stderr)
  const files = globSync('**/*', { cwd: join(folder, `out-${way}`) })
    .map((file) => join(folder, `out-${way}`, file))
    .filter((file) => statSync(file).isFile())
  for (const file of files) assertTellsNothing(basename(file), readFileSync(file, 'utf8'))
  return files.map((file) => basename(file)).sort()
}

describe('a run against a deployment that leaks its secrets', () => {
  it('writes no secret', async () => {
    const ended = await runOf('telling', [
      'OWN-01',
      'QUO-40',
      'QUO-41',
      'QUO-42',
      'QUO-43',
      'QUO-44',
      'QUO-45',
      'QUO-46',
      'QUO-47',
      'QUO-48',
      'QUO-58',
      'QUO-61',
      'QUO-62',
      'QUO-63',
    ])

    assert.equal(ended.code, 1, ended.stderr)
    assert.deepEqual(assertKeepsSecrets('telling', ended), [
      'badge.json',
      'bodies.jsonl',
      'conformance.json',
      'ctrf.json',
      'durations.json',
      'exchanges.har',
      'exchanges.jsonl',
      'index.html',
      'judgements.jsonl',
      'junit.xml',
      'planned.jsonl',
      'recording.json',
      'results.sarif',
      'summary.md',
    ])
    const exchanges = readFileSync(join(folder, 'out-telling', 'exchanges.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange)
    assert.ok(exchanges.filter(({ kind }) => kind === 'contract').length > echoes.length)
    assert.ok(
      exchanges.some(
        ({ kind, response }) => kind === 'probe' && response?.body.includes('«redacted:accessToken»'),
      ),
    )
  })

  for (const { way, code } of [
    { way: 'refusing', code: 3 },
    { way: 'paging', code: 3 },
    { way: 'redirecting', code: 1 },
  ]) {
    it(`writes no secret either when all it does is ${way}`, async () => {
      const ended = await runOf(way, ['OWN-01', 'OWN-08'])

      assert.equal(ended.code, code, ended.stderr)
      const written = readFileSync(join(folder, `out-${way}`, 'exchanges.jsonl'), 'utf8')
      assert.match(written, /«redacted:/)
      assertKeepsSecrets(way, ended)
    })
  }

  for (const { way, options } of [
    { way: 'told-to-doctor', options: [] },
    { way: 'told-to-doctor-json', options: ['--json'] },
  ]) {
    it(`writes no secret when it is ${way.replaceAll('-', ' ')}`, async () => {
      const { stdout, stderr } = await assay(['doctor', '--deployment', fileOf(way), ...options], VARIABLES)

      assertTellsNothing('stdout', stdout)
      assertTellsNothing('stderr', stderr)
      assert.match(stdout, /redacted/)
    })
  }
})

describe('a secret that is a word of the report', () => {
  // Redaction cannot remove these from the deployment's texts, and they disclose no secret.
  for (const secret of ['Conformance report', 'requirements', 'non-conformant'])
    it(`takes nothing from it where it is configured: ${secret}`, async () => {
      const out = join(folder, 'out-own-word')

      const { code, stdout, stderr } = await assay(
        ['run', '--deployment', fileOf('conforming'), '--out', out, '--only', 'ACT-01'],
        { ...VARIABLES, CANARY_SECRET: secret },
      )

      assert.equal(code, 3, stderr)
      assert.match(stdout, /Inconclusive/)
      assert.ok(readdirSync(out).includes('conformance.json'))
    })

  for (const secret of OWN_WORDS)
    it(`erases no failure where the deployment issues it: ${secret}`, async () => {
      const out = join(folder, `out-issued-${secret}`)

      const { code, stdout, stderr } = await assay(
        ['run', '--deployment', fileOf(`issuing-${secret}`), '--out', out, '--only', 'OWN-01', 'ACT-01'],
        VARIABLES,
      )

      assert.equal(code, 1, stderr)
      assert.match(stdout, /Not conformant/)
      const conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
      assert.equal(conformance.verdict, 'non-conformant')
      assert.ok(conformance.requirements.some(({ verdict }) => verdict === 'fail'))
    })
})
