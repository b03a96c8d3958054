import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import type { Exchange, Violation } from '../../reports/conformance.ts'
import { evidenceOf } from '../../reports/html/evidence.ts'
import {
  bodyMarkup,
  curlCommand,
  exchangeDetails,
  exchangeLine,
  findingsMarkup,
  jsonLines,
  sequenceMarkup,
  shellVariable,
  escapeMarkup,
} from '../../reports/html/exchange-markup.ts'
import { whyMarkup } from '../../reports/html/requirement-markup.ts'
import { failureMarkup, placesOf } from '../../reports/html/expectation-markup.ts'
import { exchanges, HOSTILE } from './sample-run.ts'

// Everything that steers a terminal or reorders text, but line feed.
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

/** The words that a shell passes to curl for a command. */
function wordsOf(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('bash', ['--norc', '-c', script], { env: { LC_ALL: 'C', ...env } })
    .toString('utf8')
    .split('\0')
    .slice(0, -1)
}

const STATUS_OK = { status: 200, headers: {}, bytes: 1, truncated: false }

const request = (more: Partial<Exchange['request']>): Pick<Exchange, 'request'> => ({
  request: { method: 'POST', url: 'https://host/x', headers: {}, ...more },
})

it('an exchange of a recording is text where it should be a number', () => {
  const exchange = {
    ...exchanges[0]!,
    response: { status: HOSTILE, headers: {}, body: 'x', bytes: HOSTILE, truncated: true },
  } as unknown as Exchange

  assert.doesNotMatch(exchangeDetails(exchange), /<(?!\/?(?:div|p|pre|span|button|ul|li|a|code|mark)\b)/)
  assert.doesNotMatch(
    exchangeDetails({ ...exchange, findings: [{ requirement: 'CNV-02', at: 'status', message: 'x' }] }),
    /<(?!\/?(?:div|p|pre|span|button|ul|li|a|code|mark)\b)/,
  )
})

