/** The site of a registry in a browser: accessible, no wider than a phone, and it asks for nothing. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { siteOf } from '../../registry/site/site.ts'
import { axe, definitions, thirtyListings } from '../registry/thirty-listings.ts'
import { launchBrowser } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-registry-'))
const listings = thirtyListings().map((one) => ({ ...one, requirements: one.requirements.slice(0, 40) }))
const site = siteOf(listings, definitions)
const product = Object.keys(site).find((path) => path.endsWith('/index.html'))!
let browser: Browser

before(async () => {
  for (const [path, text] of Object.entries(site)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  browser = await launchBrowser()
})
after(() => browser?.close())

async function opened(path: string, options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage()
  const offences: string[] = []
  const url = pathToFileURL(join(folder, path)).href
  page.on('console', (message) => offences.push(message.text()))
  page.on('request', (request) => {
    if (request.url() !== url) offences.push(request.url())
  })
  await page.goto(url)
  return { page, offences }
}

describe('the site of a registry', () => {
  for (const path of ['index.html', 'requirements.html', product])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`has ${path === product ? 'a page of a product' : path} that is accessible on a phone in the ${colorScheme} theme, and asks for nothing`, async () => {
        const { page, offences } = await opened(path, {
          colorScheme,
          bypassCSP: true,
          viewport: { width: 360, height: 700 },
        })
        await page.addScriptTag({ content: axe() })
        const violations = await page.evaluate(async () => {
          const { axe: tool } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
          return (await tool.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        })

        assert.deepEqual(violations, [])
        assert.deepEqual(offences, [])
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360)
      })

  it('finds an implementation by words, under its own policy', async () => {
    const { page } = await opened('index.html')
    const rows = page.locator('tbody tr:visible')
    const all = await rows.count()

    await page.getByLabel('Search').fill('product 13')

    assert.ok(all > 10)
    assert.equal(await rows.count(), 1)
    assert.equal(await page.locator('#shown').textContent(), '1 shown')
    await page.getByLabel('Search').fill('nothing has this')
    assert.equal(await rows.count(), 0)
  })
})
