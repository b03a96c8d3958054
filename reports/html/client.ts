/**
 * What the report does in the reader's browser, if script runs: filter, search, permalinks, and evidence rendered as
 * it is opened. Its source text is put into the page together with `exchange-markup.ts`; it may use that and nothing
 * else.
 */
import type { Exchange } from '../conformance.ts'
import { exchangeDetails, exchangeSummary, shown } from './exchange-markup.ts'

/**
 * Starts everything; called once, at the end of the page.
 *
 * @param packedTogether exchanges in one pack of evidence
 */
export function startReport(packedTogether: number): void {
  document.documentElement.classList.add('scripted')
  const rows = [...document.querySelectorAll<HTMLDetailsElement>('details.requirement')]
  const texts = new Map(rows.map((row) => [row, (row.textContent ?? '').toLowerCase()]))

  type Pack = Readonly<Record<string, Exchange>>
  const packs = new Map<number, Promise<Pack>>()

  const unpacked = async (pack: number): Promise<Pack> => {
    const text = document.getElementById(`evidence-${pack}`)?.textContent
    if (!text) return {}
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return (await new Response(inflated).json()) as Pack
  }

  const exchangeAt = async (index: string): Promise<Exchange | undefined> => {
    const pack = Math.floor(Number(index) / packedTogether)
    const known = packs.get(pack) ?? unpacked(pack)
    packs.set(pack, known)
    return (await known)[index]
  }

  /** Fills the places of a requirement whose evidence was not rendered ahead. */
  const renderEvidence = async (row: Element): Promise<void> => {
    for (const place of row.querySelectorAll<HTMLElement>('[data-exchanges]')) {
      const indexes = (place.dataset.exchanges ?? '').split(' ').filter((index) => index !== '')
      delete place.dataset.exchanges
      const exchanges = await Promise.all(indexes.map(exchangeAt))
      place.innerHTML = exchanges
        .map((exchange, at) =>
          exchange
            ? `<details class="exchange" data-exchange="${shown(indexes[at] ?? '')}"><summary>${exchangeSummary(exchange)}</summary><div class="wire"></div></details>`
            : '',
        )
        .join('')
    }
  }

  const renderExchange = async (details: HTMLElement): Promise<void> => {
    const index = details.dataset.exchange ?? ''
    delete details.dataset.exchange
    const exchange = await exchangeAt(index)
    const wire = details.querySelector('.wire')
    if (exchange && wire) wire.innerHTML = exchangeDetails(exchange)
  }

  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return
      if (target.matches('.requirement, .disagreement')) void renderEvidence(target)
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

  const filter = (): void => {
    const words = (search?.value ?? '').toLowerCase().split(/\s+/)
    const verdicts = chips
      .filter((chip) => chip.getAttribute('aria-pressed') === 'true')
      .map((chip) => chip.dataset.verdict)
    let visible = 0
    for (const row of rows) {
      const text = texts.get(row) ?? ''
      row.hidden =
        (verdicts.length > 0 && !verdicts.includes(row.dataset.verdict)) ||
        (area !== null && area.value !== '' && area.value !== row.dataset.area) ||
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

  /** #OWN-07 opens OWN-07, whatever the filter hides. */
  const follow = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const row = target?.closest<HTMLDetailsElement>('details.requirement')
    if (!row) return
    if (row.hidden) reset()
    row.open = true
    row.scrollIntoView()
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
