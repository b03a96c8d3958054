import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { seededRandom } from '../../fixtures/random.ts'
import { createRedaction, MAX_SECRET_CHARACTERS, type Redaction } from '../../fixtures/redaction/redaction.ts'
import { INVENTED, shownHeaders } from '../../fixtures/redaction/invented-credentials.ts'
import { readingsOf, textsOf } from '../../fixtures/redaction/decodings.ts'

const SECRET = 's3cr/t+key="ä€😀" & <more>'
const LABEL = '«redacted:clientSecret»'

function knowing(secrets: Readonly<Record<string, string>>): Redaction {
  const redaction = createRedaction()
  for (const [name, secret] of Object.entries(secrets)) redaction.learn(name, secret)
  return redaction
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const escapedWith = (text: string, escape: (unit: string) => string) => text.split('').map(escape).join('')
const percentAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Spellings of a secret, each made by code other than the code under test. */
const WRITTEN: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'URL-encoded': encodeURIComponent,
  'URL-encoded, lower-case digits': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
  'URL-encoded, every byte': percentAll,
  'form-encoded': (secret) => new URLSearchParams({ k: secret }).toString().slice(2),
  'JSON-escaped': inJson,
  'JSON-escaped, other than ASCII': (secret) =>
    inJson(secret).replace(/[^ -~]/g, (unit) => unicodeEscape(unit).toUpperCase().replace('\\U', '\\u')),
  'JSON-escaped, slashes': (secret) => inJson(secret).replaceAll('/', '\\/'),
  'JSON-escaped, every character': (secret) => escapedWith(secret, unicodeEscape),
  'HTML-escaped': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'HTML-escaped, decimal': (secret) => Array.from(secret, (sign) => `&#${sign.codePointAt(0)};`).join(''),
  'HTML-escaped, hexadecimal': (secret) =>
    Array.from(secret, (sign) => `&#x${sign.codePointAt(0)!.toString(16).toUpperCase()};`).join(''),
  'JSON in JSON': (secret) => inJson(inJson(secret)),
  'an address in JSON': (secret) => inJson(encodeURIComponent(secret)),
  'JSON in an address': (secret) => encodeURIComponent(inJson(secret)),
  'JSON in HTML': (secret) => inJson(secret).replaceAll('&', '&amp;').replaceAll('"', '&#34;'),
  'hex, lower case': (secret) => Buffer.from(secret).toString('hex'),
  'hex, upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
}

describe('an Authorization header of a check', () => {
  const shown = (value: string, redaction = knowing({}), sent = value) =>
    shownHeaders({ authorization: value }, { authorization: sent }, redaction).authorization

  it('is described if the check invented it whole, and never shown', () => {
    for (const header of Object.values(INVENTED)) {
      assert.match(shown(header)!, /^«redacted:authorization, which is [\w ]+»$/)
      assert.ok(!shown(header)!.includes(header) || /^(?:Basic|Bearer)$/.test(header), header)
    }
  })

  it('is hidden if it only begins so, was replaced, or contains a learned secret', () => {
    const hidden = /^(?:(?:Basic|Bearer|Digest) +)?«redacted:authorization»$/i
    for (const header of Object.values(INVENTED)) {
      for (const other of [`${header}x`, `${header} x`, ` ${header}`, header.toUpperCase()])
        assert.match(shown(other)!, hidden)
      assert.match(shown(header, undefined, `${header} of the file`)!, hidden)
    }
    assert.match(shown('Bearer one two', knowing({ clientSecret: 'one two' }))!, hidden)
    assert.match(shown('nothing-but-a-word', knowing({ clientSecret: 'but-a-word' }))!, hidden)
  })

  it('has no part that differs from run to run, and no secret', () => {
    assert.ok(Object.values(INVENTED).every((header) => header.length < 25 && !/\d{4}/.test(header)))
  })
})

describe('a secret as text', () => {
  for (const [name, write] of Object.entries(WRITTEN)) {
    it(`${name}: every occurrence is replaced, and nothing else`, () => {
      const redaction = knowing({ clientSecret: SECRET })
      const written = write(SECRET)
      assert.equal(redaction.redact(written), LABEL)
      assert.equal(redaction.redact(`a ${written} b ${written}${written}!`), `a ${LABEL} b ${LABEL}${LABEL}!`)
    })
  }

  it('text without a secret stays unchanged', () => {
    const redaction = knowing({ clientSecret: SECRET })
    for (const text of ['', 'a', 's3cr/t', '%', '%zz%e2%82', '\\', '\\u12', '&;&#99999999;&amp', '\ud800']) {
      assert.equal(redaction.redact(text), text)
    }
  })

  it('a hexadecimal key is found in either case', () => {
    const key = '00ffAb5c9e'
    const redaction = knowing({ privateKey: key })
    assert.equal(
      redaction.redact(`0x${key.toLowerCase()} ${key.toUpperCase()} ${key}`).match(/«/g)?.length,
      3,
    )
  })
})

