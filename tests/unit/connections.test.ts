/** Keys of the deployment file for the connection. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Report } from '../../fixtures/config/deployment-file-error.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { proxyFor, proxySettings } from '../../fixtures/config/proxy.ts'
import { createOutward, withoutReplica } from '../../fixtures/http/outward.ts'

const read = (description: object, environment: Readonly<Record<string, string>> = {}) =>
  deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      ...description,
    },
    'd.yaml',
    { ID: 'the-id', SECRET: 'the-secret', ...environment },
  )

describe('headers', () => {
  for (const [what, headers, found] of [
    [
      'Authorization',
      { Authorization: 'Bearer x' },
      /headers\.Authorization is a header that Assay sends itself/,
    ],
    ['the request identifier', { 'idempotency-key': 'x' }, /sends itself/],
    ['a connection', { 'Transfer-Encoding': 'chunked' }, /belongs to a connection/],
    ['a line break', { 'x-a': 'one\r\nauthorization: two' }, /invalid in a header/],
    ['a line break in a name', { 'x-a\r\nb': 'one' }, /is not a header name/],
    ['a control character', { 'x-a': 'a\u0000b' }, /invalid in a header/],
    ['two of one name', { 'x-a': '1', 'X-A': '2' }, /occurs twice/],
  ] as const) {
    it(`cannot be ${what}`, () => {
      assert.throws(() => read({ headers }), found)
    })
  }

  it('with a value from the environment cannot break a line either', () => {
    assert.throws(() => read({ headers: { 'x-a': '${A}' } }, { A: 'one\nx-b: two' }), /invalid in a header/)
  })
})

describe('tls', () => {
  it('names files that are there, and a certificate with its key', () => {
    assert.throws(
      () => read({ tls: { ca: 'no-such.pem' } }),
      /tls\.ca names .*no-such\.pem, which cannot be read \(ENOENT\)/,
    )
    assert.throws(() => read({ tls: { cert: 'a.pem' } }), /tls\.cert is set without tls\.key/)
    assert.throws(() => read({ tls: { caa: 'a.pem' } }), /Did you mean tls\.ca\?/)
  })
})

/** Takes the first problem of a proxy. */
const refused: Report = ({ found }) => {
  throw new Error(found)
}

describe('the proxy of an address', () => {
  const chosen = (address: string, environment: Readonly<Record<string, string>>, written?: string | null) =>
    proxyFor(new URL(address), proxySettings(written, environment, refused, [address]))
  const BOTH = { HTTPS_PROXY: 'http://s.example:3128', http_proxy: 'p.example:3128' }

  it('is that of its protocol, in lower case first', () => {
    assert.equal(chosen('https://a.example/x', BOTH), 'http://s.example:3128/')
    assert.equal(chosen('http://a.example/x', BOTH), 'http://p.example:3128/')
    assert.equal(chosen('http://a.example', { HTTP_PROXY: 'http://u', http_proxy: 'http://l' }), 'http://l/')
    assert.equal(chosen('http://a.example', { ALL_PROXY: 'http://all' }), 'http://all/')
    assert.equal(chosen('http://a.example', {}), undefined)
  })

  it('has a password with a percent sign, encoded or not', () => {
    const passwordOf = (HTTPS_PROXY: string) =>
      decodeURIComponent(new URL(chosen('https://a.example/x', { HTTPS_PROXY })!).password)

    assert.equal(passwordOf('http://user:50%@s.example:3128'), '50%')
    assert.equal(passwordOf('http://user:p%rd@s.example:3128'), 'p%rd')
    assert.equal(passwordOf('http://user:p%25rd%20%40@s.example:3128'), 'p%rd @')
  })

  it('is that of the file, independent of the environment', () => {
    assert.equal(
      chosen('https://127.0.0.1', { ...BOTH, NO_PROXY: '*' }, 'http://f.example'),
      'http://f.example/',
    )
    assert.equal(chosen('https://a.example', BOTH, null), undefined)
    assert.throws(
      () => chosen('https://a.example', {}, 'socks5://f.example'),
      /proxy is not the address of an HTTP proxy/,
    )
    assert.throws(
      () => chosen('https://a.example', { https_proxy: 'ftp://x' }),
      /https_proxy is not the address/,
    )
  })

  for (const [list, excepted, others] of [
    ['*', ['https://a.example'], []],
    [
      'example.com',
      ['https://example.com', 'https://a.example.com', 'https://example.com.'],
      ['https://badexample.com', 'https://example.org'],
    ],
    ['.example.com, b.example', ['https://a.example.com', 'https://b.example'], ['https://c.example']],
    ['*.example.com', ['https://a.example.com'], ['https://example.net']],
    ['example.com:8443', ['https://a.example.com:8443'], ['https://example.com', 'https://example.com:844']],
    ['example.com:443', ['https://example.com'], ['http://example.com']],
    [
      '10.0.0.0/8 192.168.1.7',
      ['https://10.2.3.4', 'https://192.168.1.7'],
      ['https://11.2.3.4', 'https://192.168.1.8'],
    ],
    [
      '[2001:db8::1]:8443,2001:db8:1::/48',
      ['https://[2001:db8::1]:8443', 'https://[2001:db8:1::5]'],
      ['https://[2001:db8::1]'],
    ],
    ['EXAMPLE.com', ['https://Example.COM'], []],
  ] as const) {
    it(`is unused for hosts in NO_PROXY=${list}`, () => {
      const environment = { ...BOTH, no_proxy: list }
      for (const address of excepted) assert.equal(chosen(address, environment), undefined, address)
      for (const address of others) assert.ok(chosen(address, environment), address)
    })
  }

  it('is not validated if nothing goes through it', () => {
    const environment = { ALL_PROXY: 'socks5://127.0.0.1:1080' }

    assert.equal(chosen('http://127.0.0.1:4010', environment), undefined)
    assert.throws(
      () => chosen('https://a.example', environment),
      /ALL_PROXY is not the address of an HTTP proxy/,
    )
  })

  it('is unused for this machine', () => {
    for (const address of ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1']) {
      assert.equal(chosen(address, BOTH), undefined)
    }
  })
})

