/** Recordings of a browser, of Playwright and of a proxy: each holds other things, and leaves other things out. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from '@playwright/test'
import type { Reference } from '../../reference/serve.ts'
import { launchBrowser } from '../browser/browser.ts'
import { assay } from '../cli/assay.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { AUTHORIZATION, CALLS, type PlainCall } from './calls.ts'
import { CREDENTIALS, startTrafficReference } from './deployment-file.ts'
import { devtoolsHar } from './devtools-har.ts'
import { failedIn, reportIn } from './verdicts-in.ts'

const folder = temporaryFolder('recorders')
let reference: Reference
let browser: Browser
before(async () => {
  reference = await startTrafficReference()
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await reference.close()
})

const baseOf = (below: string) => `${new URL(reference.url).origin}${below}/2025-10-13`

const fetchAll = (page: Page, base: string) =>
  page.evaluate(
    async ([base, calls]) => {
      for (const { method, path, body, authorization } of calls)
        await fetch(`${base}${path}`, {
          method,
          headers: {
            ...(authorization === undefined ? {} : { authorization }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
        }).then((response) => response.text())
    },
    [base, CALLS] as const,
  )

/** As developer tools of Chromium export it, from the data of their protocol. */
async function recordedByBrowser(base: string, file: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${base}/config`)
  const har = await devtoolsHar(await page.context().newCDPSession(page), () => fetchAll(page, base))
  writeFileSync(file, JSON.stringify(har, null, 2))
  await page.close()
}

async function recordedByPlaywright(base: string, file: string): Promise<void> {
  const context = await browser.newContext({ recordHar: { path: file } })
  const page = await context.newPage()
  await page.goto(`${base}/config`)
  await fetchAll(page, base)
  await page.route('**/cards', (route) => route.fulfill({ status: 418, body: 'mocked' }))
  await page.evaluate((url) => fetch(url).then((response) => response.text()), `${base}/cards`)
  await context.close()
}

/** As the addon `savehar` of mitmproxy writes it. */
async function recordedByProxy(base: string, file: string): Promise<void> {
  const entries: unknown[] = []
  for (const call of CALLS) entries.push(await mitmproxyEntry(base, call))
  const creator = { name: 'mitmproxy', version: '12.1.1', comment: '' }
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator, pages: [], entries } }, null, 4))
}

function mitmproxyEntry(base: string, { method, path, body, authorization }: PlainCall): Promise<unknown> {
  const pairs = (raw: readonly string[]) =>
    Array.from({ length: raw.length / 2 }, (_, at) => ({ name: raw[2 * at], value: raw[2 * at + 1] }))
  const begun = Date.now()
  return new Promise((done, failed) => {
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const request = requestHttp(`${base}${path}`, { method, headers })
    request.on('error', failed).on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        done({
          startedDateTime: new Date(begun).toISOString().replace('Z', '123+00:00'),
          time: Date.now() - begun + 0.25,
          request: {
            method,
            url: `${base}${path}`,
            httpVersion: 'HTTP/1.1',
            cookies: [],
            headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
            queryString: [],
            headersSize: 120,
            bodySize: body?.length ?? 0,
            ...(body === undefined
              ? {}
              : { postData: { mimeType: 'application/json', text: body, params: [] } }),
          },
          response: {
            status: response.statusCode,
            statusText: response.statusMessage,
            httpVersion: 'HTTP/1.1',
            cookies: [],
            headers: pairs(response.rawHeaders),
            content: {
              size: bytes.length,
              compression: 0,
              mimeType: response.headers['content-type'] ?? '',
              text: bytes.toString('utf8'),
            },
            redirectURL: '',
            headersSize: 90,
            bodySize: bytes.length,
          },
          cache: {},
          timings: { connect: -1, ssl: -1, send: 1, receive: 1, wait: 1 },
          serverIPAddress: '127.0.0.1',
        })
      })
    })
    request.end(body)
  })
}

const RECORDERS = [
  ['developer tools of Chromium', recordedByBrowser],
  ['Playwright', recordedByPlaywright],
  ['mitmproxy', recordedByProxy],
] as const

for (const [name, record] of RECORDERS)
  describe(`a recording of ${name}`, () => {
    const judgedOf = async (below: string) => {
      const file = join(folder, `${name}${below}`.replaceAll(/\W+/g, '-').concat('.har'))
      await record(baseOf(below), file)
      const out = `${file}-judged`
      const ended = await assay(['judge', file, '--base-url', baseOf(below), '--out', out, '--allow-blocked'])
      return { ...ended, out, file }
    }

    let conforming: Awaited<ReturnType<typeof judgedOf>>
    before(async () => {
      conforming = await judgedOf('')
    })

    it('of a conforming server has no failure, and most of it is judged', () => {
      const { code, stdout, stderr, out } = conforming

      assert.equal(code, 0, stdout + stderr)
      assert.deepEqual(failedIn(out), [])
      const counts = JSON.parse(readFileSync(join(out, 'traffic.json'), 'utf8')) as {
        readonly judged: number
        readonly operations: Readonly<Record<string, number>>
      }
      assert.ok(counts.judged >= 8, stdout)
      assert.ok(Object.keys(counts.operations).length >= 7, stdout)
      const passed = reportIn(out).requirements.filter(({ verdict }) => verdict === 'pass')
      assert.ok(passed.some(({ id }) => id === 'CNV-01'))
      assert.ok(passed.some(({ area }) => area === 'error-catalogue'))
      assert.match(stdout, /\d × GET http:\/\/127[^ ]*\/health/)
    })

    for (const [fault, requirement] of [
      ['convention-error-without-reason', 'CNV-06'],
      ['convention-tokens-with-a-cursor-at-the-end', 'CNV-27'],
      ['convention-currency-of-a-rate-without-decimals', 'CNV-10'],
    ] as const)
      it(`of a server with ${fault} fails by name`, async () => {
        const { code, out } = await judgedOf(`/faults/${fault}`)

        assert.equal(code, 1)
        assert.deepEqual(failedIn(out), [requirement])
      })

    it('leaves no secret in any file', () => {
      const { out } = conforming

      for (const file of [
        'exchanges.jsonl',
        'exchanges.har',
        'index.html',
        'conformance.json',
        'traffic.json',
      ]) {
        const text = readFileSync(join(out, file), 'utf8')
        assert.ok(!text.includes(CREDENTIALS.clientSecret), file)
        assert.ok(!text.includes(AUTHORIZATION.slice('Basic '.length)), file)
      }
    })
  })

describe('a response that a test gave in place of the deployment', () => {
  it('is not judged', async () => {
    const file = join(folder, 'mocked.har')
    await recordedByPlaywright(baseOf(''), file)

    const { stdout } = await assay(['judge', file, '--base-url', baseOf(''), '--out', join(folder, 'mocked')])

    assert.match(stdout, /1 not judged: a test responded in place of the deployment/)
  })
})