describe('hundreds of secrets', () => {
  it('are found, those that were learned first too', () => {
    const random = seededRandom('hundreds of secrets')
    const secrets = Array.from({ length: 300 }, () => random.uuid())
    const redaction = knowing(Object.fromEntries(secrets.map((secret, index) => [`n${index}`, secret])))

    for (const [index, secret] of secrets.entries())
      for (const write of [(text: string) => text, (text: string) => text.toUpperCase(), base64])
        assert.equal(redaction.redact(`<${write(secret)}>`), `<«redacted:n${index}»>`)
  })
})

describe('a secret in base64', () => {
  for (const encoding of ['base64', 'base64url'] as const) {
    for (const secret of ['123456', 'sk_live_?>~?>~', SECRET]) {
      for (const before of ['', 'a', 'ab', 'client:', 'ünï?>']) {
        for (const after of ['', 'z', 'yz', 'xyz', '\n']) {
          it(`${encoding}: ${JSON.stringify(before + secret + after)}`, () => {
            const [leading, through] = [before, before + secret].map((text) => Buffer.byteLength(text))
            const encoded = Buffer.from(before + secret + after).toString(encoding)
            const left = encoded.slice(0, Math.floor((8 * leading!) / 6))
            const right = encoded.slice(Math.ceil((8 * through!) / 6))
            assert.equal(
              knowing({ clientSecret: secret }).redact(`Basic ${encoded}.`),
              `Basic ${left}${LABEL}${right}.`,
            )
          })
        }
      }
    }
  }

  it('with its slashes escaped for JSON, or escaped for an address', () => {
    const redaction = knowing({ clientSecret: 'sk_live_?>~?>~' })
    const encoded = base64('sk_live_?>~?>~')
    assert.match(encoded, /[+/].*=/)
    assert.equal(redaction.redact(`{"a":"${encoded.replaceAll('/', '\\/')}"}`), `{"a":"${LABEL}="}`)
    assert.equal(redaction.redact(`?a=${encodeURIComponent(encoded)}`), `?a=${LABEL}%3D`)
  })

  it('of UTF-16, as .NET and PowerShell encode texts, and in lists of its bytes', () => {
    const redaction = knowing({ clientSecret: 'sk_live_4eC39HqLyjWD' })
    for (const text of ['sk_live_4eC39HqLyjWD', 'client:sk_live_4eC39HqLyjWD;']) {
      const bytes = Buffer.from(text, 'utf16le')
      assert.equal(redaction.redact(bytes.toString('base64')).replace(/=+$/, ''), LABEL)
      assert.equal(redaction.redact(bytes.swap16().join(', ')), LABEL)
    }
  })
})

