import type { VNode } from 'preact'
import type { AreaResult, Conformance } from '../conformance.ts'
import { printable } from '../printable.ts'
import { amountOf } from '../verdict-words.ts'
import { VERDICTS, worstOf } from '../verdicts.ts'
import { html } from './html.ts'

/** A tile per claimed area, with its worst verdict. */
export function areaMap({ areas }: Conformance): VNode {
  const shown = areas.filter((area) => area.claimed && verdictsOf(area).length > 0)
  const silent = areas.filter((area) => area.claimed && verdictsOf(area).length === 0)
  const unclaimed = areas.filter(({ claimed }) => !claimed)
  return html`<section class="map" aria-labelledby="areas">
    <h2 id="areas">Areas <small>requirements by verdict</small></h2>
    <ul class="tiles">
      ${shown.map(tile)}
    </ul>
    ${unclaimed.length > 0 && html`<p class="aside">Not claimed by this deployment: ${titles(unclaimed)}.</p>`}
    ${silent.length > 0 && html`<p class="aside">Without a requirement in this run: ${titles(silent)}.</p>`}
  </section>`
}

function tile(area: AreaResult): VNode {
  const verdicts = verdictsOf(area)
  const told = verdicts.filter((verdict) => !LEFT_OPEN.has(verdict))
  const counts = (told.length > 0 ? told : verdicts)
    .map((verdict) => amountOf(verdict, area.totals[verdict]))
    .join(' · ')
  return html`<li>
    <a class=${`tile v-${worstOf(verdicts) ?? 'pass'}`} href="#requirements" data-show-area=${area.id}>
      <span class="title">${printable(area.title)}</span>
      <span class="bar" aria-hidden="true">
        ${verdicts.map(
          (verdict) => html`<i class=${`v-${verdict}`} style=${`flex-grow:${area.totals[verdict]}`}></i>`,
        )}
      </span>
      <span class="counts">${counts}</span>
    </a>
  </li>`
}

/** In words only if the area has no other verdict; the bar shows them otherwise. */
const LEFT_OPEN: ReadonlySet<string> = new Set(['not-applicable', 'not-specified'])
const verdictsOf = ({ totals }: AreaResult) => VERDICTS.filter((verdict) => totals[verdict] > 0)
const titles = (areas: readonly AreaResult[]) => areas.map(({ title }) => printable(title)).join(', ')
