/**
 * `assay proxy` in front of a deployment that is down, sends too much, or discloses every secret: the report is still
 * written.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { TrafficCounts } from '../../traffic/traffic-counts.ts'
import { spellingsOf } from '../hostile/spellings.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { startProxy } from './started-proxy.ts'
import { failedIn, reportIn } from './verdicts-in.ts'

const folder = temporaryFolder('hostile-deployment')
const HUGE = 3 * 1024 * 1024

let respond: RequestListener = (_, response) => response.end()
const deployment = createServer((request, response) => respond(request, response))
let origin = ''
before(async () => {
  await new Promise<void>((listening) => deployment.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(deployment.address() as AddressInfo).port}`
})
after(() => {
  deployment.closeAllConnections()
  deployment.close()
})

const countsIn = (out: string) => JSON.parse(readFileSync(join(out, 'traffic.json'), 'utf8')) as TrafficCounts

describe('assay proxy', () => {
  it('judges nothing of a deployment that is down, and reports it', async () => {
    const out = join(folder, 'down')
    const { base, end } = await startProxy([
      '--to',
      'http://127.0.0.1:1/2025-10-13',
      '--out',
      out,
      '--allow-blocked',
    ])

    const response = await fetch(`${base}/config`)
    const text = await response.text()
    const { code, stdout } = await end('SIGTERM')

    assert.equal(response.status, 502)
    assert.match(text, /^assay proxy: no response from http:\/\/127\.0\.0\.1:1 \(\w+\)\n {2}→ Check .+\n$/)
    assert.equal(code, 3, stdout)
    assert.match(
      stdout,
      /1 exchange: 0 judged, of 0 operations\n {2}1 not judged: no response was recorded\n/,
    )
    assert.equal(reportIn(out).verdict, 'inconclusive')
    assert.deepEqual(failedIn(out), [])
  })

  it('writes the report behind bodies that are huge, endless, or grow when they are unpacked', async () => {
    const out = join(folder, 'huge')
    const { base, end } = await startProxy(['--to', `${origin}/2025-10-13`, '--out', out])
    respond = ({ url }, response) => {
      response.setHeader('content-type', 'application/json')
      if (url?.endsWith('/config')) response.end(Buffer.alloc(HUGE, '['))
      else if (url?.endsWith('/tokens'))
        response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(64 * 1024 * 1024, '[')))
      else {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
        }
        response.on('drain', more)
        more()
      }
    }

    const huge = await fetch(`${base}/config`)
    assert.equal((await huge.arrayBuffer()).byteLength, HUGE)
    const packed = await fetch(`${base}/tokens`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal((await packed.arrayBuffer()).byteLength, 64 * 1024 * 1024)
    const endless = await fetch(`${base}/cards`)
    const { value } = await endless.body!.getReader().read()
    assert.ok(value!.length > 0)
    const { code } = await end('SIGINT')

    assert.equal(code, 3)
    const { exchanges, unseenBodies, notJudged } = countsIn(out)
    assert.deepEqual([exchanges, unseenBodies], [3, 2])
    assert.deepEqual(notJudged, [{ reason: 'no response was recorded', count: 1 }])
  })

  it('writes no secret of a header, an address or a body, even if it appears before it is known', async () => {
    const out = join(folder, 'secrets')
    const secrets = {
      basic: 'canary-password-4711/+x',
      cookie: 'canary-cookie-77-value',
      setCookie: 'canary-set-cookie-88',
      query: 'canary-query-token-99',
      header: 'canary-api-key-31415',
      form: 'canary-form-password-5',
      json: 'canary "quoted" secret <b>&é',
      response: 'canary-access-token-r',
      packed: 'canary-packed-token-g',
      location: 'canary-location-code-l',
      device: 'canary-device-code-d',
      code: '739151',
    }
    const echo = JSON.stringify({
      code: 'INVALID_INPUT',
      reason: Object.values(secrets).join(' '),
      details: {},
    })
    respond = ({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json').setHeader('x-echo', secrets.query)
      if (url.endsWith('/echo') || url.endsWith('/config')) response.writeHead(400).end(echo)
      else if (url.endsWith('/packed'))
        response
          .setHeader('content-encoding', 'gzip')
          .end(gzipSync(JSON.stringify({ accessToken: secrets.packed })))
      else if (url.endsWith('/moved'))
        response.writeHead(302, { location: `https://h.example/?code=${secrets.location}` }).end()
      else
        response
          .setHeader('set-cookie', `id=${secrets.setCookie}; Path=/`)
          .end(JSON.stringify({ accessToken: secrets.response, data: [], hasMore: false }))
    }
    const { base, end } = await startProxy(['--to', `${origin}/2025-10-13`, '--out', out])
    const authorization = `Basic ${Buffer.from(`client:${secrets.basic}`).toString('base64')}`
    const json = (value: unknown) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    })
    for (const [path, init] of [
      ['/config', {}],
      ['/config', { headers: { authorization, cookie: `a=${secrets.cookie}` } }],
      [`/cards?access_token=${secrets.query}`, { headers: { 'x-api-key': secrets.header } }],
      ['/customers', { method: 'POST', body: new URLSearchParams({ password: secrets.form }) }],
      ['/customers', json({ nested: [{ clientSecret: secrets.json, otpCode: secrets.code }] })],
      [`/agents/device-codes/${secrets.device}/redeem`, { method: 'POST' }],
      ['/packed', {}],
      ['/moved', { redirect: 'manual' }],
      ['/config', {}],
      ['/echo', {}],
    ] as const)
      await (await fetch(`${base}${path}`, init)).arrayBuffer()

    const { code, stdout, stderr } = await end('SIGINT')

    assert.ok(code === 1 || code === 3, stderr)
    assert.ok(countsIn(out).judged >= 5)
    const written = readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')] as const)
    assert.ok(written.some(([name]) => name === 'exchanges.har'))
    for (const [name, text] of [...written, ['stdout', stdout], ['stderr', stderr]] as const)
      for (const [what, secret] of Object.entries(secrets))
        for (const spelling of what === 'code' ? [secret] : spellingsOf(secret))
          assert.ok(!text.includes(spelling), `${what} as ${spelling} in ${name}`)
  })
})