describe('the command that sends a request again', () => {
  it('gives curl exactly the sent request, however hostile', () => {
    const body = `${HOSTILE}\n!history \\ 'quoted' "double" 🙂 \u0007`
    const url = `https://host/x?q=[1-9]{a,b}'"$(id)\``
    const words = wordsOf(curlCommand(request({ url, headers: { 'x-note': HOSTILE, empty: '' }, body })))
    assert.deepEqual(
      words.slice(-8),
      ['-X', 'POST', url, '-H', `x-note: ${HOSTILE}`, '-H', 'empty;', '--data-raw', body].slice(-8),
    )
    assert.ok(words.includes('-g') && words.includes('--path-as-is'))
  })

  it('has no character that would steer a terminal it is pasted into', () => {
    assert.doesNotMatch(curlCommand(request({ body: HOSTILE })), STEERING)
  })

  it('takes credentials from shell variables', () => {
    const env = {
      PLATFORM_CLIENT_ID: 'me',
      PLATFORM_CLIENT_SECRET: 's3 cret',
      ACCESS_TOKEN: 'tok',
      STATES_TOKEN: 'st',
      WALLET_SIGNATURE: 'w',
    }
    const last = (headers: Record<string, string>) =>
      wordsOf(curlCommand(request({ headers })), env).slice(-2)
    assert.deepEqual(last({ authorization: 'Basic «redacted:basicCredentials»' }), ['-u', 'me:s3 cret'])
    assert.deepEqual(last({ authorization: '«redacted:clientSecret»' }), ['-u', 'me:s3 cret'])
    assert.deepEqual(last({ authorization: 'Bearer «redacted:accessToken»' }), [
      '-H',
      'Authorization: Bearer tok',
    ])
    assert.deepEqual(last({ authorization: '«redacted:authorization»' }), ['-H', 'Authorization: Bearer tok'])
    assert.deepEqual(last({ authorization: 'Bearer «redacted:statesToken»' }), [
      '-H',
      'Authorization: Bearer st',
    ])
    const ofState = (authorization: string) =>
      wordsOf(curlCommand({ ...request({ headers: { authorization } }), kind: 'state' }), env).at(-1)
    assert.equal(ofState('Bearer «redacted:authorization»'), 'Authorization: Bearer st')
    assert.equal(ofState('Basic «redacted:authorization»'), 'Authorization: Basic st')
    const ofAgent = {
      ...request({ headers: { authorization: 'Bearer «redacted:authorization»' } }),
      agent: 'A',
    }
    assert.match(curlCommand(ofAgent), /Authorization: Bearer \$AGENT_TOKEN/)
    assert.deepEqual(last({ authorization: 'Bearer' }), ['-H', 'authorization: Bearer'])
    assert.deepEqual(last({ authorization: 'Basic !!!!' }), ['-H', 'authorization: Basic !!!!'])
    assert.deepEqual(last({ authorization: 'Bearer made-up' }), ['-H', 'authorization: Bearer made-up'])
    assert.deepEqual(last({ 'service-wallet-signature': '«redacted:walletSignature»' }), [
      '-H',
      'service-wallet-signature: w',
    ])
    const body = wordsOf(curlCommand(request({ body: '{"code":"«redacted:accessToken»"}' })), env).at(-1)
    assert.equal(body, '{"code":"tok"}')
  })

  it('takes nothing from a variable within an identifier, or for a label that a deployment wrote', () => {
    const env = { CODE: 'leak', HOME: 'leak', ACCESS_TOKEN: 'tok', DEVICE_CODE: 'dev' }
    const url = 'https://host/agents/Agent:«redacted:code»/x-«redacted:accessToken»?a=«redacted:HOME»'
    const body = '{"id":"Agent:«redacted:code»-1","home":"«redacted:HOME»","code":"«redacted:deviceCode»"}'

    const words = wordsOf(curlCommand(request({ url, body })), env)

    assert.ok(words.includes(url), words.join(' '))
    assert.equal(words.at(-1), body.replace('«redacted:deviceCode»', 'dev'))
    const redeemed = wordsOf(
      curlCommand(request({ url: 'https://host/device-codes/«redacted:deviceCode»/redeem' })),
      env,
    )
    assert.ok(redeemed.includes('https://host/device-codes/dev/redeem'))
  })

  it('takes no variable whose name a deployment chose', () => {
    const env = { AWS_SECRET_ACCESS_KEY: 'leak', GATEWAY_KEY: 'gate' }
    const headers = {
      'request-id': '«redacted:AWS_SECRET_ACCESS_KEY»',
      'x-gateway-key': '«redacted:GATEWAY_KEY»',
    }
    const url = 'https://host/quotes/«redacted:awsSecretAccessKey»'
    const body = '{"accountId":"«redacted:AWS_SECRET_ACCESS_KEY»"}'

    const words = wordsOf(curlCommand(request({ url, headers, body })), env)

    assert.doesNotMatch(words.join(' '), /leak/)
    assert.ok(words.includes('x-gateway-key: gate'))
  })

  it('omits headers that curl adds, and anything that is not a header', () => {
    const headers = { host: 'h', 'content-length': '4', '@/etc/passwd': 'x', accept: '*/*' }
    assert.deepEqual(
      wordsOf(curlCommand(request({ headers }))).filter((word) => /: |^@/.test(word)),
      ['accept: */*'],
    )
  })

  it('names variables that a shell accepts', () => {
    assert.equal(shellVariable('accessToken'), 'ACCESS_TOKEN')
    assert.equal(shellVariable('client-secret'), 'CLIENT_SECRET')
    assert.equal(shellVariable('1st; rm -rf /'), 'SECRET_1ST_RM_RF_')
  })
})

