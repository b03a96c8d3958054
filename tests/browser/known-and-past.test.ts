/** A report with a baseline and a history, in a browser. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import { withHistory } from '../../reports/trends/requirement-history.ts'
import { recordOf } from '../../reports/trends/run-record.ts'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { known } from '../reports/known-run.ts'
import { exchanges, passing } from '../reports/sample-run.ts'
import { launchBrowser } from './browser.ts'

const file = join(mkdtempSync(join(tmpdir(), 'assay-known-')), 'index.html')
let browser: Browser

before(async () => {
  const past = [3, 4, 5].map((day) => recordOf({ ...passing, startedAt: `2026-11-0${day}T10:00:00.000Z` }))
  writeFileSync(file, indexHtml(withHistory(known, past), exchanges))
  browser = await launchBrowser()
})
after(() => browser?.close())

describe('a requirement that is known to fail', () => {
  it('shows its entry in the baseline, its past, and where to look, accessibly', async () => {
    const page = await (await browser.newContext({ bypassCSP: true })).newPage()
    await page.goto(`${pathToFileURL(file).href}#APR-02`)
    await page.getByText('the ledger of APR-02 is being rebuilt').waitFor()
    await page.getByText('3 earlier runs since 2026-11-03').filter({ visible: true }).first().waitFor()
    await page.goto(`${pathToFileURL(file).href}#OWN-07`)
    await page.getByText('the ledger of OWN-07 is being rebuilt').waitFor()
    await page.getByText('assay explain OWN-07').filter({ visible: true }).first().waitFor()
    await page.getByText('2 known and not counted').filter({ visible: true }).first().waitFor()

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
    const shot = process.env.ASSAY_SCREENSHOTS
    if (shot !== undefined) await page.screenshot({ path: join(shot, 'known.png') })
  })
})
