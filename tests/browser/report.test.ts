import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { expect, type Browser, type BrowserContextOptions } from '@playwright/test'
import { transitionsOf } from '../../reports/transitions.ts'
import { indexHtml } from '../../reports/writers/index-html.ts'
import { cutOff, exchanges, failing, passing } from '../reports/sample-run.ts'
import { stateTables } from '../../spec/index.ts'
import { launchBrowser } from './browser.ts'
import { openAll, openReport, requirement, shownIds, violations, type OpenedReport } from './opened-report.ts'

const fiveCauses: typeof failing = {
  ...failing,
  causes: Array.from({ length: 5 }, (_, index) => ({
    ...failing.causes[0]!,
    id: `cause-${index}`,
    title:
      'verifyPlatformExternalAccountOwnership accepts a request that it must reject: 200 instead of 400 (check: "after expiresAt a signature is refused")',
    rule: 'OWN-07',
    address: 'POST /platform/external-accounts/{externalAccountId}/verify',
  })),
}

/** All state tables of the contract, and a profile of each state. */
const detailed: typeof failing = {
  ...failing,
  coverage: { ...failing.coverage, transitions: transitionsOf([], stateTables) },
  profiles: [
    { id: 'agents.core', title: 'Agents (core)', state: 'reached', held: 121, requirements: 121 },
    {
      id: 'cross-currency.extended',
      title: 'Cross-currency (extended)',
      state: 'narrowly-missed',
      held: 88,
      requirements: 89,
      missing: [{ id: 'OWN-07', verdict: 'fail', cause: failing.causes[1]!.id }],
    },
  ],
}

/** An exchange with an id as runs give it, which a next step names. */
const EXCHANGE = 'OWN-07-1a2b3c.1.2'
const withRealId = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replaceAll('"late 2"', `"${EXCHANGE}"`)) as Value
/** A rule for every response mentions the exchange as well, and comes first. */
const linking: typeof failing = {
  ...withRealId(failing),
  requirements: withRealId(failing).requirements.map((result) =>
    result.id === 'CNV-03'
      ? { ...result, checks: result.checks.map((check) => ({ ...check, exchanges: [EXCHANGE] })) }
      : result,
  ),
  causes: failing.causes.map((cause) =>
    cause.rule === 'OWN-07'
      ? { ...cause, requirements: ['CNV-03', 'OWN-07'], next: `Return 400 (exchange ${EXCHANGE}).` }
      : cause,
  ),
}

/** A field that is wrong in the last item of a long list. */
const longExchange = {
  ...exchanges.find(({ kind }) => kind === 'contract')!,
  id: 'AGA-10-1a2b3c.1.2',
  operation: 'listAgentActions',
  response: {
    status: 200,
    headers: {},
    body: JSON.stringify({
      data: Array.from({ length: 60 }, (_, index) => ({ id: `AgentAction:${index}`, amount: index })),
    }),
    bytes: 1,
    truncated: false,
  },
  findings: [],
}
const wrongField = {
  exchange: longExchange.id,
  operation: 'listAgentActions',
  at: 'amount',
  expected: '7',
  actual: '55',
  resource: 'AgentAction:55',
}
const longList: typeof failing = {
  ...failing,
  causes: [],
  requirements: [
    {
      ...failing.requirements.find(({ id }) => id === 'OWN-07')!,
      id: 'AGA-10',
      reason: 'expected 7, found 55',
      checks: [
        {
          title: 'an action has the same fields',
          verdict: 'fail',
          durationMs: 1,
          attempts: 1,
          expectations: 1,
          exchanges: [longExchange.id],
          message: 'expected 7, found 55',
          violation: wrongField,
        },
      ],
    },
  ],
}

let browser: Browser
let directory: string

before(async () => {
  browser = await launchBrowser()
  directory = await mkdtemp(join(tmpdir(), 'assay-report-'))
  for (const [name, run] of Object.entries({ failing, passing, cutOff, fiveCauses, detailed })) {
    await writeFile(join(directory, `${name}.html`), indexHtml(run, exchanges))
  }
  await writeFile(join(directory, 'linking.html'), indexHtml(linking, withRealId(exchanges)))
  await writeFile(join(directory, 'longList.html'), indexHtml(longList, [longExchange]))
})