describe('replicas', () => {
  const outward = {
    baseUrl: 'https://host.example/2025-10-13',
    headers: { 'x-tenant': 'a' },
    replicas: ['https://a.example/2025-10-13', 'https://b.example/v/2025-10-13'],
    states: { url: 'https://host.example/_states', headers: {} },
  }
  const sent = (url: string, body?: string) => ({ method: 'GET', url, headers: { accept: 'x' }, body })
  const paths = (seed: string, urls: readonly string[]) => {
    const send = createOutward(outward, seed)
    return urls.map((url) => send(sent(url)).url)
  }
  const base = outward.baseUrl

  it('get the requests of a check in turn, the same in every run with the same seed', () => {
    const urls = [1, 2, 3, 4].map((number) => `${base}/x?n=${number}`)
    const one = paths('seed/a', urls)

    assert.deepEqual(paths('seed/a', urls), one)
    assert.equal(new Set(one.map((url) => new URL(url).host)).size, 2)
    assert.ok(one.every((url, index) => index < 2 || new URL(url).host === new URL(one[index - 2]!).host))
    assert.deepEqual(
      one.map((url) => withoutReplica(url, outward)),
      urls,
    )
    const beginnings = Array.from({ length: 20 }, (_, index) => paths(`${index}`, [`${base}/x`])[0])
    assert.equal(new Set(beginnings).size, 2)
  })

  it('get a repeated request one after the other', () => {
    const [first, , again] = paths('seed/a', [`${base}/x`, `${base}/y`, `${base}/x`])

    assert.notEqual(first, again)
  })

  it('do not get provider states, and other hosts get no headers', () => {
    const send = createOutward(outward, 'seed')

    assert.deepEqual(send(sent('https://host.example/_states')), {
      ...sent('https://host.example/_states'),
      headers: { accept: 'x', 'x-tenant': 'a' },
    })
    assert.deepEqual(
      send(sent('https://other.example/2025-10-13/x')),
      sent('https://other.example/2025-10-13/x'),
    )
    assert.deepEqual(send(sent('state:agent')), sent('state:agent'))
  })

  it('are base addresses, at least two', () => {
    assert.throws(
      () => read({ replicas: ['https://a.example/2025-10-13'] }),
      /replicas has fewer than 2 entries/,
    )
    assert.throws(
      () => read({ replicas: ['https://a.example/2025-10-13', 'https://b.example'] }),
      /replicas\[1\] is https:\/\/b\.example\/, which does not end with the version segment/,
    )
  })
})
