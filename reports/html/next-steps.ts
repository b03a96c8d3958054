import type { VNode } from 'preact'
import { commandOnly, type Commands } from '../commands.ts'
import type { FixIn, Conformance, RequirementResult } from '../conformance.ts'
import { printable } from '../printable.ts'
import { FIX_IN_WORDS, count, notHeld } from '../verdict-words.ts'
import { html } from './html.ts'
import { mark } from './marks.ts'

const SHOWN_PER_PLACE = 4

const PLACES: readonly FixIn[] = ['implementation', 'deployment-file', 'environment', 'harness']

/** Where to fix what is open, and what to begin with. */
export function nextSteps(conformance: Conformance): VNode {
  const open = notHeld(conformance)
  return html`<section class="next" aria-labelledby="next">
    <h2 id="next">What to do next</h2>
    ${open.length === 0 ? nothingOpen(conformance) : PLACES.map((fixIn) => stepsFor(fixIn, open))}
    ${open.length > 0 && conformance.commands && again(open, conformance.commands)}
  </section>`
}

function nothingOpen({ complete, totals }: Conformance): VNode {
  if (!complete) return html`<p>Remove what cut the run off, and run it again.</p>`
  const left = totals['not-applicable'] + totals['not-specified']
  return html`<p>
    Nothing is open.
    ${left > 0 && html` ${count(left, 'requirement')} did not apply or ${left === 1 ? 'is' : 'are'} left open by the contract; the list below names ${left === 1 ? 'it' : 'them'}.`}
  </p>`
}

function stepsFor(fixIn: FixIn, open: readonly RequirementResult[]): VNode | undefined {
  const results = open.filter((result) => result.fixIn === fixIn)
  if (results.length === 0) return undefined
  const more = results.length - SHOWN_PER_PLACE
  return html`<div class="place">
    <h3>Fix in ${FIX_IN_WORDS[fixIn]} <span class="amount">${results.length}</span></h3>
    <ul>
      ${results.slice(0, SHOWN_PER_PLACE).map(
        ({ id, verdict, title }) =>
          html`<li class=${`v-${verdict}`}>
            ${mark(verdict)}<span><a href=${`#${id}`}>${id}</a> ${printable(title)}</span>
          </li>`,
      )}
    </ul>
    ${more > 0 && html`<p class="aside">and ${more} more below</p>`}
  </div>`
}

function again(open: readonly RequirementResult[], commands: Commands): VNode {
  const ids = open.map(({ id }) => id)
  const command = commandOnly(commands, ids.length > 12 ? [...new Set(open.map(({ area }) => area))] : ids)
  return html`<div class="copies again">
    <p>Judge only these again:</p>
    <code>${printable(command)}</code> <button type="button" class="copy">Copy</button>
  </div>`
}
