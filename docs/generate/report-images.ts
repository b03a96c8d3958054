/**
 * Makes the images of the documents: judges the reference server, and one that violates a few rules, and takes
 * pictures of the reports in a browser. Takes some minutes.
 *
 *   node docs/generate/report-images.ts                      both runs
 *   node docs/generate/report-images.ts --conformant DIR     takes the report of a conformant run from a directory
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { faults } from '../../selftest/faults/index.ts'
import { conforming, type Rules } from '../../reference/rules/index.ts'
import { withReplaced } from '../../selftest/replacement.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { launchBrowser } from '../../tests/browser/browser.ts'
import { openReport } from '../../tests/browser/opened-report.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const IMAGES = join(root, 'docs/images')

/** The fault of the failing deployment, and the requirement to show. */
const BROKEN = [
  'ownership-challenge-expiry-ignored',
  'actions-filter-ignored',
  'cards-refusal-is-any-conflict',
]
const SHOWN = 'OWN-07'
const AREAS = ['external-accounts', 'agent-operations', 'cards', 'sandbox', 'stablecoins', 'discoveries']

/** In a separate folder, so that the commands of the report name no path of this machine. */
async function judged(rules: Rules, folder: string, only: readonly string[]): Promise<string> {
  mkdirSync(folder)
  cpSync(join(root, 'deployments/reference.yaml'), join(folder, 'deployment.yaml'))
  const [clientId, clientSecret, statesToken] = [
    'client-of-the-images',
    'secret-of-the-images',
    'states-token-of-the-images',
  ]
  const server = await startSelftestServer({ credentials: { clientId, clientSecret }, statesToken, rules })
  const run = spawn(
    process.execPath,
    [join(root, 'cli/assay.mjs'), 'run', ...(only.length > 0 ? ['--only', ...only] : [])],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        ASSAY_REFERENCE_URL: server.url,
        ASSAY_REFERENCE_STATES_URL: server.statesUrl,
        ASSAY_REFERENCE_STATES_TOKEN: statesToken,
        ASSAY_REFERENCE_CLIENT_ID: clientId,
        ASSAY_REFERENCE_CLIENT_SECRET: clientSecret,
      },
    },
  )
  const [code] = (await once(run, 'close')) as [number | null]
  await server.close()
  if (code !== 0 && code !== 1) throw new Error(`the run ended with ${code}; no image was made`)
  return join(folder, 'reports/latest/index.html')
}

async function picture(browser: Browser, report: string, image: string, hash = ''): Promise<void> {
  const viewport = { width: 1200, height: 900 }
  const { page } = await openReport(browser, `${pathToFileURL(report).href}${hash}`, { viewport })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await page.screenshot({ path: join(IMAGES, image) })
  await page.context().close()
}

const { values } = parseArgs({ options: { conformant: { type: 'string' } } })
const directory = mkdtempSync(join(tmpdir(), 'assay-images-'))
const broken = faults
  .filter(({ id }) => BROKEN.includes(id))
  .reduce<Rules>((rules, { replace }) => withReplaced(rules, replace), conforming)
try {
  const conformant = values.conformant
    ? join(values.conformant, 'index.html')
    : await judged(conforming, join(directory, 'conformant'), [])
  const failing = await judged(broken, join(directory, 'failing'), AREAS)
  const browser = await launchBrowser()
  await picture(browser, conformant, 'report.png')
  await picture(browser, conformant, 'report-states.png', '#moves')
  await picture(browser, conformant, 'report-timing.png', '#timing')
  await picture(browser, failing, 'report-failing.png')
  await picture(browser, failing, 'report-requirement.png', `#${SHOWN}`)
  await browser.close()
} finally {
  rmSync(directory, { recursive: true, force: true })
}
