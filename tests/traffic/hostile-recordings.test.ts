/** A recording is hostile until shown otherwise: its secrets stay in it, and a broken one is rejected with its place. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assay } from '../cli/assay.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { conventionsIn, failedIn } from './verdicts-in.ts'

const folder = temporaryFolder('hostile-recordings')
const BASE = 'https://api.example.com/2025-10-13'

interface Recorded {
  readonly method?: string
  readonly url?: string
  readonly status?: number
  readonly body?: unknown
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly postData?: unknown
  readonly more?: Readonly<Record<string, unknown>>
  readonly at?: number
}

let clock = Date.parse('2026-01-01T00:00:00Z')

function entry({ method = 'GET', url = `${BASE}/config`, status = 200, body = {}, at, ...rest }: Recorded) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  clock += 2_000
  const pairs = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }))
  return {
    startedDateTime: new Date(at ?? clock).toISOString(),
    time: 20,
    request: {
      method,
      url,
      headers: pairs(rest.requestHeaders ?? {}),
      ...(rest.postData === undefined ? {} : { postData: rest.postData }),
    },
    response: {
      status,
      headers: pairs({
        'content-type': 'application/json',
        date: new Date(at ?? clock).toUTCString(),
        ...rest.responseHeaders,
      }),
      content: { size: Buffer.byteLength(text), text },
    },
    ...rest.more,
  }
}

let number = 0
/** Judges entries, or the text of a file. */
async function judged(content: readonly unknown[] | string | Buffer, ...rest: readonly string[]) {
  const name = `${++number}`
  const file = join(folder, `${name}.har`)
  writeFileSync(
    file,
    Array.isArray(content)
      ? JSON.stringify({ log: { version: '1.2', entries: content } })
      : (content as string),
  )
  const out = join(folder, `${name}-report`)
  const ended = await assay(['judge', file, '--base-url', BASE, '--out', out, ...rest])
  return { ...ended, out, file }
}

