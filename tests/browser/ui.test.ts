/** `assay ui` in a real browser: it shows results during the run, and repeats the clicked requirements. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { expect, type Browser, type Page } from '@playwright/test'
import { emptyFolder } from '../cli/assay.ts'
import { startSmallDeployment, type SmallDeployment } from '../cli/small-deployment.ts'
import { launchBrowser } from './browser.ts'

const ASSAY = fileURLToPath(new URL('../../cli/assay.ts', import.meta.url))
const WAIT = { timeout: 60_000 }

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

describe('assay ui', () => {
  const folder = emptyFolder()
  const offences: string[] = []
  let small: SmallDeployment
  let child: ChildProcess
  let url: URL
  let browser: Browser
  let page: Page

  before(async () => {
    small = await startSmallDeployment({
      operation: (route) =>
        route === 'GET /agents/me/actions'
          ? { status: 500, body: { code: 'BROKEN', reason: 'no' } }
          : undefined,
    })
    writeFileSync(
      join(folder, 'deployment.yaml'),
      small.text.replace('requestsPerSecond: 1000', 'requestsPerSecond: 6'),
    )
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    child = spawn(
      process.execPath,
      [ASSAY, 'ui', '--only', 'ACT-20', 'ACT-21', 'ACT-24', 'ACT-25', 'CNV-03'],
      {
        cwd: folder,
        env: { ...env, ...small.variables },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [text] = (await once(child.stdout!, 'data')) as [Buffer]
    url = new URL(/http:\S+/.exec(text.toString('utf8'))![0])
    browser = await launchBrowser()
    page = await browser.newPage()
    page.on('console', (message) => offences.push(message.text()))
    page.on('pageerror', (error) => offences.push(error.message))
    page.on('request', (sent) => {
      if (new URL(sent.url()).host !== url.host) offences.push(sent.url())
    })
  })
  after(async () => {
    await browser?.close()
    child.kill('SIGTERM')
    await small.close()
  })

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    new Promise<Answered>((done, failed) => {
      const sent = request({ host: '127.0.0.1', port: url.port, path, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          done({ status: response.statusCode!, headers: response.headers, body: text }),
        )
      })
      sent.on('error', failed)
      sent.end(body)
    })
  const report = () => page.frameLocator('#report')
  const bearer = () => ({ authorization: `Bearer ${url.hash.slice(1)}` })

  it('shows the report of the run while it goes on', async () => {
    await page.goto(url.href)
    await page.getByText(/under way: \d+ of \d+ checks/).waitFor(WAIT)
    await report()
      .locator('details.requirement')
      .first()
      .waitFor({ state: 'attached', ...WAIT })

    assert.match(await page.locator('#status').innerText(), /^under way: /)
    assert.match(await report().locator('main').innerText(), /checks are still under way/i)
    assert.equal(await page.evaluate(() => location.hash), '')
  })

  it('fills, and keeps the parts open that a person has opened', async () => {
    await report().locator('#search').fill('ACT-2')
    await report().locator('details.requirement:visible summary').first().click()
    const opened = await report().locator('details.requirement[open] .body').first().getAttribute('id')

    await page.getByText(/^finished: (\d+) of \1 checks$/).waitFor(WAIT)
    await report().getByText('Not conformant').first().waitFor(WAIT)

    assert.equal(await report().locator('#search').inputValue(), 'ACT-2')
    assert.equal(await report().locator(`details.requirement[open] #${opened}`).count(), 1)
    await page.reload()
    await report()
      .locator('html.searchable')
      .waitFor({ state: 'attached', ...WAIT })
    assert.equal(await report().locator('#search').inputValue(), 'ACT-2')
    assert.doesNotMatch(await report().locator('main').innerText(), /checks are still under way/i)
  })

  it('runs the requirements of a cause again', async () => {
    const [before] = readdirSync(join(folder, 'reports/runs'))
    const card = report().locator('.cause').first()
    await card.getByRole('button', { name: 'Run again' }).click()
    await page.getByText(/^under way: /).waitFor(WAIT)
    assert.ok(await page.getByRole('button', { name: 'Run everything again' }).isDisabled())
    await page.getByText(/^finished: /).waitFor(WAIT)

    const runs = readdirSync(join(folder, 'reports/runs'))
    assert.equal(runs.length, 2)
    const [again] = runs.filter((name) => name !== before)
    const { only, causes } = conformanceIn(again!)
    assert.deepEqual(only, conformanceIn(before!).causes[0]!.requirements)
    assert.equal(causes.length > 0, true)
    assert.match((await page.locator('#runs').innerText()).split('\n').at(-1)!, /^Run 2: \d+ requirements$/)
  })

  it('runs one requirement again, and still shows the runs before', async () => {
    await page.locator('#runs').selectOption('0')
    await report()
      .locator('#ACT-21')
      .waitFor({ state: 'attached', ...WAIT })
    await report().locator('#search').fill('')
    const row = report().locator('details.requirement:has(> #ACT-21)')
    // The page of the chosen run may replace this one at any moment.
    await expect(async () => {
      await row.evaluate((details) => ((details as HTMLDetailsElement).open = true))
      await row.getByRole('button', { name: 'Run again' }).click({ timeout: 1_000 })
    }).toPass(WAIT)
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('#runs')?.value === '2')
    await page.getByText(/^under way: /).waitFor(WAIT)
    await page.getByText(/^finished: /).waitFor(WAIT)

    const newest = readdirSync(join(folder, 'reports/runs')).sort().at(-1)!
    assert.deepEqual(conformanceIn(newest).only, ['ACT-21'])
  })

  it('loads nothing from another origin, and violates no rule of its policy', () => {
    assert.deepEqual(offences, [])
  })

  it('refuses a request without the token, and discloses nothing', async () => {
    for (const path of ['/state', '/report?run=0'])
      for (const headers of [{}, { authorization: 'Bearer no' }, { authorization: 'Bearer ' }]) {
        const { status, body } = await ask(path, headers)
        assert.deepEqual([status, body.includes('ACT-')], [401, false])
      }
    assert.equal((await ask('/page-none', bearer())).status, 404)
    const { body } = await ask('/')
    assert.ok(!body.includes(url.hash.slice(1)))
  })

  it('refuses other hosts and other pages, also with the token', async () => {
    const own = `http://${url.host}`
    const refused: readonly Record<string, string>[] = [
      { host: 'evil.example' },
      { host: `evil.example:${url.port}` },
      { host: '127.0.0.1:1' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of refused)
      for (const path of ['/', '/state'])
        assert.equal((await ask(path, { ...bearer(), ...headers })).status, 403, JSON.stringify(headers))
    const start = (headers: Record<string, string>, only: unknown) =>
      ask('/run', { ...bearer(), ...headers }, 'POST', JSON.stringify({ only }))
    assert.equal((await start({}, ['ACT-21'])).status, 403)
    assert.equal((await start({ origin: own }, ['--history=x'])).status, 400)
    assert.equal((await start({ origin: own }, 'ACT-21')).status, 400)
    const { status, headers } = await ask('/state', { ...bearer(), origin: own })
    assert.equal(status, 200)
    assert.ok(Object.keys(headers).every((name) => !name.startsWith('access-control-')))
  })

  it('listens on no other address of the machine', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
    for (const { address } of others)
      await assert.rejects(fetch(`http://${address}:${url.port}/`, { signal: AbortSignal.timeout(2_000) }))
  })

  it('shows why a run could not start', async () => {
    const empty = emptyFolder()
    writeFileSync(join(empty, 'deployment.yaml'), 'name: 1\n')
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const other = spawn(process.execPath, [ASSAY, 'ui'], {
      cwd: empty,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [text] = (await once(other.stdout, 'data')) as [Buffer]
    const second = await browser.newPage()
    await second.goto(/http:\S+/.exec(text.toString('utf8'))![0])

    await second.getByText(/deployment\.yaml/).waitFor(WAIT)

    other.kill('SIGTERM')
    await once(other, 'exit')
    assert.ok(!existsSync(join(empty, 'reports/latest/index.html')))
  })

  function conformanceIn(run: string) {
    return JSON.parse(readFileSync(join(folder, 'reports/runs', run, 'conformance.json'), 'utf8')) as {
      readonly only: readonly string[]
      readonly causes: readonly { readonly requirements: readonly string[] }[]
    }
  }
})