describe('a body in lines', () => {
  const joined = (text: string) =>
    jsonLines(text)?.map(({ depth, text, pointer }) => `${pointer}|${'  '.repeat(depth)}${text}`)

  it('has a pointer for every line', () => {
    assert.deepEqual(joined('{"a":[1,{"b/c":null}],"d":{},"e":[],"f":"x,{}"}'), [
      '|{',
      '/a|  "a": [',
      '/a/0|    1,',
      '/a/1|    {',
      '/a/1/b~1c|      "b/c": null',
      '/a/1|    }',
      '/a|  ],',
      '/d|  "d": {},',
      '/e|  "e": [],',
      '/f|  "f": "x,{}"',
      '|}',
    ])
  })

  it('keeps every token: digits, escapes, repeated keys', () => {
    for (const text of [
      '{"a":9007199254740993.10e+2,"a":"\\u0041\\"\\\\"}',
      '[[],[{}],""]',
      '7',
      '"x"',
      'null',
    ]) {
      const lines = jsonLines(text)!.map((line) => line.text)
      assert.equal(lines.join('').replaceAll(/: /g, ':'), text)
    }
  })

  it('is undefined where it is not JSON', () => {
    for (const text of ['', '{', '<html>', '{"a":1}x']) assert.equal(jsonLines(text), undefined)
  })

  it('takes a nest as deep as a body can be', () => {
    const depth = 30_000
    const text = '['.repeat(depth) + ']'.repeat(depth)
    assert.ok(bodyMarkup(text, []).length < 10_000_000)
  })

  it('marks the line a finding points at, or the nearest that is there', () => {
    const mark = (at: string) =>
      bodyMarkup('{"a":{"b":1},"c":2}', [{ requirement: 'CNV-02', at, message: '' }])
        .split('\n')
        .filter((line) => line.includes('<mark class="other">'))
        .map((line) => line.replaceAll(/<[^>]*>/g, '').trim())
    assert.deepEqual(mark('/c'), ['&quot;c&quot;: 2 ◂ CNV-02'])
    assert.deepEqual(mark('/a/missing'), ['&quot;a&quot;: { ◂ CNV-02'])
    assert.deepEqual(mark('/missing'), ['{ ◂ CNV-02'])
    assert.deepEqual(mark('/'), ['{ ◂ CNV-02'])
    assert.deepEqual(mark('header content-type'), [])
  })
})

describe('markup', () => {
  it('escapes everything and makes unprintable characters visible', () => {
    assert.equal(escapeMarkup('<a href="x">&\''), '&lt;a href=&quot;x&quot;&gt;&amp;&#39;')
    assert.match(
      escapeMarkup('\u202e\u001b'),
      /^<span class="unprintable">U\+202E<\/span><span class="unprintable">U\+001B<\/span>$/,
    )
    assert.equal(escapeMarkup('line\n\tline'), 'line\n\tline')
  })

  it('never turns content of an exchange into markup', () => {
    const hostile: Exchange = {
      ...exchanges[0]!,
      id: HOSTILE,
      request: { method: HOSTILE, url: HOSTILE, headers: { [HOSTILE]: HOSTILE }, body: HOSTILE },
      response: { status: 200, headers: { [HOSTILE]: HOSTILE }, body: HOSTILE, bytes: 1, truncated: true },
      findings: [{ requirement: HOSTILE, at: HOSTILE, message: HOSTILE }],
      error: { kind: HOSTILE, message: HOSTILE },
    }
    for (const markup of [
      exchangeDetails(hostile),
      sequenceMarkup([{ line: exchangeLine(hostile) }]),
      failureMarkup({ message: `expected ${HOSTILE}, found ${HOSTILE} more`, request: HOSTILE }),
      failureMarkup({ message: HOSTILE }),
      bodyMarkup(JSON.stringify({ [HOSTILE]: HOSTILE }), []),
    ]) {
      assert.doesNotMatch(markup, /<script|<img|onerror=alert\(2\)>/)
      assert.doesNotMatch(markup, STEERING)
    }
  })
})

describe('the details of an exchange', () => {
  const traced = {
    ...exchanges[0]!,
    request: {
      ...exchanges[0]!.request,
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    },
  }

  it('name its trace, by which it is found in the logs of the deployment', () => {
    assert.match(exchangeDetails(traced), / · trace 0af7651916cd43dd8448eb211c80319c</)
    assert.doesNotMatch(exchangeDetails(exchanges[0]!), / · trace /)
  })

  it('give the request that is sent again no trace of another', () => {
    assert.doesNotMatch(curlCommand(traced), /traceparent/)
  })
})