describe('the secrets of a recording', () => {
  it('are in no file and no output, at any place, even before they are known', async () => {
    const secrets = {
      basic: 'platform-password-4711',
      bearer: 'bearer-token-0815-abcdef',
      cookie: 'session-cookie-value-77',
      setCookie: 'set-cookie-value-88-xyz',
      apiKey: 'api-key-value-1234567',
      query: 'query-token-value-99887',
      form: 'form-password-value-55',
      json: 'json-secret-value-2468',
      params: 'params-otp-secret-1357',
      response: 'access-token-of-response',
      device: 'device-code-of-response',
      path: 'device-code-in-the-path',
      custom: 'custom-field-secret-314',
      user: 'user-info-password-271',
      header: 'functions-key-value-909',
      multipart: 'multipart-password-606',
      nested: 'nested-client-secret-404',
      cutOff: 'cut-off-client-secret-5',
      jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl',
    }
    // Only a part of a path: nothing names it a secret.
    const reset = 'path-of-a-mail-0a1b2c3d4e'
    const echo = { reason: Object.values(secrets).join(' '), code: 'INVALID_INPUT' }
    const basic = Buffer.from(`client:${secrets.basic}`).toString('base64')
    const { out, stdout, stderr } = await judged([
      entry({ status: 400, body: echo }),
      entry({ requestHeaders: { Authorization: `Basic ${basic}`, Cookie: `a=${secrets.cookie}` } }),
      entry({
        requestHeaders: { authorization: `Bearer ${secrets.bearer}`, 'X-Api-Key': secrets.apiKey },
        responseHeaders: { 'set-cookie': `sid=${secrets.setCookie}; Path=/` },
      }),
      entry({ url: `${BASE}/config?access_token=${secrets.query}` }),
      entry({
        method: 'POST',
        postData: { mimeType: 'application/x-www-form-urlencoded', text: `password=${secrets.form}` },
      }),
      entry({
        method: 'POST',
        postData: { mimeType: 'application/json', text: `{"a":{"clientSecret":"${secrets.json}"}}` },
      }),
      entry({
        method: 'POST',
        postData: { mimeType: 'x', params: [{ name: 'otp', value: secrets.params }] },
      }),
      entry({
        method: 'POST',
        url: `${BASE}/agents/device-codes/${secrets.path}/redeem`,
        body: { accessToken: secrets.response, agentId: 'x', deviceCode: { code: secrets.device } },
      }),
      entry({ more: { _session: { token: secrets.custom } } }),
      entry({ url: `https://user:${secrets.user}@api.example.com/2025-10-13/config` }),
      entry({ url: `https://other.example/${secrets.jwt}` }),
      entry({ url: `https://other.example/reset/${reset}` }),
      entry({ requestHeaders: { 'Ocp-Apim-Subscription-Key': secrets.header } }),
      ...[
        `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secrets.multipart}\r\n--b--`,
        JSON.stringify({ payload: JSON.stringify({ clientSecret: secrets.nested }) }),
        `{"clientSecret":"${secrets.cutOff}","name":`,
      ].map((text) => entry({ method: 'POST', postData: { mimeType: 'x', text } })),
      entry({ status: 400, body: echo }),
    ])

    assert.match(stdout, /17 exchanges/)
    const texts = [stdout, stderr, ...readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'))]
    for (const [name, secret] of Object.entries(secrets))
      for (const text of texts) {
        assert.ok(!text.includes(secret), name)
        assert.ok(!text.includes(Buffer.from(secret).toString('base64').slice(0, -3)), name)
      }
    assert.ok(texts.every((text) => !text.includes(basic) && !text.includes(reset)))
    assert.ok(texts.some((text) => text.includes('«redacted:accessToken»')))
  })
})

describe('data that a recorder omits', () => {
  const actionOf = (digit: number) => ({
    data: [
      {
        id: `AgentAction:00000000-0000-4000-8000-00000000000${digit}`,
        agentId: `Agent:00000000-0000-4000-8000-00000000000${digit}`,
        status: 'APPROVED',
      },
    ],
    hasMore: false,
  })
  const actions = `${BASE}/agents/me/actions`

  it('is no failure: bodies, credentials, headers, responses', async () => {
    const masked = (authorization: string, digit: number) =>
      entry({ url: actions, body: actionOf(digit), requestHeaders: { authorization } })
    const dropped = entry({ url: actions })
    const { out } = await judged([
      { ...dropped, response: { ...dropped.response, content: { size: 812 } } },
      { ...dropped, response: { ...dropped.response, content: { size: 812, text: '{"data":[{"id":' } } },
      { ...dropped, response: { ...dropped.response, headers: [] } },
      { ...dropped, response: { status: 0, headers: [], content: { size: 0 } } },
      ...[
        'Bearer ***',
        'Bearer [REDACTED]',
        'Bearer xxxxxxxxxxxxxxxx',
        'Bearer «redacted:authorization»',
      ].flatMap((text) => [masked(text, 1), masked(text, 2)]),
      entry({ url: actions, body: actionOf(1) }),
      entry({ url: actions, body: actionOf(2) }),
    ])

    assert.deepEqual(
      failedIn(out).filter((id) => id !== 'CNV-02'),
      [],
    )
  })

  it('hides no violation that the recording does show', async () => {
    const authorization = 'Bearer 7f3a9c51e04b4d0db1c2'
    const listed = (digit: number) =>
      entry({ url: actions, body: actionOf(digit), requestHeaders: { authorization } })
    const { code, out } = await judged([listed(1), listed(2)])

    assert.equal(code, 1)
    assert.equal(conventionsIn(out).get('CNV-24')?.verdict, 'fail')
  })

  it('draws no conclusion from a cached response, or from an unknown order', async () => {
    const card = (state: string) => ({ id: 'Card:00000000-0000-4000-8000-000000000001', state })
    const url = `${BASE}/cards/Card:00000000-0000-4000-8000-000000000001`
    const closed = entry({ url, body: card('CLOSED') })
    const open = entry({ url, body: card('ACTIVE') })
    const cached = { ...open, _fromCache: 'disk' }
    const aged = { ...open, response: { ...open.response, headers: [{ name: 'Age', value: '30' }] } }

    for (const second of [cached, aged, { ...open, startedDateTime: closed.startedDateTime }])
      assert.notEqual(conventionsIn((await judged([closed, second])).out).get('CNV-33')?.verdict, 'fail')
    const untimed = await judged([{ ...closed, time: 0 }, open])
    assert.notEqual(conventionsIn(untimed.out).get('CNV-33')?.verdict, 'fail')
    assert.equal(conventionsIn((await judged([closed, open])).out).get('CNV-33')?.verdict, 'fail')
    const inTime = [
      entry({ url, body: card('ACTIVE') }),
      entry({ url, body: card('CLOSED') }),
      entry({ url, body: card('CLOSED') }),
    ]
    assert.equal(conventionsIn((await judged(inTime.toReversed())).out).get('CNV-33')?.verdict, 'pass')
  })

  it('excuses no violation of a response that says that a cache had it', async () => {
    const quote = { id: 3, status: 'NO_STATUS' }
    const url = `${BASE}/quotes/Quote:00000000-0000-4000-8000-000000000001`
    const responseHeaders = { Age: '1' }
    const { code } = await judged([entry({ url, body: quote, responseHeaders })], '--allow-blocked')

    assert.equal(code, 1)
  })

  it('is a request of another client: only a run knows every request', async () => {
    const account = (status: string) => ({
      id: 'ExternalAccount:00000000-0000-4000-8000-000000000001',
      status,
    })
    const url = `${BASE}/platform/external-accounts/ExternalAccount:00000000-0000-4000-8000-000000000001`
    const { out } = await judged([
      entry({ url, body: account('UNVERIFIED') }),
      entry({ url, body: account('ACTIVE') }),
    ])

    assert.notEqual(conventionsIn(out).get('CNV-36')?.verdict, 'fail')
  })
})

describe('a file that is no recording', () => {
  const CASES: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['is empty', '', /the file is empty/],
    ['is a page', '<html></html>', /line 1 \(byte 0\): the file does not begin with a HAR object/],
    ['is cut off', '{"log":{"entries":[{"request":', /ends within entry 0/],
    ['is compressed', gzipSync('{}'), /compressed with gzip\.\n {2}→ Decompress it/],
    ['is an archive', Buffer.from('PK\u0003\u0004'), /a ZIP archive\.\n {2}→ Unpack it/],
    ['is UTF-16', Buffer.from('\uFEFF{"log":{}}', 'utf16le'), /UTF-16/],
    ['has no entries', '{"log":{"version":"1.2"}}', /no array at \$\.log\.entries/],
    [
      'has a broken entry',
      '{"log":{"entries":[\n{"a":1},\n{"a":}]}}',
      /\$\.log\.entries\[0\]\.request \(line 2\): expected an object, found nothing/,
    ],
    [
      'has a value of another type',
      '{"log":{"entries":[{"request":[]}]}}',
      /\$\.log\.entries\[0\]\.request \(line 1\)/,
    ],
    [
      'nests too deep',
      `{"log":{"entries":[{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}]}}`,
      /nests deeper than 200/,
    ],
  ]

  for (const [what, content, message] of CASES)
    it(`${what}: exit code 2, with the place and the next step, and nothing is written`, async () => {
      const { code, stderr, out } = await judged(content)

      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
      assert.match(stderr, /\n {2}→ \S/)
      assert.ok(!existsSync(out))
    })

  it('does not exist', async () => {
    const { code, stderr } = await assay(['judge', join(folder, 'nothing.har'), '--base-url', BASE])

    assert.equal(code, 2)
    assert.match(stderr, /nothing\.har: there is no such file/)
  })

  it('is judged against nothing without an address', async () => {
    const { file } = await judged([])
    const { code, stderr } = await assay(['judge', file])

    assert.equal(code, 2)
    assert.match(stderr, /neither --base-url nor --deployment is set/)
  })
})

