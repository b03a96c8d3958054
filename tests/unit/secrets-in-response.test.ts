import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secretsInResponse, type Answered } from '../../fixtures/redaction/secrets-in-response.ts'

const TOKEN = 'tok_9f31ab77-Zq~x0'
const UUID = '0b9f0b3c-7d1e-4a5f-9c55-3d1c9a0e6f10'

const secretsOf = (json: unknown, rest: Partial<Answered> = {}) =>
  secretsInResponse({
    operation: undefined,
    json,
    text: JSON.stringify(json),
    isOdd: false,
    headers: {},
    sent: [],
    ...rest,
  }).map(([, secret]) => secret)

describe('a field that is named like a secret', () => {
  for (const [what, json] of Object.entries({
    'in an envelope': { data: { accessToken: TOKEN } },
    'in snake_case': { access_token: TOKEN },
    'in kebab-case': { 'Access-Token': TOKEN },
    'in lower case': { accesstoken: TOKEN },
    'deep in lists': { data: [[{ result: { refreshToken: TOKEN } }]] },
    'as a list': { recoveryCodes: [TOKEN] },
    'as an object with a value': { accessToken: { value: TOKEN, expiresIn: 3600 } },
    'with a word behind it': { secretValue: TOKEN },
    'with a number behind it': { client_secret_2: TOKEN },
    'with a version behind it': { apiKeyV2: TOKEN },
    'with its form behind it': { 'private-key-hex': Buffer.from(TOKEN).toString('hex') },
    'a client secret': { credentials: { client_secret: TOKEN } },
    'a password': { auth: { password: TOKEN } },
    'an API key': { apiKey: TOKEN },
    'a device code of an agent': { data: { agentId: `Agent:${UUID}`, code: TOKEN } },
    'a device code in its object': { data: { deviceCode: { code: 'WDJBMJHT', status: 'ACTIVE' } } },
    'a bare token': { token: TOKEN },
    'JSON in JSON': { payload: JSON.stringify({ accessToken: TOKEN }) },
  }))
    it(what, () => {
      assert.equal(secretsOf(json).length, 1, JSON.stringify(json))
    })

  it('is found as a number', () => {
    assert.deepEqual(secretsOf({ data: { otp: 493_817, sca_code: 55_512 } }).sort(), ['493817', '55512'])
  })

  it('finds the number of a card', () => {
    const card = {
      id: 'Card:1',
      last4: '1486',
      data: { cardNumber: '4539578763621486' },
      pan: '4539578763621487',
    }

    assert.deepEqual(secretsOf(card).sort(), ['4539578763621486', '4539578763621487'])
  })

  it('finds the number of a card by its check digit where the name does not speak of a card', () => {
    const card = { details: { number: '4539 5787 6362 1486' }, account: { number: '4539578763621487' } }

    assert.deepEqual(secretsOf(card), ['4539 5787 6362 1486'])
    assert.deepEqual(secretsOf({ full_number: 4_539_578_763_621_486, phone: { number: '45395787' } }), [
      '4539578763621486',
    ])
  })

  it('is found in invalid JSON, in a form, and under a duplicate key', () => {
    for (const text of [
      `{"data":{"accessToken":"${TOKEN}"`,
      `access_token=${TOKEN}&expires=3600`,
      `{"accessToken":"${TOKEN}","accessToken":""}`,
    ])
      assert.deepEqual(secretsOf(undefined, { text, isOdd: true }), [TOKEN], text)
  })

  const within = (levels: number) =>
    Array.from({ length: levels }).reduce<object>((inner) => ({ a: inner }), { accessToken: TOKEN })
  const asText = (times: number) =>
    Array.from({ length: times }).reduce<object>((inner) => ({ a: JSON.stringify(inner) }), {
      accessToken: TOKEN,
    })
  for (const [where, json] of Object.entries({
    'below 199 levels': within(199),
    'in JSON in JSON, five times': asText(5),
    'below more levels than are searched': { a: JSON.stringify(within(1_000)) },
    'beside its name': [{ name: 'accessToken', value: TOKEN }],
    'under another name in its object': { accessToken: { reverse: 'aB3xK9mQ2vL7nP5tR8wY' } },
    'with its scheme': { authorization: `Bearer ${TOKEN}` },
    'in the address of a redirect': { next: `https://a.example/#access_token=${TOKEN}` },
  }))
    it(`is found ${where}`, () => {
      assert.equal(secretsOf(json).length, 1)
    })

  for (const [form, text] of Object.entries({
    XML: `<?xml version="1.0"?><a><accessToken>${TOKEN}</accessToken></a>`,
    'XML with a namespace': `<n:accessToken type="x"><![CDATA[${TOKEN}]]></n:accessToken>`,
    'an attribute': `<agent accessToken="${TOKEN}"/>`,
    YAML: `agentId: 1\naccessToken: ${TOKEN}\n`,
    'single quotes': `{'accessToken': '${TOKEN}'}`,
    'names without quotes': `{accessToken: "${TOKEN}"}`,
    'a comment': `{"accessToken" /* secret */ : "${TOKEN}"}`,
    'UTF-16': Buffer.from(`{"accessToken":"${TOKEN}"}`, 'utf16le').toString('utf8'),
    'JSON that is cut': `{"accessToken":"${TOKEN}`,
  }))
    it(`is found in ${form}`, () => {
      assert.deepEqual(secretsOf(undefined, { text, isOdd: true }), [TOKEN])
    })

  const pem = `-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIKkcbm7yr\n-----END PRIVATE KEY-----`
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl'
  const mnemonic = 'apple banana cherry dog elephant fox grape hat jam kite lemon melon'
  for (const [form, json, secret] of [
    ['an Authorization header', { message: `upstream (authorization: Bearer ${TOKEN}) failed` }, TOKEN],
    ['a JSON Web Token', { message: `the token ${jwt} has expired` }, jwt],
    ['a private key', { stack: [`Error\n${pem}`] }, pem],
    ['the password of an address', { message: `postgres://svc:${TOKEN}@db:5432/x refused` }, TOKEN],
    ['a variable', { environment: `PORT=1\nDB_PASSWORD=${TOKEN}\n` }, TOKEN],
    ['a parameter', { reason: `invalid client_secret=${TOKEN} of the client` }, TOKEN],
    ['the words of a wallet', { seedPhrase: mnemonic }, mnemonic],
  ] as const)
    it(`is found in a message as ${form}`, () => {
      assert.deepEqual([...new Set(secretsOf(json))], [secret])
      assert.deepEqual(
        secretsOf(undefined, { text: String(Object.values(json)[0]), isOdd: true }).slice(0, 1),
        form === 'the words of a wallet' ? [] : [secret],
      )
    })

  it('is found in a header', () => {
    assert.deepEqual(secretsOf({}, { headers: { 'x-access-token': TOKEN, 'x-request-id': TOKEN } }), [TOKEN])
    for (const headers of [
      { location: `https://a.example/callback?access_token=${TOKEN}&state=1` },
      { 'x-debug': `upstream: Authorization: Bearer ${TOKEN}` },
      { 'set-cookie': `refresh_token=${TOKEN}; Path=/; HttpOnly` },
    ])
      assert.deepEqual([...new Set(secretsOf({}, { headers }))], [TOKEN], Object.keys(headers)[0])
  })
})

