/**
 * What the report does in the reader's browser, if script runs: filter, search, permalinks, and details and evidence
 * rendered as they are opened. Its source text is put into the page together with the functions that `client-script.ts`
 * names; it may use those and nothing else.
 */
import type { Exchange } from '../conformance.ts'
import type { PackedExchange, WaitingLine } from './evidence.ts'
import { exchangeDetails, sequenceMarkup, shown } from './exchange-markup.ts'
import { bytesOf } from './packed-text.ts'
import { detailsMarkup, type RequirementDetails } from './requirement-markup.ts'

/** Starts everything; called once, at the end of the page. */
export function startReport(): void {
  document.documentElement.classList.add('scripted')
  const rows = [...document.querySelectorAll<HTMLDetailsElement>('details.requirement')]
  const texts = new Map(rows.map((row) => [row, (row.textContent ?? '').toLowerCase()]))

  const unpacked = async <Value>(id: string): Promise<Value | undefined> => {
    const text = document.getElementById(id)?.textContent
    // A browser that cannot inflate shows what stands in the page.
    if (!text || !('DecompressionStream' in globalThis)) return undefined
    const inflated = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return (await new Response(inflated).json()) as Value
  }
  const packs = new Map<number, Promise<Readonly<Record<string, PackedExchange>> | undefined>>()
  let lines: Promise<readonly WaitingLine[]> | undefined
  const linesOfExchanges = () =>
    (lines ??= unpacked<readonly WaitingLine[]>('exchange-lines').then((all) => all ?? []))

  const exchangeAt = async (index: string): Promise<Exchange | undefined> => {
    const line = (await linesOfExchanges())[Number(index)]
    if (line?.pack === undefined) return undefined
    const pack = packs.get(line.pack) ?? unpacked(`exchanges-${line.pack}`)
    packs.set(line.pack, pack)
    const kept = (await pack)?.[index]
    if (!kept) return undefined
    const { method, url, headers, body, ...rest } = kept
    return {
      id: line.id,
      check: '',
      kind: 'contract',
      durationMs: line.ms,
      request: { method, url, headers, ...(body === undefined ? {} : { body }) },
      findings: [],
      ...rest,
    }
  }

  const details = unpacked<readonly RequirementDetails[]>('requirement-details').then(
    (all) => new Map((all ?? []).map((one) => [one.id, one])),
  )
  const rendered = new Set<Element>()
  const idOf = (row: Element) => row.querySelector('.body')?.id ?? ''

  /** Fills a requirement of which the page had no more than statement and verdict, then its evidence. */
  const renderRequirement = async (row: Element): Promise<void> => {
    const known = await details
    const own = known.get(idOf(row))
    if (own && !rendered.has(row))
      row.querySelector('.body')?.insertAdjacentHTML('beforeend', detailsMarkup(own))
    rendered.add(row)
    for (const place of row.querySelectorAll<HTMLElement>('[data-exchanges]')) {
      const indexes = (place.dataset.exchanges ?? '').split(' ').filter((index) => index !== '')
      const all = await linesOfExchanges()
      delete place.dataset.exchanges
      if (all.length === 0) continue
      place.innerHTML = sequenceMarkup(
        indexes.flatMap((index) => {
          const line = all[Number(index)]
          return line ? [{ line, index: Number(index) }] : []
        }),
        idOf(row),
      )
    }
  }

  const renderExchange = async (place: HTMLElement): Promise<void> => {
    const index = place.dataset.exchange ?? ''
    const exchange = await exchangeAt(index)
    const id = (await linesOfExchanges())[Number(index)]?.id ?? ''
    const wire = place.querySelector('.wire')
    if (wire) {
      wire.innerHTML = exchange
        ? exchangeDetails(exchange, idOf(place.closest('.requirement') ?? place))
        : `<p class="aside">Omitted from this page to keep it small. See the line of exchanges.jsonl with the id <code>${shown(id)}</code>.</p>`
    }
    delete place.dataset.exchange
  }

  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return
      if (target.matches('.requirement, .disagreement')) void renderRequirement(target)
      if (target.dataset.exchange !== undefined) void renderExchange(target)
    },
    true,
  )

  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null
    const text = button?.closest('.copies, .pane')?.querySelector('pre, code')?.textContent
    if (!button || !text) return
    navigator.clipboard.writeText(text).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Select and copy'),
    )
  })

  const search = document.querySelector<HTMLInputElement>('#search')
  const area = document.querySelector<HTMLSelectElement>('#area')
  const count = document.querySelector('#shown-count')
  const chips = [...document.querySelectorAll<HTMLButtonElement>('button[data-verdict]')]

  const areas = new Map(rows.map((row) => [row, row.closest<HTMLElement>('section.area')?.dataset.area]))

  const filter = (): void => {
    const words = (search?.value ?? '').toLowerCase().split(/\s+/)
    const verdicts = chips
      .filter((chip) => chip.getAttribute('aria-pressed') === 'true')
      .map((chip) => `v-${chip.dataset.verdict}`)
    let visible = 0
    for (const row of rows) {
      const text = texts.get(row) ?? ''
      row.hidden =
        (verdicts.length > 0 && !verdicts.some((verdict) => row.classList.contains(verdict))) ||
        (area !== null && area.value !== '' && area.value !== areas.get(row)) ||
        !words.every((word) => text.includes(word))
      if (!row.hidden) visible += 1
    }
    for (const section of document.querySelectorAll<HTMLElement>('section.area')) {
      section.hidden = !section.querySelector('details.requirement:not([hidden])')
    }
    if (count)
      count.textContent =
        visible === rows.length ? `${rows.length} shown` : `${visible} of ${rows.length} shown`
    document.querySelector('#none-shown')?.toggleAttribute('hidden', visible > 0)
  }

  const reset = (): void => {
    if (search) search.value = ''
    if (area) area.value = ''
    for (const chip of chips) chip.setAttribute('aria-pressed', 'false')
    filter()
  }

  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
      filter()
    })
  }
  search?.addEventListener('input', filter)
  area?.addEventListener('change', filter)
  document.querySelector('#reset')?.addEventListener('click', reset)

  // A total of the first screen shows its requirements and no others.
  for (const total of document.querySelectorAll<HTMLAnchorElement>('a[data-show]')) {
    total.addEventListener('click', () => {
      for (const chip of chips) {
        chip.setAttribute('aria-pressed', String(chip.dataset.verdict === total.dataset.show))
      }
      filter()
    })
  }

  /** Adds to what is searched what does not stand in the page: operations, and the titles of checks. */
  const searchDetails = async (): Promise<void> => {
    const known = await details
    for (const row of rows) {
      const own = known.get(idOf(row))
      const more = own ? [...own.operations, ...own.assumes, ...own.checks.map(({ title }) => title)] : []
      texts.set(row, `${texts.get(row) ?? ''} ${more.join(' ').toLowerCase()}`)
    }
    document.documentElement.classList.add('searchable')
    if (search?.value) filter()
  }
  void searchDetails()

  /** #OWN-07 opens OWN-07, whatever the filter hides. */
  const follow = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const row = target?.closest<HTMLDetailsElement>('details.requirement')
    if (!row) return
    if (row.hidden) reset()
    row.open = true
    row.scrollIntoView()
    // Rows out of sight have an estimated height; those above now have their own.
    requestAnimationFrame(() => requestAnimationFrame(() => row.scrollIntoView()))
  }
  addEventListener('hashchange', follow)
  follow()

  // A new press of '/' goes to the search, as on most pages with one.
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.matches('input, select, textarea')
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search?.focus()
  })
}