describe('a recording of nothing', () => {
  it('is inconclusive, also with --allow-blocked', async () => {
    assert.equal((await judged([], '--allow-blocked')).code, 3)
    assert.equal((await judged([entry({ url: 'https://other.example/' })], '--allow-blocked')).code, 3)
  })
})

describe('a recording of impossible times', () => {
  it('is judged without a duration that no date can have', async () => {
    const { code, stdout, stderr } = await judged([entry({ more: { time: 1e300 } })])

    assert.equal(code, 3, stderr)
    assert.match(stdout, /1 exchange/)
  })

  it('is rejected with its place where no date is possible', async () => {
    for (const startedDateTime of ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z']) {
      const { code, stderr } = await judged([entry({ more: { startedDateTime } })])

      assert.equal(code, 2)
      assert.match(stderr, /startedDateTime/)
    }
  })

  it('is rejected with its line in a recording of a run', async () => {
    const file = join(folder, 'impossible.jsonl')
    const line = {
      id: 'QUO-01.1.1',
      check: 'QUO-01',
      kind: 'contract',
      at: '2026-01-01T00:00:00.000Z',
      durationMs: 1e300,
      request: { method: 'GET', url: `${BASE}/config`, headers: {} },
      response: { status: 200, headers: {}, body: '{}', bytes: 2, truncated: false },
      findings: [],
    }
    writeFileSync(file, `${JSON.stringify(line)}\n`)

    const { code, stderr } = await assay([
      'judge',
      file,
      '--base-url',
      BASE,
      '--out',
      join(folder, 'impossible'),
    ])

    assert.equal(code, 2)
    assert.match(stderr, /line 1|:1\b/)
  })
})

