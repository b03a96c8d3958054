/** How a deployment is reached: headers, TLS with a client certificate, proxies, replicas' addresses aside. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import type { Exchange } from '../../spec/index.ts'
import { assay, assayAsProcess, emptyFolder } from '../cli/assay.ts'
import { newAuthority } from './certificates.ts'
import { startFront, startProxy, type Front } from './fronts.ts'

const VARIABLES = {
  CON_SECRET: 'canary-con-secret-51c0',
  CON_TOKEN: 'canary-con-token-9a3e',
  CON_KEY: 'canary-con-key-77f1',
  CON_PROXY: 'canary-con-proxy-0e6d',
}
/** A host that only a proxy can reach. */
const HOST = 'payments.invalid'

let reference: Reference
let port: number
const fronts: Front[] = []
const folder = emptyFolder()
const authority = newAuthority('Test CA')
const server = authority.issue('server', ['127.0.0.1', HOST])
const client = authority.issue('client')

before(async () => {
  reference = await startReference({
    credentials: { clientId: 'con', clientSecret: VARIABLES.CON_SECRET },
    statesToken: VARIABLES.CON_TOKEN,
  })
  port = Number(new URL(reference.url).port)
  mkdirSync(join(folder, 'tls'))
  for (const [name, text] of Object.entries({
    ca: authority.cert,
    cert: client.cert,
    key: client.key,
  })) {
    writeFileSync(join(folder, `tls/${name}.pem`), text)
  }
})
after(async () => {
  await Promise.all(fronts.map((front) => front.close()))
  await reference.close()
})

const kept = async (starting: Promise<Front>): Promise<Front> => {
  const front = await starting
  fronts.push(front)
  return front
}

function fileOf(name: string, origin: string, lines: string): string {
  const file = join(folder, `${name}.yaml`)
  writeFileSync(
    file,
    `
name: ${name}
baseUrl: ${origin}/2025-10-13
credentials: { clientId: con, clientSecret: "\${CON_SECRET}" }
states: { url: "${origin}/_states", headers: { authorization: "Bearer \${CON_TOKEN}" } }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 20, requestTimeoutSeconds: 20 }
${lines}
`,
  )
  return file
}

async function run(name: string, origin: string, lines: string, variables: Record<string, string> = {}) {
  const file = fileOf(name, origin, lines)
  const out = join(folder, `out-${name}`)
  const only = 'OWN-01,ACT-21,AGA-01'
  const ended = await assay(['run', '--deployment', file, '--only', only, '--out', out], {
    ...VARIABLES,
    ...variables,
  })
  return { ...ended, out, file }
}

const passed = (out: string) =>
  (JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance).requirements
    .filter(({ verdict }) => verdict === 'pass')
    .map(({ id }) => id)
    .filter((id) => !id.startsWith('CNV'))

const exchangesIn = (out: string) =>
  readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)

const assertNowhere = (out: string, secret: string) => {
  for (const name of readdirSync(out)) {
    assert.ok(!readFileSync(join(out, name), 'utf8').includes(secret), `${name} has a secret`)
  }
}

