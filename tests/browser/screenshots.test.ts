/**
 * States of the report look as they did. Compared only in the Chromium that comes with the dependencies, and with
 * its font alone, so that no machine draws them otherwise. `ASSAY_UPDATE_SCREENSHOTS=1` writes them anew.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { cutOff, exchanges, failing, passing } from '../reports/sample-run.ts'
import { inflatedChromium } from './inflated-chromium.ts'
import { openReport, requirement } from './opened-report.ts'

const SCREENSHOTS = fileURLToPath(new URL('screenshots/', import.meta.url))
/** Of all pixels: edges of letters may come out otherwise on another processor. */
const MAY_DIFFER = 0.002
const UPDATE = process.env.ASSAY_UPDATE_SCREENSHOTS === '1'

interface State {
  readonly name: string
  readonly run: typeof failing
  readonly hash?: string
  readonly options: BrowserContextOptions
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** A server that returns 500 to everything. */
const shell: typeof failing = {
  ...failing,
  totals: { ...failing.totals, fail: 13, flaky: 0, blocked: 0, warn: 0, pass: 0 },
  areas: failing.areas.map((area) => ({
    ...area,
    totals: {
      ...area.totals,
      fail: area.totals.fail + area.totals.flaky + area.totals.blocked + area.totals.warn + area.totals.pass,
      flaky: 0,
      blocked: 0,
      warn: 0,
      pass: 0,
    },
  })),
  requirements: failing.requirements.map((result) =>
    ['not-applicable', 'not-specified'].includes(result.verdict)
      ? result
      : {
          ...result,
          verdict: 'fail',
          reason: 'expected 2xx, found 500',
          fixIn: 'implementation',
          checks: [],
        },
  ),
  causes: [
    {
      id: 'deployment-every-500',
      title: 'Every request gets 500: 2114 of 2114 requests, 92 operations',
      verdict: 'fail',
      fixIn: 'implementation',
      next: 'Check that baseUrl is the address of the API, and what it logs for one of these requests.',
      requirements: failing.requirements.map(({ id }) => id),
      resolves: 13,
      exchanges: [],
    },
  ],
}

const desk = { viewport: { width: 1280, height: 860 } }
const phone = { viewport: { width: 390, height: 844 } }
const states: readonly State[] = [
  ...Object.entries({ conformant: passing, failing, shell }).flatMap(([name, run]) => [
    { name, run, options: desk },
    { name: `${name}-dark`, run, options: { ...desk, colorScheme: 'dark' as const } },
    { name: `${name}-phone`, run, options: phone },
    { name: `${name}-phone-dark`, run, options: { ...phone, colorScheme: 'dark' as const } },
  ]),
  { name: 'inconclusive', run: cutOff, options: desk },
  { name: 'evidence', run: failing, hash: 'OWN-07', options: { viewport: { width: 1280, height: 1300 } } },
  { name: 'inconclusive-phone', run: cutOff, options: phone },
  {
    name: 'dark-phone',
    run: failing,
    hash: 'OWN-07',
    options: { ...phone, colorScheme: 'dark' },
    prepare: (page) => requirement(page, 'OWN-07').locator('.sequence').scrollIntoViewIfNeeded(),
  },
]

let browser: Browser | undefined
let directory: string

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-screenshots-'))
  const program = await inflatedChromium()
  if (!program) return
  const fonts = join(directory, 'fonts.conf')
  writeFileSync(
    fonts,
    `<?xml version="1.0"?>\n<fontconfig><dir>${join(dirname(program.path), 'fonts')}</dir><cachedir>${join(directory, 'fonts')}</cachedir></fontconfig>\n`,
  )
  browser = await chromium.launch({
    executablePath: program.path,
    env: { ...(process.env as Record<string, string>), ...program.env, FONTCONFIG_FILE: fonts },
    args: ['--disable-gpu', '--font-render-hinting=none', '--disable-lcd-text', '--no-sandbox'],
  })
})

after(async () => {
  await browser?.close()
  rmSync(directory, { recursive: true, force: true })
})

/** More frames than the page needs to arrive at a permalink, so that it no longer undoes what the test scrolls. */
const STILL_FRAMES = 15

/** Waits in frames, not in time: a busy machine draws fewer of them. */
const waitUntilStill = (page: Page): Promise<unknown> =>
  page.evaluate(
    (frames) =>
      new Promise<void>((resolve) => {
        let [place, still] = ['', 0]
        const look = () => {
          const now = `${scrollY} of ${document.documentElement.scrollHeight}`
          still = now === place ? still + 1 : 0
          place = now
          if (still < frames) requestAnimationFrame(look)
          else resolve()
        }
        look()
      }),
    STILL_FRAMES,
  )

async function screenshot({ name, run, hash, options, prepare }: State): Promise<Buffer> {
  const path = join(directory, `${name}.html`)
  writeFileSync(path, indexHtml(run, exchanges))
  const url = pathToFileURL(path).href
  const { page } = await openReport(browser!, hash === undefined ? url : `${url}#${hash}`, options)
  await page.waitForFunction(() => !document.querySelector('details[open] [data-exchanges]'))
  await waitUntilStill(page)
  if (prepare) {
    await prepare(page)
    await waitUntilStill(page)
  }
  const image = await page.screenshot({ animations: 'disabled' })
  await page.context().close()
  return image
}

describe('the report looks as it did', () => {
  for (const state of states) {
    it(state.name, async (test) => {
      if (!browser) {
        test.skip('the Chromium that comes with the dependencies does not start here')
        return
      }
      const image = await screenshot(state)
      const reference = join(SCREENSHOTS, `${state.name}.png`)
      if (UPDATE) {
        mkdirSync(SCREENSHOTS, { recursive: true })
        writeFileSync(reference, image)
        return
      }
      assert.ok(existsSync(reference), `${reference} is missing: run with ASSAY_UPDATE_SCREENSHOTS=1`)
      const [was, is] = [PNG.sync.read(readFileSync(reference)), PNG.sync.read(image)]
      assert.deepEqual([is.width, is.height], [was.width, was.height])
      const difference = new PNG({ width: was.width, height: was.height })
      const differing = pixelmatch(was.data, is.data, difference.data, was.width, was.height, {
        threshold: 0.1,
      })
      if (differing <= MAY_DIFFER * was.width * was.height) return
      const kept = mkdtempSync(join(tmpdir(), 'assay-screenshot-'))
      writeFileSync(join(kept, `${state.name}.png`), image)
      writeFileSync(join(kept, `${state.name}-difference.png`), PNG.sync.write(difference))
      assert.fail(
        `${differing} pixels differ from ${reference}; see ${kept}. Where the change is meant, run this test with ASSAY_UPDATE_SCREENSHOTS=1`,
      )
    })
  }
})
