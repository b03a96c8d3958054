/** Details and evidence, rendered as they are opened. */
import { exchangeDetails, sequenceMarkup, escapeMarkup } from '../exchange-markup.ts'
import { detailsMarkup, type RequirementDetails } from '../requirement-markup.ts'
import { openExchanges, unpackValue, type PackedExchanges } from './packed-values.ts'

/** By the id of the requirement. */
export type KnownDetails = ReadonlyMap<string, RequirementDetails>

export const idOf = (row: Element): string => row.querySelector('.body')?.id ?? ''

/** Requirements as data in the page. */
export const readDetails = (): Promise<KnownDetails> =>
  unpackValue<readonly RequirementDetails[]>('requirement-details').then(
    (all) => new Map((all ?? []).map((one) => [one.id, one])),
  )

/** Renders opened elements. */
export function renderOpened(details: Promise<KnownDetails>): void {
  const exchanges = openExchanges()
  const rendered = new Set<Element>()
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return
      if (target.matches('.requirement, .disagreement'))
        void renderRequirement(target, details, exchanges, rendered).then(() =>
          // An element that is rendered open need not say that it was opened.
          target.querySelectorAll('.exchange[open]').forEach(showMarks),
        )
      if (target.dataset.exchange !== undefined)
        void renderExchange(target, exchanges).then(() => showMarks(target))
      else if (target.matches('.exchange')) showMarks(target)
    },
    true,
  )
}

/** Scrolls a long request or response to its first violation, as soon as the browser has measured it. */
function showMarks(exchange: Element): void {
  const measured = new ResizeObserver((panes) => {
    for (const { target: pane } of panes) {
      if (pane.clientHeight === 0) continue
      measured.unobserve(pane)
      const mark = pane.querySelector('mark:not(.other)') ?? pane.querySelector('mark')
      const below = mark
        ? mark.getBoundingClientRect().bottom - pane.getBoundingClientRect().top - pane.clientHeight
        : 0
      if (below > 0) pane.scrollTop += below + pane.clientHeight / 2
    }
  })
  for (const pane of exchange.querySelectorAll('.pane pre')) measured.observe(pane)
}

/** Adds the details and the evidence of a requirement that the page shows only with title and verdict. */
export async function renderRequirement(
  row: Element,
  details: Promise<KnownDetails>,
  exchanges: PackedExchanges,
  rendered: Set<Element>,
): Promise<void> {
  const own = (await details).get(idOf(row))
  if (own && !rendered.has(row))
    row.querySelector('.body')?.insertAdjacentHTML('beforeend', detailsMarkup(own))
  rendered.add(row)
  for (const place of row.querySelectorAll<HTMLElement>('[data-exchanges]')) {
    const indexes = (place.dataset.exchanges ?? '').split(' ').filter((index) => index !== '')
    const all = await exchanges.lines()
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

/** Adds the content of an exchange that the page shows only as a line. */
export async function renderExchange(place: HTMLElement, exchanges: PackedExchanges): Promise<void> {
  const index = Number(place.dataset.exchange)
  const exchange = await exchanges.at(index)
  const id = (await exchanges.lines())[index]?.id ?? ''
  const wire = place.querySelector('.wire')
  if (wire) {
    wire.innerHTML = exchange
      ? exchangeDetails(exchange, idOf(place.closest('.requirement') ?? place))
      : `<p class="aside">Omitted from this page to keep it small. See the line of exchanges.jsonl with the id <code>${escapeMarkup(id)}</code>.</p>`
  }
  delete place.dataset.exchange
}
