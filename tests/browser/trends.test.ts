/** What a history and a baseline show in a browser: accessible, no wider than a phone, and it asks for nothing. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { trendsPage } from '../../reports/trends/trends-page.ts'
import { manyRuns, titles } from '../reports/many-runs.ts'
import { launchBrowser } from './browser.ts'

const file = join(mkdtempSync(join(tmpdir(), 'assay-trends-')), 'index.html')
let browser: Browser

before(async () => {
  writeFileSync(file, trendsPage({ runs: manyRuns(300), unreadable: 0, cut: false }, titles))
  browser = await launchBrowser()
})
after(() => browser?.close())

async function opened(options: BrowserContextOptions): Promise<{ page: Page; offences: readonly string[] }> {
  const page = await (await browser.newContext(options)).newPage()
  const offences: string[] = []
  const url = pathToFileURL(file).href
  page.on('console', (message) => offences.push(message.text()))
  page.on('request', (request) => {
    if (request.url() !== url) offences.push(request.url())
  })
  await page.goto(url)
  return { page, offences }
}

describe('the page of a history', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible in the ${colorScheme} theme, and asks for nothing`, async () => {
      const { page, offences } = await opened({ colorScheme, bypassCSP: true })
      const shot = process.env.ASSAY_SCREENSHOTS
      if (shot !== undefined) await page.screenshot({ path: join(shot, `trends-${colorScheme}.png`) })
      await page.addScriptTag({
        content: readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'),
      })
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
        }
        return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      })

      assert.deepEqual(violations, [])
      assert.deepEqual(offences, [])
    })
  }

  it('draws its lines and strips', async () => {
    const { page } = await opened({})
    const drawn = await page
      .locator('svg.chart path')
      .evaluateAll((paths) => paths.map((path) => (path as SVGPathElement).getTotalLength()))

    assert.ok(drawn.length > 40)
    assert.ok(drawn.every((length) => length > 100 && length < 20_000))
    assert.ok((await page.locator('svg.strip path').count()) > 2)
  })

  it('is no wider than a phone', async () => {
    const { page } = await opened({ viewport: { width: 360, height: 700 } })

    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360)
  })
})