describe('short secrets', () => {
  it('under 4 characters are not learned', () => {
    const redaction = knowing({ empty: '', one: 'a', three: 'abc' })
    assert.equal(redaction.redact('abcabc a'), 'abcabc a')
  })

  it('a code of 4 digits is replaced as text, not within base64 or hex', () => {
    const redaction = knowing({ code: '1234' })
    assert.equal(redaction.redact('{"code":"1234"}'), '{"code":"«redacted:code»"}')
    assert.equal(redaction.redact(base64('1234')), base64('1234'))
    assert.equal(redaction.redact('31323334'), '31323334')
  })

  const redaction = knowing({ scaCode: '123456', code: '2025' })
  for (const text of [
    'code=123456&a',
    '/v1/codes/123456/redeem',
    'Your code is 123456.',
    '123456',
    '{"message":"code:\\n123456"}',
    '{"scaCode":123456}',
    '{"scaCode": 123456 }',
    '{"value":"123456"}',
    '[123456]',
    'a-123456',
    encodeURIComponent('"123456"'),
    '&quot;123456&quot;',
    base64('123456'),
    '313233343536',
    'year-2025-10',
  ])
    it(`a separate code is replaced: ${text}`, () => {
      assert.match(redaction.redact(text), /«redacted:(?:scaCode|code)»/)
    })

  for (const text of [
    '91234567',
    'Quote:00000000-0000-4000-8000-000000123456',
    'Quote:00000000-2025-4000-8000-000000000000',
    '2025-10-13T10:00:00.123456Z',
    '2025-10-13T10:00:00.123456+00:00',
    'https://example.com/2025-10-13/quotes',
    '{"exchangeRate":0.123456}',
    '{"sendingAmount":123456,"b":1}',
    '{"sendingAmount": 123456}',
    inJson('{"sendingAmount":123456}'),
    encodeURIComponent('{"sendingAmount":123456}'),
    '{&quot;sendingAmount&quot;:123456}',
    '{&#34;sendingAmount&#34;:123456}',
    '123456.789',
    'cursor_MTIz123456NDU2',
  ])
    it(`a code is left where it is a part of something else: ${text}`, () => {
      assert.equal(redaction.redact(text), text)
    })

  for (const text of ['{"code":"12345"}', inJson('{"code":"12345"}'), '{"otpCode": "12345"}'])
    it(`a code without its last character is replaced as the value of a code: ${text}`, () => {
      assert.match(redaction.redact(text), /«redacted:(?:scaCode|code)»/)
    })

  for (const text of ['{"line":"12345"}', '{"code":12345}', '{"code":"1234"}', '12345'])
    it(`a code without its last character is kept elsewhere: ${text}`, () => {
      assert.equal(redaction.redact(text), text)
    })

  it('a code that is the prefix of another is replaced as a separate word', () => {
    for (const codes of [
      { code: '12345', scaCode: '123456' },
      { scaCode: '123456', code: '12345' },
    ]) {
      const redaction = knowing(codes)

      assert.match(redaction.redact('it is 12345'), /^it is «redacted:/)
      assert.match(redaction.redact('it is 123456'), /^it is «redacted:/)
    }
  })

  it('another secret of digits is replaced everywhere, even after it was taken for a code', () => {
    const redaction = knowing({ code: '123456', clientSecret: '123456', accessToken: '998877' })

    assert.equal(redaction.redact('{"amount":123456}'), '{"amount":"«redacted:code»"}')
    assert.equal(redaction.redact('x123456998877y'), 'x«redacted:code»«redacted:accessToken»y')
  })

  it('identifiers, times and amounts of any recording stay unchanged for any code', () => {
    const recorded = fc.record({
      id: fc.uuid().map((uuid) => `Quote:${uuid}`),
      at: fc
        .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
        .map((date) => date.toISOString()),
      amount: fc.nat(),
    })
    fc.assert(
      fc.property(recorded, fc.nat(), fc.integer({ min: 4, max: 9 }), (body, place, length) => {
        const text = JSON.stringify(body)
        const codes = [...text.matchAll(/(?=(\d{4,9}))/g)].map(([, digits]) => digits!.slice(0, length))
        const code = codes[place % codes.length]!

        assert.equal(knowing({ code }).redact(text), text)
      }),
    )
  })
})

describe('secrets that overlap', () => {
  it('one that holds another is covered whole, whichever was learned first', () => {
    for (const names of [
      ['inner', 'outer'],
      ['outer', 'inner'],
    ]) {
      const secrets: Record<string, string> = { inner: 'middle', outer: 'start-middle-end' }
      const redaction = knowing(Object.fromEntries(names.map((name) => [name, secrets[name]!])))
      assert.equal(
        redaction.redact('a start-middle-end b middle c'),
        'a «redacted:outer» b «redacted:inner» c',
      )
    }
  })

  it('one that begins like another is covered whole', () => {
    const redaction = knowing({ short: 'token-1', long: 'token-1-and-more' })
    assert.equal(redaction.redact('token-1-and-more token-1-and'), '«redacted:long» «redacted:short»-and')
  })

  it('two that share characters are covered together, under the name of the longer', () => {
    const redaction = knowing({ left: 'abcdef', right: 'defghijk' })
    assert.equal(redaction.redact('-abcdefghijk-'), '-«redacted:right»-')
    assert.equal(redaction.redact('-abcdefdefghijk-'), '-«redacted:left»«redacted:right»-')
  })

  it('one that repeats itself is covered whole', () => {
    assert.equal(knowing({ code: 'abab' }).redact('-ababab-'), '-«redacted:code»-')
  })

  it('the same secret under two names has the first', () => {
    assert.equal(knowing({ first: 'secret', second: 'secret' }).redact('secret'), '«redacted:first»')
  })
})

