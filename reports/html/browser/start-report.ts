/** What the report does in the reader's browser, if script runs. */
import { startFilter } from './filter-rows.ts'
import { readDetails, renderOpened } from './render-details.ts'

/** Starts everything; called once, at the end of the page. */
export function startReport(): void {
  document.documentElement.classList.add('scripted')
  const rows = [...document.querySelectorAll<HTMLDetailsElement>('details.requirement')]
  const details = readDetails()
  renderOpened(details)
  const showAll = startFilter(rows, details)
  foldCauses()
  copyOnClick()
  focusSearchOnSlash()
  const follow = () => followPermalink(showAll)
  addEventListener('hashchange', follow)
  follow()
}

/** On a narrow screen a cause is its headline, and the rest on tap: the first screen shows several. */
export function foldCauses(): void {
  const narrow = matchMedia('(max-width: 44rem)')
  const fold = () => {
    for (const cause of document.querySelectorAll<HTMLDetailsElement>('.cause > details'))
      cause.open = !narrow.matches
  }
  narrow.addEventListener('change', fold)
  fold()
}

export function copyOnClick(): void {
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

/** #OWN-07 opens OWN-07, whatever the filter hides. */
export function followPermalink(showAll: () => void): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const held = target?.closest<HTMLDetailsElement>('details.held')
  if (held) held.open = true
  const row = target?.closest<HTMLDetailsElement>('details.requirement')
  if (!row) return
  if (row.hidden) showAll()
  row.open = true
  // A smooth scroll would aim at where the row was: rows that come into sight get another height than was estimated.
  const arrive = () => row.scrollIntoView({ behavior: 'instant' })
  arrive()
  requestAnimationFrame(() => requestAnimationFrame(arrive))
}

/** A new press of '/' goes to the search, as on most pages with one. */
export function focusSearchOnSlash(): void {
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    document.querySelector<HTMLInputElement>('#search')?.focus()
  })
}
