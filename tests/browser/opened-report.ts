import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** A report in the browser, and everything it did that it must not do. */
export interface OpenedReport {
  readonly page: Page
  readonly offences: string[]
}

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/**
 * Opens a report at its address, `#ID` included, in a separate browser context, and waits until it can be searched.
 *
 * @param prepare called with the page before navigation
 */
export async function openReport(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<OpenedReport> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const offences: string[] = []
  page.on('console', (message) => offences.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => offences.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    offences.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url.split('#')[0]) offences.push(`request: ${request.url()}`)
  })
  await prepare(page)
  await page.goto(url)
  if (options.javaScriptEnabled !== false) {
    await page.locator('html.searchable').waitFor({ state: 'attached' })
  }
  return { page, offences }
}

export const shownIds = (page: Page): Promise<string[]> =>
  page.locator('details.requirement:visible .id').allTextContents()

export const requirement = (page: Page, id: string): Locator =>
  page.locator('details.requirement').filter({ has: page.locator(`.id:text-is("${id}")`) })

/** Opens every requirement and exchange, so that nothing stays unrendered. */
export async function openAll(page: Page): Promise<void> {
  for (const selector of ['details.requirement', 'details.exchange', 'details.never-seen']) {
    await page.locator(selector).evaluateAll((all) => {
      for (const details of all as HTMLDetailsElement[]) details.open = true
    })
    await page.waitForFunction(
      () => document.querySelector('details[open] [data-exchanges], details[open][data-exchange]') === null,
    )
  }
}

/** Violations that axe finds on the current page. */
export async function violations(page: Page): Promise<readonly string[]> {
  const results = await page.evaluate<AxeResults>(`${AXE}; axe.run(document)`)
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
