import type { VNode } from 'preact'
import { commandOfCause, type Commands } from '../commands.ts'
import type { Cause, Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { anchorOfCause, ruleLine } from '../rule-of-cause.ts'
import { FIX_IN_WORDS, count, notHeld, VERDICT_WORDS } from '../verdict-words.ts'
import { escapeMarkup } from './exchange-markup.ts'
import { html } from './html.ts'
import { mark } from './marks.ts'
import { tickedMarkup, wholeWords } from './requirement-markup.ts'

const CAUSES_SHOWN = 12
/** A page of hundreds of causes would be long to load, and nobody reads them all. */
const CAUSES_IN_PAGE = 60
const IDS_SHOWN = 8

/** The causes, a card each, the worst first. */
export function nextSteps(conformance: Conformance): VNode {
  const { causes, commands, requirements } = conformance
  const open = notHeld(conformance)
  const more = causes.slice(CAUSES_SHOWN, CAUSES_IN_PAGE)
  const left = causes.length - CAUSES_IN_PAGE
  return html`<section class="next" aria-labelledby="next">
    <h2 id="next">What to correct</h2>
    ${open.length === 0 && nothingOpen(conformance)}
    ${causes.length > 0 && cards(causes.slice(0, CAUSES_SHOWN), requirements)}
    ${
      more.length > 0 &&
      html`<details>
        <summary>${count(causes.length - CAUSES_SHOWN, 'more cause')}</summary>
        ${cards(more, requirements)}
        ${left > 0 && html`<p>${count(left, 'more cause')} in conformance.json.</p>`}
      </details>`
    }
    ${open.length > 0 && commands && again(open, commands)}
  </section>`
}

const cards = (causes: readonly Cause[], results: readonly RequirementResult[]): VNode =>
  html`<ol class="cards">
    ${causes.map((cause) => causeCard(cause, ruleLine(cause, results)))}
  </ol>`

/** What is wrong, the rule, where to fix it, what that resolves, and the requirements with their evidence. */
function causeCard(
  { id, title, verdict, fixIn, address, next, requirements, resolves }: Cause,
  rule: string | undefined,
): VNode {
  const left = requirements.length - IDS_SHOWN
  const place = `Fix in ${FIX_IN_WORDS[fixIn]}`
  const effect = ` · resolves ${count(resolves, 'requirement')}`
  return html`<li class=${`cause v-${verdict}`} id=${anchorOfCause(id)}>
    <details open>
      <summary>
        <h3>
          ${mark(verdict)} <span dangerouslySetInnerHTML=${{ __html: tickedMarkup(printable(title)) }} />
        </h3>
        ${rule !== undefined && html`<span class="rule">${printable(rule)}</span>`}
      </summary>
      <p class="fix">
        ${place}${address !== undefined && html` (<code>${printable(address)}</code>)`}${effect}
      </p>
      ${nextStep(next)}
      <p>
        Open: ${requirements.slice(0, IDS_SHOWN).map((one) => html` <a href=${`#${one}`}>${one}</a>`)}
        ${left > 0 && html` and ${left} more below`}
      </p>
    </details>
  </li>`
}

/** The command is long, and nobody reads it: it takes one line, and the rest shows where it is selected. */
function nextStep(next: string): VNode {
  const [, text = next, command] = /^(.*) Then run `([^`]+)`\.$/s.exec(next) ?? []
  return html`<p dangerouslySetInnerHTML=${{ __html: tickedMarkup(printable(text)) }} />
    ${
      command !== undefined &&
      html`<p class="copies then">
        Then run <code tabindex="0">${printable(command)}</code>
        <button type="button" class="copy">Copy</button>
      </p>`
    }`
}

function nothingOpen({ complete, totals }: Conformance): VNode {
  if (!complete) return html`<p>Remove what cut the run off, and run it again.</p>`
  const left = (['not-specified', 'not-applicable'] as const).flatMap((verdict) =>
    totals[verdict] === 0 ? [] : [`${totals[verdict]} ${VERDICT_WORDS[verdict]}`],
  )
  return html`<p>
    Nothing to correct.
    ${left.length > 0 && html` The list below also names requirements without a verdict: ${left.join(', ')}.`}
  </p>`
}

function again(open: readonly RequirementResult[], commands: Commands): VNode {
  const areas = new Map(open.map(({ id, area }) => [id, area]))
  const command = commandOfCause(commands, [...areas.keys()], (id) => areas.get(id)!)
  return html`<div class="copies again">
    <p>${command === commands.run ? 'Judge all again:' : 'Judge only these again:'}</p>
    <code dangerouslySetInnerHTML=${{ __html: wholeWords(escapeMarkup(command)) }} />
    <button type="button" class="copy">Copy</button>
  </div>`
}
