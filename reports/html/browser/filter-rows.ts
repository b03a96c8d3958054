/** Which requirements are shown: by verdict, by area and by words. */
import { readFilter, writeFilter, type Filter } from './kept-filter.ts'
import { idOf, type KnownDetails } from './render-details.ts'

export interface Controls {
  readonly search: HTMLInputElement | null
  readonly area: HTMLSelectElement | null
  readonly chips: readonly HTMLButtonElement[]
}

type Rows = readonly HTMLDetailsElement[]
/** The searched text, in lower case. */
export type RowTexts = Map<HTMLDetailsElement, string>

/**
 * Filters with the controls, starting with the earlier filter of the tab.
 *
 * @returns shows all rows again
 */
export function startFilter(rows: Rows, details: Promise<KnownDetails>): () => void {
  const controls: Controls = {
    search: document.querySelector<HTMLInputElement>('#search'),
    area: document.querySelector<HTMLSelectElement>('#area'),
    chips: [...document.querySelectorAll<HTMLButtonElement>('button[data-verdict]')],
  }
  const texts: RowTexts = new Map(rows.map((row) => [row, (row.textContent ?? '').toLowerCase()]))
  const apply = (filter: Filter) => {
    showFilter(controls, filter)
    filterRows(rows, texts, filter)
    writeFilter(filter)
  }
  listenToControls(controls, apply)
  apply(readFilter())
  void searchDetails(rows, texts, details).then(() => filterRows(rows, texts, filterOf(controls)))
  return () => apply({ words: '', area: '', verdicts: [] })
}

/** The filter of the controls. */
export function filterOf({ search, area, chips }: Controls): Filter {
  return {
    words: search?.value ?? '',
    area: area?.value ?? '',
    verdicts: chips
      .filter((chip) => chip.getAttribute('aria-pressed') === 'true')
      .map((chip) => chip.dataset.verdict ?? ''),
  }
}

/** Sets the controls to a filter. */
export function showFilter(
  { search, area, chips }: Controls,
  { words, area: chosen, verdicts }: Filter,
): void {
  if (search && search.value !== words) search.value = words
  if (area) area.value = chosen
  for (const chip of chips)
    chip.setAttribute('aria-pressed', String(verdicts.includes(chip.dataset.verdict ?? '')))
}

export function listenToControls(controls: Controls, apply: (filter: Filter) => void): void {
  const { search, area, chips } = controls
  for (const chip of chips)
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
      apply(filterOf(controls))
    })
  search?.addEventListener('input', () => apply(filterOf(controls)))
  area?.addEventListener('change', () => apply(filterOf(controls)))
  const none: Filter = { words: '', area: '', verdicts: [] }
  document.querySelector('#reset')?.addEventListener('click', () => apply(none))
  // A click on a total or an area of the first screen shows only its requirements.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-show], a[data-show-area]'))
    link.addEventListener('click', () => {
      const { show, showArea } = link.dataset
      apply({ ...none, area: showArea ?? '', verdicts: show === undefined ? [] : [show] })
    })
}

/** Shows the rows of a filter, and their number. */
export function filterRows(rows: Rows, texts: RowTexts, { words, area, verdicts }: Filter): void {
  const wanted = words.toLowerCase().split(/\s+/)
  const amounts = new Map<string, number>()
  let visible = 0
  const options = document.querySelector<HTMLSelectElement>('#area')?.options
  for (const row of rows) {
    const text = texts.get(row) ?? ''
    // The place of its option; a row in the section of its area needs none.
    const place = row.dataset.area
    const ofRow =
      place === undefined
        ? row.closest<HTMLElement>('section.area')?.dataset.area
        : options?.[Number(place)]?.value
    const isOther = (area !== '' && area !== ofRow) || !wanted.every((word) => text.includes(word))
    const verdict = [...row.classList].find((name) => name.startsWith('v-'))?.slice('v-'.length) ?? ''
    if (!isOther) amounts.set(verdict, (amounts.get(verdict) ?? 0) + 1)
    row.hidden = isOther || (verdicts.length > 0 && !verdicts.includes(verdict))
    if (!row.hidden) visible += 1
  }
  countVerdicts(amounts)
  for (const part of document.querySelectorAll<HTMLElement>('section.area, details.held'))
    part.hidden = !part.querySelector('details.requirement:not([hidden])')
  const isFiltered = visible < rows.length
  const held = document.querySelector<HTMLDetailsElement>('details.held')
  if (held && isFiltered && !held.hidden) held.open = true
  const count = document.querySelector('#shown-count')
  if (count) count.textContent = `${isFiltered ? `${visible} of ${rows.length}` : rows.length} shown`
  document.querySelector('#none-shown')?.toggleAttribute('hidden', visible > 0)
}

/** The numbers of the verdicts are those of the area and the words. */
function countVerdicts(amounts: ReadonlyMap<string, number>): void {
  for (const chip of document.querySelectorAll<HTMLButtonElement>('button[data-verdict]')) {
    const amount = chip.querySelector('.amount')
    if (amount) amount.textContent = String(amounts.get(chip.dataset.verdict ?? '') ?? 0)
  }
}

/** Adds operations, titles of checks and packed reasons, which the page does not show, to the searched text. */
export async function searchDetails(
  rows: Rows,
  texts: RowTexts,
  details: Promise<KnownDetails>,
): Promise<void> {
  const known = await details
  for (const row of rows) {
    const own = known.get(idOf(row))
    const lead = own?.lead?.replaceAll(/<[^>]*>/g, '') ?? ''
    const more = own ? [...own.operations, ...own.assumes, ...own.checks.map(({ title }) => title), lead] : []
    texts.set(row, `${texts.get(row) ?? ''} ${more.join(' ').toLowerCase()}`)
  }
  document.documentElement.classList.add('searchable')
}