describe('a long random string', () => {
  const random = 'aB3xK9mQ2vL7nP5tR8wY'

  it('is a secret in a response that issues credentials, under any name', () => {
    assert.deepEqual(secretsOf({ data: { bearer: random } }, { operation: 'redeemDeviceCode' }), [random])
    assert.deepEqual(secretsOf({ session: random }, { operation: 'completeScaLogin' }), [random])
  })

  it('is one too in a body that is not JSON, as a key, and in a header', () => {
    const operation = 'redeemDeviceCode'
    for (const text of [random, `<p>Your key: <code>${random}</code></p>`])
      assert.deepEqual(secretsOf(undefined, { operation, text, isOdd: true }), [random], text)
    assert.deepEqual(secretsOf({ issued: { [random]: true } }, { operation }), [random])
    assert.deepEqual(secretsOf({}, { operation, headers: { 'x-session': random, etag: random } }), [random])
    assert.deepEqual(secretsOf(undefined, { text: `<p>${random}</p>`, isOdd: true }), [])
  })

  it('is not a secret in other fields, if it was sent, or if its name excludes it', () => {
    assert.deepEqual(secretsOf({ bearer: random }, { operation: 'getCustomer' }), [])
    assert.deepEqual(
      secretsOf({ label: random }, { operation: 'createAgent', sent: [`{"a":"${random}"}`] }),
      [],
    )
    assert.deepEqual(
      secretsOf({ id: random, nextCursor: random, customerId: random }, { operation: 'createAgent' }),
      [],
    )
  })
})