describe('a recording of hostile texts', () => {
  it('prints nothing that steers a terminal, and is judged', async () => {
    const { code, stdout } = await judged([
      entry({ url: `${BASE}/\u001b[2Jx`, body: {} }),
      entry({ url: 'https://h/\u202Eevil', body: {} }),
      entry({ body: '{"__proto__":{"a":1},"constructor":1,"a":"\\ud800","a":2}' }),
      entry({ method: '\u001b[31mGET' }),
    ])

    assert.equal(code, 3)
    // oxlint-disable-next-line no-control-regex -- finding them is the purpose
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u202e]/)
    assert.match(stdout, /4 exchanges/)
  })

  it('is judged where an exchange of a run has an invalid address', async () => {
    const own = { id: 'QUO-01.1.1', kind: 'contract', operation: 'getConfiguration', findings: [] }
    const user = 'user:password-of-a-person@'

    const { code, stderr, out } = await judged([
      entry({ url: `https://${user}[`, more: { _assay: own } }),
      entry({
        status: 200,
        body: { id: 5 },
        url: `${BASE}/config`,
        responseHeaders: { 'content-type': 'x' },
      }),
    ])

    assert.equal(code, 1, stderr)
    assert.deepEqual(failedIn(out), ['CNV-01'])
    assert.ok(!readFileSync(join(out, 'exchanges.jsonl'), 'utf8').includes(user))
  })

  const line = {
    id: 'QUO-01.1.1',
    check: 'QUO-01',
    kind: 'contract',
    at: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    request: { method: 'GET', url: `${BASE}/config`, headers: {} },
    response: { status: 200, headers: {}, body: '{}', bytes: 2, truncated: false },
    findings: [],
  }
  const { response } = line
  const MARKUP = '<meta http-equiv="refresh" content="0;url=https://elsewhere.example">'
  const altered: Readonly<Record<string, object>> = {
    'the bytes of its response': { ...line, response: { ...response, bytes: MARKUP } },
    'whether its response is truncated': { ...line, response: { ...response, truncated: MARKUP } },
    'its operation': { ...line, operation: { name: MARKUP } },
    'its caller': { ...line, caller: MARKUP },
  }
  for (const [what, value] of Object.entries(altered))
    it(`is a line of another type: ${what}`, async () => {
      const name = what.replaceAll(' ', '-')
      const file = join(folder, `${name}.jsonl`)
      writeFileSync(file, `${JSON.stringify(value)}\n`)

      const { code, stderr } = await assay(['judge', file, '--base-url', BASE, '--out', join(folder, name)])

      assert.equal(code, 2, stderr)
      assert.match(stderr, /line 1|:1\b/)
    })
})