describe('a sequence', () => {
  const asked = (id: string, caller: Record<string, string>, agent?: string) =>
    exchangeLine({
      ...exchanges.find((exchange) => exchange.kind === 'contract')!,
      id,
      request: { ...request({ headers: caller }).request },
      ...(agent !== undefined && { agent }),
    })
  const token = { authorization: 'Bearer «redacted:authorization»' }

  it('names a header that a check invented, and never its value', () => {
    const authorization = '«redacted:authorization, which is a word without a scheme»'
    const exchange = { ...exchanges[0]!, request: request({ headers: { authorization } }).request }

    assert.match(curlCommand(exchange), /-H "Authorization: \$INVALID_AUTHORIZATION"/)
    assert.match(exchangeDetails(exchange), /INVALID_AUTHORIZATION is a word without a scheme/)
  })

  it('has a lane for each agent, with its id, and for headers that a check invented', () => {
    const lanesOf = (...lines: readonly ReturnType<typeof exchangeLine>[]) =>
      [
        .../class="actors" aria-hidden="true">(.*?)<\/div>/
          .exec(sequenceMarkup(lines.map((each) => ({ line: each }))))![1]!
          .matchAll(/<span>(.*?)<\/span>/g),
      ].map(([, name]) => name)
    const one = asked('a 1', token, 'Agent:3d98…')
    assert.deepEqual(lanesOf(one, asked('a 2', token, 'Agent:0832…')), [
      'Agent:3d98…',
      'Agent:0832…',
      'Deployment',
    ])
    assert.deepEqual(lanesOf(one, asked('a 2', token)), ['Agent:3d98…', 'Agent', 'Deployment'])
    const many = ['1', '2', '3', '4'].map((id) => asked(id, token, `Agent:${id}…`))
    assert.deepEqual(lanesOf(...many), ['Agent', 'Deployment'])
    const authorization = '«redacted:authorization, which is a word without a scheme»'
    assert.deepEqual(lanesOf(asked('a 3', { authorization })), ['Invalid credentials', 'Deployment'])
  })

  const line = (id: string) => exchangeLine(exchanges.find((exchange) => exchange.id === id)!)

  it('names sender and receiver, by credentials and kind', () => {
    assert.deepEqual(
      ['state 1', 'late 2', 'page 1', 'silent 1'].map((id) => `${line(id).from} to ${line(id).to}`),
      ['harness to states', 'platform to deployment', 'agent to deployment', 'nobody to deployment'],
    )
    assert.equal(line('silent 1').outcome, 'timeout')
  })

  it('marks retries of a check, and nothing between checks', () => {
    const steps = ['own.1.1', 'own.1.2', 'own.2.1', 'act.1.1'].map((id) => ({
      line: { ...line('page 1'), id },
    }))
    assert.deepEqual(sequenceMarkup(steps).match(/Attempt \d/g), ['Attempt 2'])
    assert.match(sequenceMarkup(steps), /(?:<details[^]*?){2}Attempt 2[^]*?<details/)
  })

  it('draws no lane without messages', () => {
    const markup = sequenceMarkup([{ line: line('page 1') }])
    assert.match(markup, /<span>Agent<\/span><span>Deployment<\/span><\/div>/)
    assert.match(markup, /grid-column:2\/4/)
  })
})

