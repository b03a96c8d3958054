import type { VNode } from 'preact'
import type { Commands } from '../commands.ts'
import type { Conformance, WithoutStates } from '../conformance.ts'
import { printable } from '../printable.ts'
import {
  duration,
  elapsed,
  notOfferedSentence,
  RUN_VERDICT_WORDS,
  VERDICT_WORDS,
  verdictSentence,
} from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import { absentOperationsSentence, withoutStatesSentence } from '../without-states.ts'
import { html } from './html.ts'
import { tickedMarkup } from './requirement-markup.ts'
import { enteringNote, gateNote } from './waiver-row.ts'
import { mark, seal } from './marks.ts'

/** The top of the page: verdict, deployment and totals. */
export function verdictBanner(conformance: Conformance): VNode {
  const { verdict, deployment, only, withoutStates, commands } = conformance
  const without = notOfferedSentence(conformance)
  return html`<section class=${`banner run-${verdict}`} aria-labelledby="verdict">
    <div class="said">
      ${seal(verdict)}
      <div>
        <p class="subject">${printable(deployment.name)}</p>
        <h1 id="verdict">${RUN_VERDICT_WORDS[verdict]}</h1>
        <p class="sentence">${printable(verdictSentence(conformance))}</p>
        ${enteringNote(conformance)} ${gateNote(conformance)}
        ${without !== undefined && html`<p class="restricted">${printable(without)}</p>`}
        ${withoutStates && withoutStatesNote(withoutStates, commands)}
        ${only.length > 0 && html`<p class="restricted">Restricted to ${only.map((id) => printable(id)).join(', ')}.</p>`}
      </div>
    </div>
    ${totals(conformance)}
  </section>`
}

/** Requirements judged without provider states, and the reason for the others. */
function withoutStatesNote(without: WithoutStates, commands: Commands | undefined): VNode {
  const absent = absentOperationsSentence(without, commands)
  return html`<p class="restricted">${printable(withoutStatesSentence(without))}.</p>
    ${absent !== undefined && html`<p class="restricted" dangerouslySetInnerHTML=${{ __html: tickedMarkup(printable(absent)) }} />`}`
}

/** Deployment, time and seed. */
export function runFacts(conformance: Conformance): VNode {
  const { deployment, contractVersion, edition, startedAt, tool, seed } = conformance
  const rows: readonly (readonly [string, unknown])[] = [
    ['Base address', html`<code>${printable(deployment.baseUrl)}</code>`],
    ['Contract version', `${contractVersion}, edition ${edition}`],
    [
      'Judged',
      html`<time datetime=${startedAt}>${when(startedAt)}</time>, in ${duration(elapsed(conformance))}`,
    ],
    ['Judged by', `${tool.name} ${printable(tool.version)}`],
    ['Seed', html`<code>${printable(seed)}</code>`],
  ]
  return html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

function totals({ totals }: Conformance): VNode {
  return html`<div class="counted">
    <p id="totals">Requirements by verdict</p>
    <ul class="totals" aria-labelledby="totals">
      ${VERDICTS.map(
        (verdict) =>
          html`<li class=${`v-${verdict}${totals[verdict] === 0 ? ' zero' : ''}`}>
            <a href="#requirements" data-show=${verdict}>
              <strong>${totals[verdict]}</strong> <span>${mark(verdict)}${VERDICT_WORDS[verdict]}</span>
            </a>
          </li>`,
      )}
    </ul>
  </div>`
}

const when = (timestamp: string) => `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`