describe('labels', () => {
  it('stay as they are, also when a name holds a secret', () => {
    const redaction = knowing({ clientSecret: 'Secret', other: 'redacted' })
    const once = redaction.redact('a Secret is redacted')
    assert.equal(once, 'a «redacted:clientSecret» is «redacted:other»')
    assert.equal(redaction.redact(once), once)
  })

  it('that are not ours hide nothing', () => {
    const redaction = knowing({ token: 'tok_12345678' })
    const once = redaction.redact('«redacted:tok_12345678»')
    assert.ok(!once.includes('tok_1'))
    assert.equal(redaction.redact(once), once)
  })
})

describe('JSON stays JSON', () => {
  it('no escape is cut, although a secret seems to begin or end within one', () => {
    const cases = [
      { secret: 'nabcd', value: '\nabcd' },
      { secret: '0041bcd', value: '\u0001bcd' },
      { secret: 'abcd\\', value: 'abcd\\' },
      { secret: 'abcd\\', value: 'abcd"' },
      { secret: '\\\\ab', value: '\\\\ab' },
      { secret: '"quoted"', value: 'is "quoted"' },
    ]
    for (const { secret, value } of cases) {
      const redacted = knowing({ clientSecret: secret }).redact(JSON.stringify({ value, next: [value] }))
      const parsed = JSON.parse(redacted) as { value: string }
      assert.ok(!parsed.value.includes(secret), redacted)
    }
  })

  it('a number that holds a secret becomes a string, also between strings with quotes in them', () => {
    const redaction = knowing({ code: '1234567890' })
    const text =
      '{"a\\"":"\\\\","n":-1234567890.5e3,"s":"n: 1234567890, \\"1234567890\\"","m":[1234567890,123456789012345678907]}'
    assert.deepEqual(JSON.parse(redaction.redact(text)), {
      'a"': '\\',
      n: '«redacted:code»',
      s: 'n: «redacted:code», "«redacted:code»"',
      m: ['«redacted:code»', '«redacted:code»'],
    })
  })
})

describe('headers', () => {
  const redaction = knowing({ accessToken: 'tok_12345678' })

  it('that carry credentials are replaced whole, and the scheme is kept', () => {
    assert.deepEqual(
      redaction.redactHeaders({
        Authorization: 'Basic YTpi',
        'proxy-authorization': 'Bearer  x y z',
        cookie: 'a=b',
        'Set-Cookie': 'a=b; Path=/',
        'Service-Wallet-Signature': 'eyJ9',
      }),
      {
        Authorization: 'Basic «redacted:authorization»',
        'proxy-authorization': 'Bearer  «redacted:proxy-authorization»',
        cookie: '«redacted:cookie»',
        'Set-Cookie': '«redacted:set-cookie»',
        'Service-Wallet-Signature': '«redacted:service-wallet-signature»',
      },
    )
  })

  it('without a known scheme nothing of the value is kept', () => {
    for (const authorization of ['tok_secret', 'opensesame please', 'Basic', 'Basic ', '']) {
      assert.deepEqual(redaction.redactHeaders({ authorization }), {
        authorization: '«redacted:authorization»',
      })
    }
  })

  it('others are redacted like text', () => {
    assert.deepEqual(
      redaction.redactHeaders({
        'content-type': 'application/json',
        location: '/a?t=tok_12345678',
        'x-tok_12345678': '',
      }),
      {
        'content-type': 'application/json',
        location: '/a?t=«redacted:accessToken»',
        'x-«redacted:accessToken»': '',
      },
    )
  })

  it('stay as they are when redacted again', () => {
    const once = redaction.redactHeaders({ authorization: 'Bearer x', cookie: 'c', location: 'tok_12345678' })
    assert.deepEqual(redaction.redactHeaders(once), once)
  })
})

