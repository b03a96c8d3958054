/** The script of the report. */
import { startFilter } from './filter-rows.ts'
import { readDetails, renderOpened } from './render-details.ts'

function startReport(): void {
  document.documentElement.classList.add('scripted')
  const rows = [...document.querySelectorAll<HTMLDetailsElement>('details.requirement')]
  const details = readDetails()
  renderOpened(details)
  const showAll = startFilter(rows, details)
  foldCauses()
  copyOnClick()
  measureToolbar()
  focusSearchOnSlash()
  const follow = () => followPermalink(showAll)
  addEventListener('hashchange', follow)
  follow()
}

/** More cards would not fit on the first screen of a desk. */
const MAX_CAUSES_OPEN = 3

/** On a narrow screen, and of many causes, a card is its headline, and the rest on tap: the first screen shows them all. */
function foldCauses(): void {
  const narrow = matchMedia('(max-width: 44rem)')
  const causes = [...document.querySelectorAll<HTMLDetailsElement>('.cause > details')]
  const chosen = new Set<HTMLDetailsElement>()
  const fold = () => {
    for (const cause of causes)
      if (!chosen.has(cause)) cause.open = !narrow.matches && causes.length <= MAX_CAUSES_OPEN
  }
  // What the reader opened or closed stays so at another width. A key clicks the summary too.
  for (const cause of causes)
    cause.querySelector('summary')?.addEventListener('click', () => chosen.add(cause))
  narrow.addEventListener('change', fold)
  fold()
}

/** #cause-ID shows the whole card of that cause. */
function openCause(): void {
  const card = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest('.cause')
  const details = card?.querySelector('details')
  if (!card || !details) return
  details.open = true
  card.closest<HTMLDetailsElement>('.next > details')?.setAttribute('open', '')
  card.scrollIntoView({ behavior: 'instant' })
}

/** A row that is jumped to begins below the toolbar, whose height depends on the width of the page. */
function measureToolbar(): void {
  const toolbar = document.querySelector('.toolbar')
  if (!toolbar) return
  new ResizeObserver(() => {
    const isSticky = getComputedStyle(toolbar).position === 'sticky'
    const height = isSticky ? toolbar.getBoundingClientRect().height : 0
    document.documentElement.style.setProperty('--covered', `${Math.ceil(height)}px`)
  }).observe(toolbar)
}

function copyOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null
    const text = button?.closest('.copies, .pane')?.querySelector('pre, code')?.textContent
    if (!button || !text) return
    navigator.clipboard.writeText(text).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Select and copy'),
    )
  })
}

/** #OWN-07 opens OWN-07, with any filter, and #OWN-07/ID an exchange in it. */
function followPermalink(showAll: () => void): void {
  openCause()
  const [id = '', exchange] = decodeURIComponent(location.hash.slice(1)).split('/')
  const target = document.getElementById(id)
  const held = target?.closest<HTMLDetailsElement>('details.held')
  if (held) held.open = true
  const row = target?.closest<HTMLDetailsElement>('details.requirement')
  if (!row) return
  if (row.hidden) showAll()
  row.open = true
  arriveAt(row, SETTLING_FRAMES)
  if (exchange !== undefined) arriveAtExchange(row, exchange, RENDERING_FRAMES)
}

/** Frames in which the evidence of a row is unpacked. */
const RENDERING_FRAMES = 300

/** The exchanges of a row may be rendered after the row is opened. */
function arriveAtExchange(row: Element, id: string, frames: number): void {
  const shown = row.querySelector<HTMLDetailsElement>(`details.exchange[data-id="${CSS.escape(id)}"]`)
  if (shown) {
    shown.closest('details.folded')?.setAttribute('open', '')
    shown.open = true
    arriveAt(shown, 2 * SETTLING_FRAMES)
  } else if (frames > 0) requestAnimationFrame(() => arriveAtExchange(row, id, frames - 1))
}

/** Frames until the browser has measured the rows above. */
const SETTLING_FRAMES = 12

/**
 * Scrolls to a row in each of some frames: rows that come into sight get another height than was estimated, and a smooth
 * scroll would aim at the former place of the row.
 */
function arriveAt(row: Element, frames: number): void {
  row.scrollIntoView({ behavior: 'instant' })
  if (frames > 0) requestAnimationFrame(() => arriveAt(row, frames - 1))
}

/** '/' moves to the search, as on most pages with one. */
function focusSearchOnSlash(): void {
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    document.querySelector<HTMLInputElement>('#search')?.focus()
  })
}

startReport()