describe('a failed expectation', () => {
  const violation = {
    exchange: 'late 2',
    operation: 'getTransaction',
    at: 'HTTP status',
    expected: 'an error 400',
    actual: '200',
  }
  const told = (expected: string, actual: string, at = 'code') =>
    failureMarkup({
      message: `getTransaction (exchange late 2): expected ${expected}, found ${actual}`,
      violation: { ...violation, at, expected, actual },
      request: 'GET /transactions/x → 200',
    })

  it('is shown as request, expected and seen, the difference marked', () => {
    assert.match(
      told('an error 400', '200', 'HTTP status'),
      /^<dl class="difference">[^]*<dt>Request<\/dt><dd>GET \/transactions\/x → 200<\/dd>[^]*<dd><ins>an error 400<\/ins><\/dd>[^]*<dd><del>200<\/del><\/dd>/,
    )
    assert.match(told('"CLOSED"', '"ACTIVE"'), /<ins>CLOSED<\/ins>[^]*<del>ACTIVE<\/del>/)
    assert.match(told('"one, two"', '"one, three"'), /one, <ins>two<\/ins>[^]*one, <del>three<\/del>/)
    assert.match(told('"CLOSED"', '"ACTIVE"', 'status'), /^<p class="message">status<\/p>/)
  })

  it('shows how often it failed, and what the check adds', () => {
    const message =
      'violated in 1 of 2 attempts: x (exchange late 2): expected an error 400, found 200: too late'
    assert.match(
      failureMarkup({ message, violation }),
      /^<p class="message">violated in 1 of 2 attempts<\/p>[^]*<del>200: too late<\/del>/,
    )
  })

  it('is found again in the exchange it speaks of, and in no other', () => {
    const exchange = exchanges.find(({ id }) => id === 'late 2')!
    const places = (more: Partial<typeof violation>) =>
      placesOf('OWN-07', { ...violation, ...more }, exchange).map(({ at }) => at)
    assert.deepEqual(places({}), ['status'])
    assert.deepEqual(places({ at: 'status' }), ['/status'])
    assert.deepEqual(places({ at: 'a.b, c' }), ['/a/b', '/c'])
    assert.deepEqual(places({ at: 'the account: status' }), ['/status'])
    assert.deepEqual(places({ at: 'balance of the account' }), ['balance of the account'])
    assert.deepEqual(places({ exchange: 'late 20' }), [])
  })

  it('is found in the item of a list that it speaks of', () => {
    const amounts = (...all: readonly (readonly [string, number])[]) => ({
      id: 'list',
      response: {
        body: JSON.stringify({ data: all.map(([id, amount]) => ({ id, quote: { amount } })) }),
        ...STATUS_OK,
      },
    })
    const list = amounts(['Action:1', 5], ['Action:2', 7], ['Action:3', 7])
    const places = (more: Partial<Violation>) =>
      placesOf(
        'AGA-10',
        { exchange: 'list', at: 'quote.amount', expected: '5', actual: '7', ...more },
        list,
      ).map(({ at }) => at)
    assert.deepEqual(places({ resource: 'Action:3' }), ['/data/2/quote/amount'])
    assert.deepEqual(places({}), ['/data/1/quote/amount'])
    assert.deepEqual(places({ actual: '8' }), ['/quote/amount'])
  })

  it('links the exchange that showed the expected value', () => {
    const seen = (id: string, at: string, amount: number) =>
      ({
        ...exchanges[0]!,
        id,
        at,
        response: { ...STATUS_OK, body: JSON.stringify({ data: [{ id: 'Action:1', amount }] }) },
        findings: [],
      }) as const
    const all = [seen('AGA-10-x.1.1', '1', 5), seen('AGA-10-x.1.2', '2', 9), seen('AGA-10-x.1.3', '3', 7)]
    const shown: Violation = {
      exchange: 'AGA-10-x.1.3',
      at: 'amount',
      expected: '5 (as without the filter)',
      actual: '7',
      resource: 'Action:1',
    }
    const facts = (more: Partial<Violation>) =>
      evidenceOf(all).requestOf(
        { verdict: 'fail', exchanges: all.map(({ id }) => id), violation: { ...shown, ...more } },
        'AGA-10',
      )
    assert.equal(facts({}).compared, 'AGA-10/AGA-10-x.1.1')
    assert.equal(facts({ expected: '5' }).compared, undefined)
    assert.match(
      failureMarkup({
        message: 'expected 5 (as without the filter), found 7',
        violation: shown,
        ...facts({}),
      }),
      /<dt>Compared with<\/dt><dd>exchange <a href="#AGA-10\/AGA-10-x\.1\.1">AGA-10-x\.1\.1<\/a><\/dd>/,
    )
  })
})