describe('the signature of a link', () => {
  const signature = 'fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024'
  for (const link of [
    `https://store.example/d.pdf?X-Amz-Expires=900&X-Amz-Signature=${signature}`,
    `https://store.example/d.pdf?X-Goog-Signature=${signature}&x=1`,
    `https://store.example/d.pdf?sv=2024-08-04&sig=${signature}`,
  ])
    it(link, () => {
      assert.deepEqual(secretsOf({ url: link }), [signature])
      assert.deepEqual(
        secretsOf({}, { text: JSON.stringify({ url: link }).replaceAll('&', String.raw`\u0026`) }),
        [signature],
      )
    })
})

describe('values that are public on purpose stay readable', () => {
  for (const json of [
    { status: 400, code: 'INVALID_INPUT', message: 'no', reason: 'no' },
    { code: 'ERR-4711-X9', message: 'no' },
    { error: { code: 'E40012AB', reason: 'x' } },
    { currency: { code: 'USDC2024', name: 'Dollar', symbol: '$', decimals: 2 } },
    { sendingCurrency: { code: 'USD' }, currencyCode: 'EUR' },
    { address: { postalCode: 'N1 9GU0', countryCode: 'GB', zip_code: '10121' } },
    { bankCode: 'DEUTDEFF500', sortCode: '20-00-00', purposeCode: 'P0301', errorCode: 'E1234567' },
    { nextPageToken: TOKEN, page_token: TOKEN, cursor: TOKEN, nextCursor: TOKEN },
    { providerTokenIdentifier: 'token-8AA66BE1', networkTokenIdentifier: `0x${'a1'.repeat(20)}` },
    { publicKey: TOKEN, targetPublicKey: TOKEN, idempotencyKey: UUID, 'Idempotency-Key': UUID },
    { tokenId: TOKEN, credentialId: `Credential:${UUID}`, tokenType: 'Bearer12345', keyId: TOKEN },
    { code: UUID, key: UUID },
    { level: 'Basic verification', next: 'https://a.example/list?pageToken=abc12345&limit=5' },
    { code: 'INV-E3sBQhGT4o7O', inviterUma: '$a@b', status: 'PENDING' },
    { token: `0x${'a1'.repeat(20)}`, key: 'some-setting', accessToken: 'REDACTED', secret: 'hidden' },
    { expiresInToken: 3600, code: 404, accessToken: '«redacted:accessToken»' },
    {
      messageToSign: `${TOKEN}${TOKEN}`,
      id: TOKEN,
      userAgent: TOKEN,
      passkeyAllowedOrigins: ['https://a.example'],
    },
  ])
    it(JSON.stringify(json), () => {
      assert.deepEqual(secretsOf(json), [])
    })
})
