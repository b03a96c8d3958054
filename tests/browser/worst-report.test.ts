/** Reports of runs in which no requirement passed: as small as any other, and complete once a requirement is opened. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import type { Cause, Conformance } from '../../reports/conformance.ts'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { largeRun } from '../reports/large-run.ts'
import { launchBrowser } from './browser.ts'
import { openReport, requirement } from './opened-report.ts'

const MEGABYTE = 1_000_000
const LAST_WORDS = 'the last words of the reason'
/** A deployment chooses most words of a reason. */
const reasonOf = (id: string) => `${`${id} of a long answer `.repeat(20)}${LAST_WORDS}`

const { conformance: passed, exchanges } = largeRun()

/** Every requirement that was judged, with this verdict, and a cause each. */
function allWith(verdict: 'fail' | 'blocked'): Conformance {
  const requirements = passed.requirements.map((result) => {
    if (result.verdict !== 'pass') return result
    const message = reasonOf(result.id)
    return {
      ...result,
      verdict,
      reason: message,
      fixIn: 'implementation' as const,
      next: `Correct what ${result.id} names.`,
      checks: result.checks.map((check) => ({ ...check, verdict, message })),
    }
  })
  const causes = requirements.flatMap(({ id, verdict: own }): readonly Cause[] =>
    own === verdict
      ? [
          {
            id: `cause-of-${id}`,
            title: `${id} ${'is violated by an operation '.repeat(4)}`,
            verdict,
            fixIn: 'implementation',
            next: `Correct what ${id} names. Then run \`npx assay run --deployment deployment.yaml --only ${id}\`.`,
            requirements: [id],
            resolves: 1,
            exchanges: [],
          },
        ]
      : [],
  )
  return { ...passed, verdict: 'non-conformant', requirements, causes }
}

let browser: Browser
let directory: string

before(async () => {
  browser = await launchBrowser()
  directory = await mkdtemp(join(tmpdir(), 'assay-worst-'))
})
after(async () => {
  await browser?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
})

for (const verdict of ['fail', 'blocked'] as const)
  describe(`the report in which every requirement is ${verdict}`, () => {
    const conformance = allWith(verdict)
    const html = indexHtml(conformance, exchanges)
    const ids = conformance.causes.flatMap(({ requirements }) => requirements)

    it('is below a megabyte', (test) => {
      test.diagnostic(`${Buffer.byteLength(html)} bytes`)
      assert.ok(ids.length > 800)
      assert.ok(Buffer.byteLength(html) < MEGABYTE, `${Buffer.byteLength(html)} bytes`)
    })

    it('shows the reason of the first and the last one, and its exchanges before the background', async () => {
      const path = join(directory, `${verdict}.html`)
      await writeFile(path, html)
      const { page, offences } = await openReport(browser, pathToFileURL(path).href)
      for (const id of [ids[0]!, ids.at(-1)!]) {
        const row = requirement(page, id)
        await row.locator('> summary').click()
        await row.locator('details.exchange').first().waitFor()
        const text = (await row.innerText()).replaceAll(/\s+/g, ' ')
        assert.ok(text.includes(LAST_WORDS), text)
        assert.ok(text.includes(`Correct what ${id} names.`), text)
        assert.equal(text.split(LAST_WORDS).length - 1, 1, text)
        assert.ok(text.indexOf('1 check') < text.indexOf('Link #'), text)
        assert.equal(text.includes('Why it matters'), verdict === 'fail', text)
      }
      assert.deepEqual(offences, [])
    })

    it('finds a requirement by the words of its reason', async () => {
      const { page } = await openReport(browser, pathToFileURL(join(directory, `${verdict}.html`)).href)
      await page.getByLabel('Search').fill(`${ids.at(-1)} last words`)
      await page.getByText(`1 of ${conformance.requirements.length} shown`).waitFor()
      await page.context().close()
    })
  })