describe('the reason of a failure', () => {
  const why = {
    id: 'CRD-25',
    verdict: 'fail',
    reason: 'expected 404, found 400',
    fixIn: 'implementation',
  } as const

  it('has the cause, and no step or reason that says nothing', () => {
    const markup = whyMarkup({
      ...why,
      next: 'Compare exchange CRD-25-0d6da4.2.2 with the rule, and correct the implementation.',
      ofCause: { number: 5, title: 'getCard returns `400` <b>' },
    })
    assert.match(
      markup,
      /<dt>Cause<\/dt><dd><a href="#cause-5">5\.<\/a> getCard returns <code>400<\/code> &lt;b&gt;<\/dd>/,
    )
    assert.doesNotMatch(markup, /<dt>(?:Next|Reason)<\/dt>|Compare exchange|The contract says/)
  })

  it('has a step that says more', () => {
    assert.match(whyMarkup({ ...why, next: 'Bind operations.getCard.' }), /<dt>Next<\/dt><dd>Bind operations/)
  })
})

describe('the violations of the shown requirement', () => {
  const late = exchanges.find(({ id }) => id === 'late 2')!

  it('are marked differently from other violations, and come first', () => {
    const details = exchangeDetails(late, 'CNV-02')
    assert.match(details, /^<ul class="findings"><li class="own"><a href="#CNV-02">/)
    assert.match(details, /<mark>[^]*?<\/mark> <span class="note">◂ CNV-02</)
    assert.match(details, /<mark class="other">[^]*?<\/mark> <span class="note other">◂ CNV-03</)
    const sequence = sequenceMarkup([{ line: exchangeLine(late) }], 'CNV-02')
    assert.match(sequence, /class="exchange guilty"/)
    assert.match(sequence, /class="status violating">\d+</)
    assert.match(
      sequence,
      /class="label">violates CNV-02<\/span> <span class="label other">and CNV-03, CNV-01</,
    )
    assert.doesNotMatch(sequenceMarkup([{ line: exchangeLine(late) }], 'OWN-07'), /guilty/)
  })

  it('is folded by operation and place where each exchange shows one', () => {
    const items = ['a', 'b', 'c'].map((id, at): Exchange => ({
      ...late,
      id,
      findings: [{ requirement: 'CNV-04', at: `/data/${at}/createdAt`, message: 'expected UTC' }],
    }))
    const steps = items.map((item) => ({ line: exchangeLine(item) }))
    assert.match(
      sequenceMarkup(steps, 'CNV-04'),
      /<summary>The same violation in 2 more responses of getPlatformExternalAccount<\/summary>/,
    )
    assert.doesNotMatch(sequenceMarkup(steps, 'OWN-07'), /folded/)
    const details = exchangeDetails(
      { ...late, findings: items.flatMap(({ findings }) => findings) },
      'CNV-04',
    )
    assert.match(details, /<code>\/data\/\*\/createdAt<\/code> expected UTC \(3 times\)<\/li><\/ul>/)
  })
})

describe('the violations of a response', () => {
  const inField = (at: string) => ({ requirement: 'CNV-04', at, message: 'is no time' })

  it('are one line for all items of a list, those of the requirement first', () => {
    const other = { requirement: 'CNV-03', at: '/id', message: 'is no identifier' }
    const markup = findingsMarkup(
      [other, inField('/data/0/createdAt'), inField('/data/1/createdAt')],
      'CNV-04',
    )

    assert.match(markup, /^<ul class="findings"><li class="own">.*\(2 times\)<\/li><li class="other">/)
    assert.equal(markup.split('<li').length, 3)
  })

  // Each was compared with all others before it.
  it('are shown at once where thousands of fields violate a rule', () => {
    const findings = Array.from({ length: 8_000 }, (_, index) => inField(`/a${index}b`))
    const begun = performance.now()

    const markup = findingsMarkup(findings, 'CNV-04')

    assert.ok(performance.now() - begun < 2_000)
    assert.equal(markup.split('<li').length, 8_001)
  })
})
