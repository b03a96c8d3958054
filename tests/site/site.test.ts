/**
 * The documentation site in a browser. The workflow `site` builds it first; elsewhere there is none, since its tools are
 * not installed. .github/site/build-pages.sh builds its pages.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { launchBrowser } from '../browser/browser.ts'
import { axe } from '../registry/thirty-listings.ts'

const dist = fileURLToPath(new URL('../../.github/site/dist', import.meta.url))
/** The address path that the site was built for. */
const base = existsSync(dist)
  ? (/"(\/(?:[^"]+\/)?)assets\//.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1] ?? '/')
  : '/'
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Serves the site below its base, as GitHub Pages does. */
function served(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const path = normalize(decodeURIComponent(pathname.slice(base.length)))
    const file = join(dist, pathname.endsWith('/') ? join(path, 'index.html') : path)
    if (!pathname.startsWith(base) || path.startsWith('..') || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

describe('the documentation site', { skip: !existsSync(dist) && 'it is not built' }, () => {
  let server: Server
  let browser: Browser
  let origin: string

  before(async () => {
    server = await served()
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    server.close()
  })

  /** Opens a page, and notes errors and requests to other hosts. */
  async function opened(path: string, options: BrowserContextOptions = {}) {
    const page = await (await browser.newContext(options)).newPage()
    const offences: string[] = []
    page.on('pageerror', (error) => offences.push(error.message))
    page.on('response', (response) => {
      if (response.status() >= 400) offences.push(`${response.status()} ${response.url()}`)
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        offences.push(request.url())
    })
    await page.goto(`${origin}${base}${path}`, { waitUntil: 'networkidle' })
    return { page, offences }
  }

  for (const path of [
    '',
    'programme.html',
    'certify.html',
    'example-report/index.html',
    'registry/index.html',
  ])
    it(`shows /${path} on a phone, without a request to another host`, async () => {
      const { page, offences } = await opened(path, { viewport: { width: 360, height: 700 } })

      assert.ok(((await page.locator('h1').first().textContent()) ?? '').length > 3)
      assert.deepEqual(offences, [])
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360)
    })

  it('lists every guide of README.md in its sidebar', async () => {
    const { page } = await opened('')
    const [, table = ''] = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split(
      '\n## Guides\n',
    )
    const guides = [...table.split('\n## ')[0]!.matchAll(/\]\(docs\/([\w-]+)\.md/g)].map(([, name]) => name)

    const links = await page
      .locator('.VPSidebar a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')))

    assert.ok(guides.length > 20)
    assert.deepEqual(
      new Set(guides.map((name) => `${base}${name}.html`).filter((link) => !links.includes(link))),
      new Set(),
    )
  })

  it('finds a page by words, offline', async () => {
    const { page, offences } = await opened('')
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('searchbox').fill('transparency log')

    const result = page.locator('.result').first()
    await result.waitFor()
    await result.click()

    await page.waitForURL(/certificate-status|certify|registry|programme/)
    assert.deepEqual(offences, [])
  })

  it('draws the diagram of a page, also after a click on a link', async () => {
    const { page, offences } = await opened('certify.html')
    await page.locator('.vp-doc a[href*="programme"]').first().click()

    await page.locator('pre.mermaid svg').waitFor()
    assert.deepEqual(offences, [])
  })

  it('is accessible', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await opened('programme.html', { colorScheme })
      await page.addScriptTag({ content: axe() })
      const violations = await page.evaluate(async () => {
        const { axe: tool } = globalThis as unknown as {
          axe: {
            run(context: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
          }
        }
        // The diagram is of Mermaid, and the page says the same in words. The search button of VitePress shows its
        // key beside its name.
        const { violations: found } = await tool.run({ exclude: [['pre.mermaid'], ['.DocSearch-Button']] })
        return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      })
      assert.deepEqual(violations, [])
    }
  })
})
