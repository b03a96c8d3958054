import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { largeRun } from '../reports/large-run.ts'
import { launchBrowser } from './browser.ts'
import { openReport, requirement, type OpenedReport } from './opened-report.ts'

const MEGABYTE = 1_000_000
const OPENING_SECONDS = 1
const FILTERING_SECONDS = 0.1
/** Load from other processes slows a step down once; a slow step is slow in every round. */
const ROUNDS = 3

let browser: Browser
let directory: string
let html: string
let opened: OpenedReport
let processor: CDPSession
let opening: number

/** Seconds of processor time that the page's main thread has used: other work on the machine is not in it. */
async function used(): Promise<number> {
  const { metrics } = await processor.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function spentOn(page: Page, work: () => Promise<unknown>): Promise<number> {
  const begun = await used()
  await work()
  // Until the change has been laid out and painted.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return (await used()) - begun
}

before(async () => {
  const { conformance, exchanges } = largeRun()
  html = indexHtml(conformance, exchanges)
  browser = await launchBrowser()
  directory = await mkdtemp(join(tmpdir(), 'assay-large-'))
  const path = join(directory, 'large.html')
  await writeFile(path, html)
  opened = await openReport(browser, pathToFileURL(path).href, {}, async (page) => {
    processor = await page.context().newCDPSession(page)
    await processor.send('Performance.enable', { timeDomain: 'threadTicks' })
  })
  await opened.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  opening = await used()
})

after(async () => {
  await browser?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
})

describe('the report of ten thousand exchanges', () => {
  it('stays under a megabyte, and lists what it omits', async (test) => {
    test.diagnostic(`${Buffer.byteLength(html)} bytes`)
    assert.ok(Buffer.byteLength(html) < MEGABYTE, `${Buffer.byteLength(html)} bytes`)
    assert.match(
      (await opened.page.locator('footer').innerText()).replaceAll(/\s+/g, ' '),
      /leaves out the requests and responses of \d+ exchanges, those of checks that passed first; exchanges\.jsonl has them/,
    )
  })

  it('opens within a second', (test) => {
    test.diagnostic(`${opening.toFixed(3)} s`)
    assert.ok(opening > 0 && opening < OPENING_SECONDS, `${opening} s`)
  })

  it('filters and searches within a tenth of a second', async (test) => {
    const { page } = opened
    const steps = [
      ['a verdict', () => page.getByRole('button', { name: /^passed/ }).click()],
      ['a word', () => page.getByLabel('Search').fill('quote')],
      ['an operation', () => page.getByLabel('Search').fill('listAgentActions')],
      ['nothing', () => page.getByLabel('Search').fill('no such thing')],
      ['an area', () => page.getByRole('combobox', { name: 'Area' }).selectOption('agent-operations')],
      ['back', () => page.getByRole('button', { name: 'Reset' }).click()],
    ] as const
    const quickest = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, work] of steps)
        quickest.set(what, Math.min(await spentOn(page, work), quickest.get(what) ?? Infinity))
    for (const [what, spent] of quickest) {
      test.diagnostic(`${what}: ${(spent * 1_000).toFixed(0)} ms`)
      assert.ok(spent < FILTERING_SECONDS, `${what}: ${spent} s`)
    }
  })

  it('opens evidence that it contains, and names missing evidence', async () => {
    const { page, offences } = opened
    // Its exchanges are among the shortest, for which the page has room.
    const row = requirement(page, 'CRD-07')
    await row.locator('> summary').click()
    const exchanges = row.locator('details.exchange')
    await exchanges.first().waitFor()
    const told: string[] = []
    for (const exchange of await exchanges.all()) {
      await exchange.locator('> summary').click()
      await exchange.locator('.wire > *').first().waitFor()
      told.push(await exchange.locator('.wire').innerText())
    }
    assert.ok(told.some((text) => /HTTP \d+/.test(text)))
    assert.ok(told.some((text) => /exchanges\.jsonl with the id crd-07\.0\.\d+/.test(text)))
    assert.deepEqual(offences, [])
  })
})