after(async () => {
  await browser?.close()
  if (directory) await rm(directory, { recursive: true, force: true })
})

/** Of a report by its name, with or without the id of a requirement. */
function addressOf(name: string): string {
  const [file = '', hash] = name.split('#')
  const url = pathToFileURL(join(directory, `${file}.html`)).href
  return hash === undefined ? url : `${url}#${hash}`
}

const open = (name: string, options: BrowserContextOptions = {}): Promise<OpenedReport> =>
  openReport(browser, addressOf(name), options)

describe('the report in a browser', () => {
  for (const name of ['failing', 'passing', 'cutOff']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`of a ${name} run is accessible, quiet and fetches nothing (${colorScheme})`, async () => {
        const { page, offences } = await open(name, { colorScheme })
        assert.deepEqual(await violations(page), [])
        await openAll(page)
        assert.deepEqual(await violations(page), [])
        assert.deepEqual(offences, [])
        await page.context().close()
      })
    }
  }

  it('is accessible at the width of a phone, and nothing sticks out', async () => {
    const { page, offences } = await open('failing', { viewport: { width: 360, height: 740 } })
    await openAll(page)
    const sticksOut = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(sticksOut, 0)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(offences, [])
    await page.context().close()
  })

  it('shows the verdict first, where to fix it, and the first step', async () => {
    const { page } = await open('failing')
    assert.equal(await page.locator('h1').textContent(), 'Not conformant')
    assert.match(
      (await page.locator('.next').textContent()) ?? '',
      /2\. verifyPlatformExternalAccountOwnership accepts a request that it must reject: 200 instead of 400 \(check: "after expiresAt.*POST \/platform.*\/verify.*Fix in your API · resolves 1 requirement.*OWN-07/s,
    )
    assert.match(
      (await page.locator('.again code').textContent()) ?? '',
      /^npx assay run --deployment sandbox\.yaml --only-failed$/,
    )
    await page.context().close()
  })

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 860 },
  ]) {
    it(`shows the first cause on the first screen at ${viewport.width} px`, async () => {
      const { page } = await open('failing', { viewport })
      const card = await page.locator('.cause').first().boundingBox()
      assert.ok(card && card.y + card.height <= viewport.height, `the card ends at ${card?.y} px`)
      await page.context().close()
    })
  }

  it('shows the headlines of five causes on the first screen of a phone, and the rest on tap', async () => {
    const { page } = await open('fiveCauses', { viewport: { width: 390, height: 844 } })
    const boxes = await page
      .locator('.cause')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    assert.equal(boxes.length, 5)
    assert.ok(boxes[4]! <= 844, `the last headline ends at ${boxes[4]} px`)
    const first = page.locator('.cause').first()
    assert.doesNotMatch(await first.innerText(), /Fix in/)
    assert.match(
      await first.innerText(),
      /\nPOST \/platform\/external-accounts\/\{externalAccountId\}\/verify\b/,
    )
    const cut = await page
      .locator('.cause summary *')
      .evaluateAll((all) =>
        all
          .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent),
      )
    assert.deepEqual(cut, [])
    await first.locator('summary').click()
    assert.match(await first.innerText(), /Fix in your API/)
    await page.context().close()
  })

  it('keeps the cards as the reader left them at another width', async () => {
    const { page } = await open('fiveCauses', { viewport: { width: 1280, height: 800 } })
    const opened = () =>
      page
        .locator('.cause > details')
        .evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))
    await page.locator('.cause summary').nth(1).click()
    const chosen = [false, true, false, false, false]
    for (const width of [1280, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForFunction((now) => innerWidth === now, width)
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      assert.deepEqual(await opened(), chosen, `at ${width} px`)
    }
    await page.context().close()
  })

  it('has the command for what failed in one line with its button', async () => {
    const { page } = await open('failing', { viewport: { width: 1280, height: 800 } })
    const heights = await page
      .locator('.again > *')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))
    assert.ok(Math.max(...heights) - Math.min(...heights) < 20, `the parts end at ${heights.join(', ')} px`)
    await page.context().close()
  })

  it('opens the card of a cause from its address, at both widths', async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 860 },
    ]) {
      const { page } = await open(`fiveCauses#cause-${fiveCauses.causes[4]!.id}`, { viewport })
      const card = page.locator('.cause').nth(4)
      assert.match(await card.innerText(), /Fix in your API/)
      const box = await card.boundingBox()
      assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, `the card is at ${box?.y} px`)
      await page.context().close()
    }
  })

  for (const width of [390, 1280])
    it(`goes from a cause to the exchange that it names, at ${width} px`, async () => {
      const { page, offences } = await open('linking#cause-accepts-verifyPlatformExternalAccountOwnership', {
        viewport: { width, height: 800 },
      })
      await page.locator('.cause:target').getByRole('link', { name: EXCHANGE }).click()
      const exchange = requirement(page, 'OWN-07').locator(`details.exchange[data-id="${EXCHANGE}"]`)
      await exchange.getByRole('group', { name: 'Response' }).waitFor({ state: 'visible' })
      await expect(async () => {
        const top = (await exchange.boundingBox())?.y ?? -1
        assert.ok(top >= 0 && top < 300, `the exchange is at ${top} px`)
      }).toPass({ timeout: 10_000 })
      assert.deepEqual(offences, [])
      await page.context().close()
    })

  it('has causes before areas and facts, and exchanges before the background of a requirement', async () => {
    const { page } = await open('failing#OWN-07')
    const tops = (selectors: readonly string[]) =>
      Promise.all(selectors.map(async (one) => (await page.locator(one).first().boundingBox())?.y ?? 0))
    const first = await tops(['h1', '.cards', '.map', '.facts'])
    assert.deepEqual(first.toSorted((one, other) => one - other).slice(0, 2), first.slice(0, 2))
    assert.ok(first[1]! < first[2]! && first[1]! < first[3]!, first.join())
    const row = 'details.requirement[open]'
    const [why = 0, sequence = 0, background = 0] = await tops([
      `${row} .why`,
      `${row} .sequence`,
      `${row} .explanation`,
    ])
    assert.ok(why < sequence && sequence < background, `${why} ${sequence} ${background}`)
    await page.context().close()
  })

  it('shows no tile of a verdict that no requirement has', async () => {
    const { page } = await open('passing', { viewport: { width: 1280, height: 860 } })
    assert.deepEqual(
      (await page.locator('.totals li:visible strong').allTextContents()).filter((amount) => amount === '0'),
      [],
    )
    await page.context().close()
  })

  it('shows the transitions as a table within the width of a phone', async () => {
    const { page } = await open('detailed', { viewport: { width: 390, height: 844 } })
    await openAll(page)
    const wider = await page
      .locator('.state-table details .scroll')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    assert.equal(wider, 0)
    await page.context().close()
  })

  it('names method and path of each operation of a requirement', async () => {
    const { page } = await open('failing#OWN-07')
    assert.match(
      await requirement(page, 'OWN-07').locator('.basis').last().innerText(),
      /verifyPlatformExternalAccountOwnership POST \/platform\/external-accounts\/\{externalAccountId\}\/verify/,
    )
    await page.context().close()
  })

  it('breaks a long name before a capital, not within a word', async () => {
    const { page } = await open('failing', { viewport: { width: 390, height: 844 } })
    const title = page.locator('.cause h3', { hasText: 'verifyPlatformExternalAccountOwnership' }).first()
    assert.match(await title.innerHTML(), /verify<wbr>Platform<wbr>External<wbr>Account<wbr>Ownership/)
    await page.context().close()
  })

  it('filters by verdict and area, and goes back', async () => {
    const { page } = await open('failing')
    const all = await shownIds(page)
    assert.deepEqual(all, ['CNV-03', 'OWN-07', 'QUO-20', 'QUO-11', 'APR-02', 'ACT-04', 'OWN-09'])
    await page.getByRole('button', { name: 'failed 3' }).click()
    assert.deepEqual(await shownIds(page), ['CNV-03', 'OWN-07', 'QUO-20'])
    await page.getByRole('button', { name: 'flaky 1' }).click()
    assert.deepEqual(await shownIds(page), ['CNV-03', 'OWN-07', 'QUO-20', 'QUO-11'])
    await page.getByRole('combobox', { name: 'Area' }).selectOption('Cross-Currency Transfers')
    assert.deepEqual(await shownIds(page), ['QUO-20', 'QUO-11'])
    const amounts = page.locator('.chips .amount')
    assert.deepEqual(await amounts.allTextContents(), ['1', '1', '0', '0', '1', '0', '0'])
    assert.equal(await page.locator('#shown-count').textContent(), '2 of 17 shown')
    assert.equal(await page.locator('section.area:visible').count(), 1)
    await page.getByRole('button', { name: 'Reset' }).click()
    assert.deepEqual(await shownIds(page), all)
    assert.equal(await page.locator('#shown-count').textContent(), '17 shown')
    assert.deepEqual(await amounts.allTextContents(), ['3', '1', '2', '1', '6', '3', '1'])
    await page.context().close()
  })

  it('lists what did not pass by impact with its reason, and the rest one click away', async () => {
    const { page } = await open('failing')
    assert.match(
      (await requirement(page, 'OWN-07').locator('.one-line').textContent()) ?? '',
      /expected an error 400, found 200/,
    )
    const held = page.locator('details.held')
    assert.equal(await held.locator('> summary').innerText(), '6 passed, 3 not applicable, 1 not specified')
    await held.locator('> summary').click()
    assert.equal((await shownIds(page)).length, 17)
    await page.context().close()
  })

  it('keeps the filter when it is loaded again', async () => {
    const { page } = await open('failing')
    await page.getByRole('button', { name: 'failed 3' }).click()
    await page.getByLabel('Search').fill('QUO')
    await page.getByRole('combobox', { name: 'Area' }).selectOption('Cross-Currency Transfers')
    await page.reload()
    await page.locator('html.searchable').waitFor({ state: 'attached' })
    assert.deepEqual(await shownIds(page), ['QUO-20'])
    assert.equal(await page.getByLabel('Search').inputValue(), 'QUO')
    assert.equal(await page.getByRole('button', { name: 'failed 1' }).getAttribute('aria-pressed'), 'true')
    await page.context().close()
  })

  it('shows the requirements of an area of the first screen', async () => {
    const { page } = await open('failing')
    await page.locator('.tile', { hasText: 'External Accounts' }).click()
    assert.deepEqual(new Set((await shownIds(page)).map((id) => id.slice(0, 3))), new Set(['OWN']))
    assert.equal((await shownIds(page))[0], 'OWN-07')
    await page.context().close()
  })

  it('shows the requirements behind a total', async () => {
    const { page } = await open('failing')
    await page.locator('.totals a', { hasText: 'blocked' }).click()
    assert.deepEqual(await shownIds(page), ['APR-02', 'ACT-04'])
    await page.context().close()
  })

  it('searches ids, statements, reasons and operations', async () => {
    const { page } = await open('failing')
    const found = async (words: string) => {
      await page.getByLabel('Search').fill(words)
      return shownIds(page)
    }
    assert.deepEqual(await found('own-07'), ['OWN-07'])
    assert.deepEqual(await found('81 CHARACTERS'), ['QUO-20'])
    assert.deepEqual(await found('two quotes were created'), ['QUO-11'])
    assert.deepEqual(await found('listAgentActions'), ['ACT-04', 'ACT-01'])
    assert.deepEqual(await found('no such thing'), [])
    assert.ok(await page.getByText('No requirement matches.').isVisible())
    await page.context().close()
  })

  it('opens the evidence of a failing requirement: request, response, command', async () => {
    const { page, offences } = await open('failing')
    const row = requirement(page, 'OWN-07')
    await row.locator('> summary').click()
    assert.match(await row.locator('.why .expected').innerText(), /an error 400/)
    assert.match(
      (await row.locator('.why .seen del').allTextContents()).join(' '),
      /200: the account is ACTIVE/,
    )
    const guilty = row.locator('details.exchange.guilty')
    assert.match((await guilty.locator('> summary').textContent()) ?? '', /violates OWN-07/)
    assert.deepEqual(await guilty.locator('mark').allTextContents(), ['HTTP 200'])
    const last = row.locator('details.exchange').last()
    await last.locator('> summary').click()
    assert.match(
      await last.getByRole('group', { name: 'Request' }).innerText(),
      /^GET https:\/\/sandbox\.example/,
    )
    const response = last.getByRole('group', { name: 'Response' })
    assert.match(await response.innerText(), /HTTP 200[^]*"status": "ACTIVE"/)
    assert.match(
      (await response.locator('mark.other').allTextContents()).join('\n'),
      /"id": "ExternalAccount:/,
    )
    assert.match(
      await last.getByRole('group', { name: 'Send it again' }).innerText(),
      /^curl [^]*-u "\$PLATFORM_CLIENT_ID:\$PLATFORM_CLIENT_SECRET"/,
    )
    assert.deepEqual(offences, [])
    await page.context().close()
  })

  it('renders the evidence of a passing requirement when it is opened', async () => {
    const { page, offences } = await open('failing')
    const row = requirement(page, 'ACT-01')
    assert.equal(await row.locator('details.exchange').count(), 0)
    await page.locator('details.held > summary').click()
    await row.locator('> summary').click()
    await row.locator('details.exchange > summary').click()
    assert.match(await row.getByRole('group', { name: 'Response' }).innerText(), /"hasMore": false/)
    assert.match(
      await row.getByRole('group', { name: 'Send it again' }).innerText(),
      /Authorization: Bearer \$ACCESS_TOKEN/,
    )
    assert.deepEqual(offences, [])
    await page.context().close()
  })

  it('copies the command', async () => {
    const { page } = await open('failing#OWN-07')
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => void (document.title = text) },
      })
    })
    const copy = requirement(page, 'OWN-07').locator('details.exchange[open] button.copy')
    // On a busy machine the page is still laid out when it is clicked.
    await expect(async () => {
      await copy.click()
      assert.match(await page.title(), /^curl -sS/)
    }).toPass({ timeout: 30_000 })
    await page.context().close()
  })

  it('follows a permalink, even past a filter', async () => {
    const { page } = await open('failing#OWN-07')
    assert.ok(await requirement(page, 'OWN-07').locator('.body').isVisible())
    await page.getByLabel('Search').fill('QUO-03')
    await page.evaluate(() => (location.hash = '#ACT-01'))
    await requirement(page, 'ACT-01').locator('.body').waitFor({ state: 'visible' })
    await page.context().close()
  })

  for (const width of [390, 1280])
    for (const reducedMotion of ['reduce', 'no-preference'] as const)
      it(`lands exactly where a permalink points: ${width} px, motion ${reducedMotion}`, async () => {
        for (const id of ['QUO-20', 'OWN-02']) {
          const { page } = await open(`failing#${id}`, { viewport: { width, height: 800 }, reducedMotion })
          const row = requirement(page, id)
          await row.locator('.body').waitFor({ state: 'visible' })
          const distance = () =>
            row.evaluate((one) => {
              const margin = Number.parseFloat(getComputedStyle(one).scrollMarginTop)
              const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
              return Math.abs(one.getBoundingClientRect().top - margin - padding)
            })
          // A smooth scroll takes its time.
          const deadline = Date.now() + 10_000
          while ((await distance()) > 2 && Date.now() < deadline) await page.waitForTimeout(100)
          assert.ok((await distance()) <= 2, `${id} is ${await distance()} px off`)
          await page.context().close()
        }
      })

  for (const width of [760, 900, 1280])
    it(`does not cover a row that is jumped to with the toolbar, at ${width} px`, async () => {
      const { page } = await open('failing', { viewport: { width, height: 700 } })
      for (const id of ['OWN-02', 'QUO-20']) {
        await page.evaluate((to) => (location.hash = `#${to}`), id)
        await requirement(page, id).locator('.body').waitFor({ state: 'visible' })
        await expect(async () => {
          const row = await requirement(page, id).boundingBox()
          const toolbar = await page.locator('.toolbar').boundingBox()
          const gap = row!.y - (toolbar!.y + toolbar!.height)
          assert.ok(gap >= 0 && gap < 20, `${id} is ${gap} px below the toolbar`)
        }).toPass({ timeout: 10_000 })
      }
      await page.context().close()
    })

  it('jumps without a scroll in between', async () => {
    const { page } = await open('failing', { reducedMotion: 'no-preference' })
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), 'auto')
    await page.context().close()
  })

  it('opens a card alone, and wraps its command', async () => {
    const { page } = await open('failing')
    const heights = () =>
      page.locator('.cause').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    const before = await heights()
    await page.locator('.cause > details > summary').nth(1).click()
    const after = await heights()
    assert.ok(after[1]! > before[1]!)
    assert.deepEqual(after.with(1, 0), before.with(1, 0))
    const command = page.locator('.cause').nth(1).locator('.then code')
    assert.equal(await command.evaluate((code) => code.scrollWidth - code.clientWidth), 0)
    assert.equal(await command.evaluate((code) => getComputedStyle(code).whiteSpace), 'normal')
    await page.context().close()
  })

  it('scrolls a long response to its violation', async () => {
    const { page } = await open('longList#AGA-10/AGA-10-1a2b3c.1.2')
    const mark = page.locator('details.exchange[open] .pane mark').first()
    await mark.waitFor({ state: 'visible' })
    await expect(async () => {
      const pane = (await page.locator('details.exchange[open] .pane:has(mark) pre').boundingBox())!
      const place = (await mark.boundingBox())!
      assert.ok(place.y > pane.y && place.y + place.height < pane.y + pane.height, `${place.y} in ${pane.y}`)
    }).toPass({ timeout: 10_000 })
    await page.context().close()
  })

  it('is used by keyboard alone', async () => {
    const { page } = await open('failing')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').textContent(), 'Skip to the requirements')
    await page.keyboard.press('/')
    await page.keyboard.type('OWN-07')
    assert.deepEqual(await shownIds(page), ['OWN-07'])
    await requirement(page, 'OWN-07').locator('> summary').focus()
    await page.keyboard.press('Enter')
    assert.ok(await requirement(page, 'OWN-07').locator('.body').isVisible())
    await page.context().close()
  })

  it('shows every response as plain text', async () => {
    const { page, offences } = await open('failing#QUO-20')
    await openAll(page)
    const response = requirement(page, 'QUO-20').getByRole('group', { name: 'Response' }).first()
    assert.match(
      (await response.textContent()) ?? '',
      /<\/script><script>alert\(1\)<\/script><img src=x onerror=alert\(2\)>/,
    )
    assert.match((await response.textContent()) ?? '', /U\+202E/)
    assert.equal(await page.locator('img').count(), 0)
    assert.deepEqual(offences, [])
    await page.context().close()
  })

  it('is readable without script: verdict, statements, and the evidence of failures', async () => {
    const { page, offences } = await open('failing', { javaScriptEnabled: false })
    assert.equal(await page.locator('h1').innerText(), 'Not conformant')
    assert.equal(await page.locator('details.requirement').count(), 17)
    assert.ok(await page.locator('noscript p').isVisible())
    assert.ok(await page.locator('.toolbar').isHidden())
    await requirement(page, 'OWN-07').locator('> summary').click()
    const response = requirement(page, 'OWN-07').getByRole('group', { name: 'Response' }).last()
    assert.match(await response.innerText(), /"status": "ACTIVE"/)
    await page.locator('details.held > summary').click()
    await requirement(page, 'ACT-01').locator('> summary').click()
    assert.match(
      await requirement(page, 'ACT-01').innerText(),
      /The default page holds 20 actions[^]*Endpoints 1, responses row 400/,
    )
    assert.deepEqual(offences, [])
    await page.context().close()
  })

  it('shows the uncompressed part when a browser cannot inflate the rest', async () => {
    const { page, offences } = await openReport(browser, addressOf('failing#ACT-01'), {}, (fresh) =>
      fresh.addInitScript('delete globalThis.DecompressionStream'),
    )
    assert.match(await requirement(page, 'ACT-01').innerText(), /The default page holds 20 actions/)
    await page.getByLabel('Search').fill('OWN-07')
    assert.deepEqual(await shownIds(page), ['OWN-07'])
    assert.deepEqual(offences, [])
    await page.context().close()
  })

  it('draws the sequence of requests, and opens each exchange', async () => {
    const { page } = await open('failing#OWN-07')
    const sequence = requirement(page, 'OWN-07').locator('.sequence')
    assert.deepEqual(await sequence.locator('.actors span').allTextContents(), [
      'Provider states',
      'Harness',
      'Platform',
      'Deployment',
    ])
    const setUp = sequence.locator('details.exchange').first()
    assert.match(
      (await setUp.locator('summary').textContent()) ?? '',
      /^Harness to Provider states: setup wallet-challenge 200 12 ms$/,
    )
    const lanes = await sequence
      .locator('.hop')
      .evaluateAll((hops) => hops.map((hop) => Math.round(hop.getBoundingClientRect().left)))
    assert.ok(lanes[0]! < lanes[1]!, 'what is asked of the deployment stands to the right of set-ups')
    await page.context().close()
  })

  it('draws the state tables, with observed and unobserved transitions', async () => {
    const { page } = await open('failing')
    const action = page.locator('.state-table', { hasText: 'Agent action' })
    assert.match(
      (await action.locator('h4').textContent()) ?? '',
      /3 of 4 states, 2 of 4 transitions of the table seen/,
    )
    assert.deepEqual(await action.locator('svg:visible .state.unseen').allTextContents(), ['FAILED'])
    assert.equal(await action.locator('svg:visible .move.seen').count(), 2)
    assert.equal(await action.locator('svg:visible .move.unseen').count(), 2)
    await action.locator('summary').click()
    assert.deepEqual(await action.locator('tbody td:last-child').allTextContents(), [
      '6',
      '4',
      'never',
      'never',
    ])
    await page.context().close()
  })

  it('draws state tables and profiles within the width of a phone', async () => {
    const { page } = await open('detailed', { viewport: { width: 390, height: 844 } })
    const drawings = page.locator('.state-table > .scroll')
    assert.ok((await drawings.count()) > 1)
    for (const drawing of await drawings.all()) {
      assert.equal(await drawing.locator('svg:visible').count(), 1)
      assert.equal(await drawing.evaluate((box) => box.scrollWidth - box.clientWidth), 0)
      const sizes = await drawing
        .locator('svg:visible text')
        .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height))
      assert.ok(
        sizes.every((size) => size >= 9),
        sizes.join(' '),
      )
    }
    const profiles = page.locator('#profiles .scroll')
    assert.equal(await profiles.evaluate((box) => box.scrollWidth - box.clientWidth), 0)
    assert.match(await profiles.innerText(), /OWN-07 \(cause 2\)/)
    const row = profiles.locator('[data-profile="cross-currency.extended"]')
    assert.ok((await row.boundingBox())!.height < 80)
    await page.context().close()
  })

  it('shows how long each operation took', async () => {
    const { page } = await open('failing')
    const rows = page.locator('.timing tbody tr')
    assert.deepEqual(await rows.locator('th').allTextContents(), [
      'verifyPlatformExternalAccountOwnership',
      'listAgentActions',
      'getPlatformExternalAccount',
    ])
    assert.deepEqual(await rows.first().locator('td.number').allTextContents(), [
      '3',
      '12 ms',
      '12 ms',
      '12 ms',
    ])
    assert.equal(await rows.locator('path.median').count(), 3)
    await page.context().close()
  })

  it('opens everything that did not pass when it is printed', async () => {
    const { page } = await open('failing')
    await page.emulateMedia({ media: 'print' })
    assert.ok(await requirement(page, 'OWN-07').getByText('Where to fix it').isVisible())
    assert.ok(await page.locator('.toolbar').isHidden())
    const pdf = await page.pdf({ format: 'A4' })
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    await page.context().close()
  })
})