describe('two hundred random secrets', () => {
  const random = seededRandom('redaction')
  const ALPHABETS = [
    '0123456789',
    '0123456789abcdef',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    ' !"#$%&\'()*+,-./0:;<=>?@A[\\]^_`a{|}~',
    'aé€😀\n\t"\\/%+& ',
  ]
  const secrets = Array.from({ length: 200 }, (_, at) => {
    const alphabet = Array.from(ALPHABETS[at % ALPHABETS.length]!)
    return Array.from(
      { length: random.integer(8, 48) },
      () => alphabet[random.integer(0, alphabet.length - 1)],
    ).join('')
  })
  const redaction = knowing(Object.fromEntries(secrets.map((secret, at) => [`secret${at}`, secret])))

  it('leave no trace in any encoding, and redacted text stays unchanged', () => {
    for (const secret of secrets) {
      const forms = [
        ...Object.values(WRITTEN).map((write) => write(secret)),
        base64(secret).replace(/=+$/, ''),
        Buffer.from(secret).toString('base64url'),
      ]
      const embedded = ['', 'i', 'id', 'id:'].map((id) => base64(`${id}${secret}.`))
      const once = redaction.redact([...forms, ...embedded].join('\u0001'))
      for (const form of [...forms, ...embedded]) assert.ok(!once.includes(form), `${form} in ${once}`)
      assert.equal(once.split('\u0001').length, forms.length + embedded.length)
      assert.ok(
        once.split('\u0001').every((part) => part.includes('«redacted:secret')),
        once,
      )
      assert.equal(redaction.redact(once), once)
    }
  })

  it('leave JSON that reads the same but for them', () => {
    for (const secret of secrets) {
      const value = {
        [`key ${secret}`]: [secret, `a ${secret} b`, { deep: JSON.stringify({ secret }) }],
        n: 1.5,
      }
      const redacted = redaction.redact(JSON.stringify(value))
      const parsed = JSON.parse(redacted) as Record<string, unknown>
      assert.equal(parsed.n, 1.5)
      assert.ok(!JSON.stringify(parsed).includes(inJson(secret)), redacted)
    }
  })
})

describe('a secret at the end of a text', () => {
  it('is found whole, escaped too, where a longer secret begins like it', () => {
    const redaction = knowing({ short: 'canary-one/2', long: 'canary-a-longer-one' })

    for (const text of ['canary-one/2', 'canary-one%2F2', 'canary\\u002done/2']) {
      assert.equal(redaction.redact(text), '«redacted:short»')
    }
  })
})

it('a text is redacted in the same way with and without positions', () => {
  const escape = fc.constantFrom(
    '\\n',
    '\\u0041',
    '\\\\',
    '%41',
    '%C3%A9',
    '%ff',
    '&amp;',
    '&#x41;',
    '&#0065;',
    'a%',
    '\\',
  )
  let decoded = 0
  fc.assert(
    fc.property(fc.array(fc.oneof(escape, fc.string({ maxLength: 4 }))), (parts) => {
      const text = parts.join('')
      const texts = [...textsOf(text, 3)]
      decoded += texts.length - 1
      assert.deepEqual(new Set(texts), new Set([...readingsOf(text, 3)].map((reading) => reading.text)))
    }),
    { seed: 11 },
  )
  assert.ok(decoded > 100, `${decoded} readings were decoded`)
})

it('a text is not decoded again where the order of the decodings makes no difference', () => {
  const text = '%252541 &amp;amp;amp; \\\\\\\\u0041'

  assert.ok([...readingsOf(text, 3)].length > 40)
  const texts = [...textsOf(text, 3)]
  assert.ok(texts.length < 30, `${texts.length} texts`)
})

describe('a deployment that makes redaction costly', () => {
  it('has its text withheld where tokens of one letter meet a text of that letter', () => {
    const redaction = createRedaction()
    for (let token = 0; token < 20; token++)
      redaction.learn('accessToken', `${'x'.repeat(7_000 - token)}y${token}`)

    const begun = performance.now()
    const redacted = redaction.redact(`{"a":"${'x'.repeat(64 * 1024)}"}`)

    assert.ok(performance.now() - begun < 2_000, `${performance.now() - begun} ms`)
    assert.equal(redacted, '«redacted:text that is too costly to search»')
    assert.equal(redaction.redact('x'.repeat(60)), 'x'.repeat(60))
  })

  it('has every text withheld once one secret is longer than any credential', () => {
    const redaction = createRedaction()

    redaction.learn('export', 'y'.repeat(300_000))

    assert.ok(redaction.isFull())
    assert.match(redaction.redact('anything'), /^«withheld: /)
  })

  it('has every text withheld once it sent more secrets than memory allows', () => {
    const learned: string[] = []
    const redaction = createRedaction((_, secret) => learned.push(secret))
    redaction.learn('token', 'first-secret-1')
    redaction.learn('token', 'first-secret-1')
    assert.equal(redaction.redact('a first-secret-1'), 'a «redacted:token»')
    assert.ok(!redaction.isFull())

    redaction.learn('token', 'y'.repeat(MAX_SECRET_CHARACTERS))

    assert.ok(redaction.isFull())
    assert.deepEqual(learned, ['first-secret-1'])
    assert.match(redaction.redact('anything'), /^«withheld: /)
    assert.deepEqual(Object.values(redaction.redactHeaders({ 'x-a': 'b' })), [redaction.redact('b')])
  })
})