describe('a deployment behind TLS that requires a client certificate', () => {
  const tls = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
  const origin = async () => `https://127.0.0.1:${(await kept(startFront(port, { tls }))).port}`

  it('is judged with the files of tls, relative to the deployment file', async () => {
    const lines = 'tls: { ca: tls/ca.pem, cert: tls/cert.pem, key: ./tls/key.pem }'
    const { out, stdout, stderr } = await run('mutual', await origin(), lines)

    assert.deepEqual(passed(out), ['OWN-01', 'ACT-21', 'AGA-01'], stdout + stderr)
    assert.ok(!readFileSync(join(out, 'recording.json'), 'utf8').includes('PEM'))
    assertNowhere(out, client.key.split('\n')[1]!)
  })

  it('is not reached without them, and nothing fails', async () => {
    const at = await origin()
    const [trustless, anonymous] = [
      await run('trustless', at, ''),
      await run('anonymous', at, 'tls: { ca: tls/ca.pem }'),
    ]

    assert.equal(trustless.code, 3)
    assert.match(
      trustless.stdout + trustless.stderr,
      /TLS connection could not be made: the certificate is of an authority that is not trusted \(\w+/,
    )
    assert.equal(anonymous.code, 3, anonymous.stdout + anonymous.stderr)
  })

  it('is examined by the doctor with the same files', async () => {
    const lines = 'tls: { ca: tls/ca.pem, cert: tls/cert.pem, key: tls/key.pem }'
    const file = fileOf('examined', await origin(), lines)

    const { stdout } = await assay(['doctor', '--deployment', file, '--json'], VARIABLES)

    assert.match(stdout, /the certificate is valid until/)
  })
})

describe('a TLS problem', () => {
  const requiring = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
  const trusted = 'tls: { ca: tls/ca.pem }'
  const cases: readonly (readonly [
    what: string,
    origin: () => Promise<string>,
    lines: string,
    remedy: RegExp,
    words: string,
  ])[] = [
    [
      'of an unknown authority',
      async () => `https://127.0.0.1:${(await kept(startFront(port, { tls: server }))).port}`,
      '',
      /tls: \{ ca: path\/to\/ca\.pem \}, or set NODE_EXTRA_CA_CERTS=/,
      'the certificate is of an authority that is not trusted',
    ],
    [
      'of another host',
      async () => `https://localhost:${(await kept(startFront(port, { tls: server }))).port}`,
      trusted,
      /Use a host that the certificate names/,
      'the certificate names another host',
    ],
    [
      'of a self-signed certificate',
      async () =>
        `https://127.0.0.1:${(await kept(startFront(port, { tls: newAuthority('127.0.0.1') }))).port}`,
      '',
      /tls: \{ ca: path\/to\/ca\.pem \}/,
      'the certificate is self-signed',
    ],
    [
      'of an expired certificate',
      async () => {
        const expired = authority.issue('expired', ['127.0.0.1'], -1)
        return `https://127.0.0.1:${(await kept(startFront(port, { tls: expired }))).port}`
      },
      trusted,
      /Renew the certificate/,
      'the certificate has expired',
    ],
    [
      'of a port without TLS',
      async () => `https://127.0.0.1:${port}`,
      trusted,
      /does not serve TLS\. Write http:\/\//,
      '',
    ],
    [
      'of a client without a certificate',
      async () => `https://127.0.0.1:${(await kept(startFront(port, { tls: requiring }))).port}`,
      trusted,
      /client certificate, add to the deployment file: tls: \{ cert/,
      '',
    ],
  ]
  for (const [what, origin, lines, remedy, words] of cases)
    it(`${what} has the same remedy in run and in doctor`, async () => {
      const ran = await run(`problem ${what}`, await origin(), lines)
      const examined = await assay(['doctor', '--deployment', ran.file, '--json'], VARIABLES)

      assert.equal(ran.code, 3, ran.stderr)
      const shown = ran.stderr.split('\n').find((line) => line.startsWith('  → '))
      assert.match(shown ?? ran.stderr, remedy)
      assert.ok(ran.stderr.includes(words) && examined.stdout.includes(words), ran.stderr)
      const { diagnoses } = JSON.parse(examined.stdout) as {
        readonly diagnoses: readonly { readonly what: string; readonly fix?: string }[]
      }
      assert.equal(`  → ${diagnoses.find(({ what }) => what === 'base address')?.fix}`, shown)
    })

  it('of an unknown authority is accepted with NODE_EXTRA_CA_CERTS', async () => {
    const origin = `https://127.0.0.1:${(await kept(startFront(port, { tls: server }))).port}`
    writeFileSync(join(folder, 'tls/other.pem'), newAuthority('Other CA').cert)
    const file = fileOf('extra authority', origin, 'tls: { ca: tls/other.pem }')
    const environment = { ...VARIABLES, NODE_EXTRA_CA_CERTS: join(folder, 'tls/ca.pem') }
    const out = join(folder, 'out-extra')

    const ended = await assayAsProcess(['run', file, '--only', 'ACT-21', '--out', out], environment, folder)

    assert.deepEqual(passed(out), ['ACT-21'], ended.stdout + ended.stderr)
  })
})

describe('a deployment behind a proxy', () => {
  it('is reached through the proxy of the file, in a tunnel for https', async () => {
    const front = await kept(startFront(port, { tls: server }))
    const proxy = await kept(startProxy(front.port, `user:${VARIABLES.CON_PROXY}`))
    const lines = `proxy: "http://user:\${CON_PROXY}@127.0.0.1:${proxy.port}"\ntls: { ca: tls/ca.pem }`

    const { out, stdout, stderr } = await run('tunnel', `https://${HOST}`, lines)

    assert.deepEqual(passed(out), ['OWN-01', 'ACT-21', 'AGA-01'], stdout + stderr)
    assert.deepEqual(
      new Set(proxy.seen.map(({ method, url }) => `${method} ${url}`)),
      new Set([`CONNECT ${HOST}:443`]),
    )
    assertNowhere(out, VARIABLES.CON_PROXY)
    assertNowhere(out, Buffer.from(`user:${VARIABLES.CON_PROXY}`).toString('base64'))
  })

  it('gets requests with the full address for http, as the environment requires', async () => {
    const proxy = await kept(startProxy(port))
    const { out, stdout, stderr } = await run('plain', `http://${HOST}`, '', {
      http_proxy: `127.0.0.1:${proxy.port}`,
      NO_PROXY: 'example.org',
    })

    assert.deepEqual(passed(out), ['OWN-01', 'ACT-21', 'AGA-01'], stdout + stderr)
    assert.ok(proxy.seen.every(({ url }) => url?.startsWith(`http://${HOST}/`)))
  })

  it('is not reached if the proxy rejects the connection, and the report shows it', async () => {
    const proxy = await kept(startProxy(port, 'user:other'))
    for (const protocol of ['https', 'http']) {
      const { code, stdout, stderr } = await run(
        `rejected-${protocol}`,
        `${protocol}://${HOST}`,
        `proxy: http://127.0.0.1:${proxy.port}`,
      )

      assert.equal(code, 3)
      assert.match(stdout + stderr, /the proxy rejected the connection with 407/, protocol)
    }
  })

  it('is reached directly on this machine, and if the file requires it', async () => {
    const proxy = await kept(startProxy(port))
    const variables = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` }
    const { out } = await run('loopback', `http://127.0.0.1:${port}`, '', variables)
    const none = await run('none', `http://${HOST}`, 'proxy: null', variables)

    assert.deepEqual(passed(out), ['OWN-01', 'ACT-21', 'AGA-01'])
    assert.equal(none.code, 3)
    assert.equal(proxy.seen.length, 0)
  })
})

describe('headers of the deployment file', () => {
  it('are sent with every request, and secrets among them are redacted', async () => {
    const front = await kept(startFront(port))
    const lines =
      'headers: { X-Tenant: staging, x-gateway: "Key ${CON_KEY}", x-api-key: canary-literal-key-2b }'
    const { out, file, stdout, stderr } = await run('headers', `http://127.0.0.1:${front.port}`, lines)

    assert.deepEqual(passed(out), ['OWN-01', 'ACT-21', 'AGA-01'], stdout + stderr)
    assert.ok(front.seen.every(({ headers }) => headers['x-tenant'] === 'staging'))
    assert.ok(front.seen.every(({ headers }) => headers['x-gateway'] === `Key ${VARIABLES.CON_KEY}`))
    assert.ok(front.seen.some(({ headers }) => headers.authorization === undefined))
    assert.ok(
      exchangesIn(out).every(({ request }) => request.headers['x-gateway'] === 'Key «redacted:CON_KEY»'),
    )
    const replayed = await assay(['replay', out, '--out', `${out}-replayed`])
    assert.equal(replayed.code, 0, replayed.stdout)
    for (const directory of [out, `${out}-replayed`]) {
      assertNowhere(directory, VARIABLES.CON_KEY)
      assertNowhere(directory, 'canary-literal-key-2b')
    }
    const doctor = await assay(['doctor', '--deployment', file, '--json'], VARIABLES)
    assert.ok(!(doctor.stdout + doctor.stderr).includes(VARIABLES.CON_KEY))
  })

  it('are not sent to another host', async () => {
    const front = await kept(startFront(port))
    const states = await kept(startFront(port))
    const file = fileOf('hosts', `http://127.0.0.1:${front.port}`, 'headers: { x-tenant: staging }')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(`${front.port}/_states`, `${states.port}/_states`))

    await assay(
      ['run', '--deployment', file, '--only', 'ACT-21', '--out', join(folder, 'out-hosts')],
      VARIABLES,
    )

    assert.ok(states.seen.length > 0)
    assert.ok(states.seen.every(({ headers }) => headers['x-tenant'] === undefined))
  })
})

describe('a network that loses one response', () => {
  const losses = [
    ['to a write, although the repeated write is rejected', 'lossy', '/verify', 1],
    // The first one examines the provider states, before the checks.
    ['of a provider state', 'lossy-states', '/_states', 2],
  ] as const

  for (const [what, name, path, which] of losses) {
    it(`${what}, leaves no requirement failed or blocked`, async () => {
      let count = 0
      const front = await kept(
        startFront(port, {
          loses: ({ url }, { statusCode }) =>
            statusCode === 200 && url?.endsWith(path) === true && ++count === which,
        }),
      )

      const { code, out, stdout } = await run(name, `http://127.0.0.1:${front.port}`, '')

      assert.ok(count >= which)
      assert.deepEqual(passed(out), ['OWN-01', 'ACT-21', 'AGA-01'], stdout)
      assert.equal(code, 0, stdout)
    })
  }
})

describe('.env', () => {
  it('is read beside the deployment file', async () => {
    const origin = reference.url.replace('/2025-10-13', '')
    const file = fileOf('dotenv', origin, 'headers: { x-from: "${ONLY_IN_DOTENV}" }')
    writeFileSync(join(folder, '.env'), 'ONLY_IN_DOTENV=from-the-file\nCON_TOKEN=not-used-since-it-is-set\n')

    const { code, stderr } = await assay(
      ['run', '--deployment', file, '--only', 'ACT-21', '--out', join(folder, 'out-dotenv')],
      VARIABLES,
    )

    assert.equal(code, 0, stderr)
  })
})
